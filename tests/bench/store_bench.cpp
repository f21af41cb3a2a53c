// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "measurement.h"

#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"

#include <QTemporaryDir>

#include <algorithm>
#include <optional>
#include <random>

namespace {

constexpr int kTags = 20; // a step's scalars
constexpr int kBatchSteps = 500; // 10 000 rows a transaction, in both measurements
constexpr std::int64_t kSeriesPoints = 10'000'000;
constexpr std::int64_t kPixels = 2000;

// The least that SQLite does for such rows: a prepared statement for each, in the same
// transactions.
class PlainInserts
{
public:
    explicit PlainInserts(const std::filesystem::path& path)
        : m_database(prepared(path)),
          m_insert(m_database, "INSERT INTO scalars VALUES (?, ?, ?, ?)")
    { }

    void writeBatch()
    {
        m_database.execute("BEGIN");
        for (int i = 0; i < kBatchSteps; ++i) {
            ++m_step;
            for (int tag = 1; tag <= kTags; ++tag) {
                m_insert.run(tag, m_step, 1.7e9 + 0.001 * static_cast<double>(m_step),
                             1.0 / static_cast<double>(m_step));
            }
        }
        m_database.execute("COMMIT");
    }

private:
    static engine::Database prepared(const std::filesystem::path& path)
    {
        engine::Database database(path, engine::Database::Access::Create);
        database.execute("PRAGMA journal_mode = WAL");
        database.execute("PRAGMA synchronous = NORMAL");
        database.execute("CREATE TABLE scalars (series_id INTEGER, step INTEGER, wall REAL, "
                         "value REAL, PRIMARY KEY (series_id, step)) WITHOUT ROWID");
        return database;
    }

    engine::Database m_database;
    engine::Statement m_insert;
    std::int64_t m_step = 0;
};

class StoreInserts
{
public:
    StoreInserts(const std::filesystem::path& path, const engine::Clock& clock)
        : m_clock(clock), m_writer(path, clock)
    {
        engine::RunSpec spec;
        spec.name = "bench";
        m_writer.beginSegment(m_writer.createRun(spec), 0);
        for (int tag = 0; tag < kTags; ++tag) {
            m_tags.push_back("train/measure_" + std::to_string(tag));
        }
        for (const std::string& tag : m_tags) {
            m_scalars.push_back({tag, 0});
        }
    }

    // Hands over and waits for the disk, so that its speed is measured and not the queue's.
    void writeBatch()
    {
        const double before = m_clock.monotonicSeconds();
        for (int i = 0; i < kBatchSteps; ++i) {
            ++m_step;
            for (engine::TaggedScalar& scalar : m_scalars) {
                scalar.value = 1.0 / static_cast<double>(m_step);
            }
            m_writer.addScalars(m_scalars, m_step);
        }
        m_handOverSeconds.push_back((m_clock.monotonicSeconds() - before) / kBatchSteps);
        m_writer.flush();
    }
    // One series of so many points.
    void writeSeries(std::int64_t points)
    {
        const int tag = m_writer.registerTag("long");
        for (std::int64_t step = 1; step <= points; ++step) {
            m_writer.scalar(tag, static_cast<double>(step % 1009), step);
            if (step % (1 << 18) == 0) {
                m_writer.flush();
            }
        }
    }
    void close()
    {
        m_writer.endSegment(engine::RunStatus::Finished, "measured", m_step);
        m_writer.close();
    }

    double handOverSeconds() const { return median(m_handOverSeconds); }

private:
    const engine::Clock& m_clock;
    engine::RunStoreWriter m_writer;
    std::vector<std::string> m_tags;
    std::vector<engine::TaggedScalar> m_scalars; // of a step
    std::vector<double> m_handOverSeconds;
    std::int64_t m_step = 0;
};

// Rows a second of one slice of time.
template <typename Inserts>
double rateOf(Inserts& inserts, const engine::Clock& clock, double seconds)
{
    const double start = clock.monotonicSeconds();
    double elapsed = 0;
    std::int64_t rows = 0;
    while (elapsed < seconds) {
        inserts.writeBatch();
        rows += std::int64_t{kBatchSteps} * kTags;
        elapsed = clock.monotonicSeconds() - start;
    }
    return static_cast<double>(rows) / elapsed;
}

// The slowest of some ranges of a series, in seconds.
double slowestWindow(engine::RunStoreReader& reader, const engine::Clock& clock,
                     std::int64_t points)
{
    std::mt19937_64 random(1); // NOLINT: the same ranges each time
    std::vector<double> times;
    for (int i = 0; i < 40; ++i) {
        const std::int64_t length = std::max<std::int64_t>(points >> (i % 20), 10);
        const auto first = static_cast<std::int64_t>(random() % std::uint64_t(points));
        double best = 1e9; // of five: what others do with the processor is not the store's
        for (int again = 0; again < 5; ++again) {
            const double start = clock.monotonicSeconds();
            reader.spans(1, 0, "long", i == 0 ? 0 : first, i == 0 ? points : first + length,
                         4 * kPixels);
            best = std::min(best, clock.monotonicSeconds() - start);
        }
        times.push_back(best);
    }
    return *std::max_element(times.begin(), times.end());
}

} // namespace

Measurement measureStore(double seconds)
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    engine::SystemClock clock;
    std::vector<double> plainRates;
    std::vector<double> rates;
    double handOver = 0;
    double bytes = 0;
    {
        PlainInserts plain(path / "plain.sqlite");
        std::optional<StoreInserts> store(std::in_place, path / "runs.sqlite", clock);
        for (double spent = 0; spent < seconds;
             spent += 1) { // by turns: others use the machine too
            plainRates.push_back(rateOf(plain, clock, 0.5));
            rates.push_back(rateOf(*store, clock, 0.5));
        }
        handOver = store->handOverSeconds();
        store->close();
        store.reset(); // with the last connection the journal goes
        engine::RunStoreReader reader(path / "runs.sqlite", clock);
        double points = 0;
        for (const engine::StoredSeries& series : reader.series(1)) {
            points += static_cast<double>(series.pointCount);
        }
        bytes = static_cast<double>(reader.sizeInBytes()) / points;
    }
    const auto points = std::min(kSeriesPoints, static_cast<std::int64_t>(seconds * kSeriesPoints));
    {
        StoreInserts store(path / "long.sqlite", clock);
        store.writeSeries(points);
        store.close();
    }
    engine::RunStoreReader reader(path / "long.sqlite", clock);
    slowestWindow(reader, clock, points); // the file's pages come into memory
    return {"store",
            {{"points_per_second", median(rates)},
             {"plain_points_per_second", median(plainRates)},
             {"share_of_plain", median(rates) / median(plainRates)},
             {"hand_over_us", handOver * 1e6},
             {"window_ms", slowestWindow(reader, clock, points) * 1e3},
             {"window_points", static_cast<double>(points)},
             {"bytes_per_scalar", bytes}}};
}
