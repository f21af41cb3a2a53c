// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/summary/tee_summary_writer.h"
#include "tests/support/errors.h"

#include <QTest>

#include <string>
#include <vector>

using namespace engine;

namespace {

using Texts = std::vector<std::string>;

// Notes its calls; flush() and close() throw if it has an error.
class NotingWriter final : public SummaryWriter
{
public:
    void addScalar(std::string_view tag, double, std::int64_t step) override
    {
        note("scalar", tag, step);
    }
    void addSessionLog(SessionLogKind, std::string_view path, std::int64_t step) override
    {
        note("log", path, step);
    }
    void addGraph(std::string_view graphDef) override { note("graph", graphDef, 0); }
    void addRunMetadata(std::string_view tag, std::string_view, std::int64_t step) override
    {
        note("metadata", tag, step);
    }
    void addEvent(std::string_view kind, std::string_view, std::int64_t step) override
    {
        note("event", kind, step);
    }
    void flush() override { end("flush"); }
    void close() override { end("close"); }

    std::string error;
    Texts calls;

private:
    void note(const std::string& call, std::string_view text, std::int64_t step)
    {
        calls.push_back(call + " " + std::string(text) + " " + std::to_string(step));
    }
    void end(const char* call)
    {
        calls.emplace_back(call);
        if (!error.empty()) {
            throw UnknownError(error);
        }
    }
};

} // namespace

class TestTeeSummaryWriter : public QObject
{
    Q_OBJECT

private slots:
    void everyWriterGetsEverything();
    void everyWriterIsClosedAndTheFirstErrorIsThrown();
};

void TestTeeSummaryWriter::everyWriterGetsEverything()
{
    NotingWriter first;
    NotingWriter second;
    TeeSummaryWriter tee({&first, &second});
    tee.addScalar("loss", 0.5, 3);
    tee.addSessionLog(SessionLogKind::Checkpoint, "model.ckpt", 4);
    tee.addGraph("nodes");
    tee.addRunMetadata("step_4", "times", 4);
    tee.addEvent("alert", "text", 5);
    tee.flush();
    tee.close();
    QCOMPARE(first.calls,
             (Texts{"scalar loss 3", "log model.ckpt 4", "graph nodes 0", "metadata step_4 4",
                    "event alert 5", "flush", "close"}));
    QCOMPARE(second.calls, first.calls);
}

void TestTeeSummaryWriter::everyWriterIsClosedAndTheFirstErrorIsThrown()
{
    NotingWriter first;
    NotingWriter second;
    first.error = "first failed";
    second.error = "second failed";
    TeeSummaryWriter tee({&first, &second});
    VERIFY_THROWS(UnknownError, "first failed", tee.flush());
    VERIFY_THROWS(UnknownError, "first failed", tee.close());
    QCOMPARE(second.calls, (Texts{"flush", "close"}));
}

QTEST_APPLESS_MAIN(TestTeeSummaryWriter)
#include "tst_tee_summary_writer.moc"
