// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_store.h"
#include "engine/checkpoint/usable_checkpoint.h"
#include "tests/support/fake_clock.h"
#include "tests/support/simulated_disk.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

using namespace engine;

namespace {

constexpr const char* kDirectory = "/run";

NamedTensors tensorsOf(float value)
{
    return {{"bias", Tensor::fromValues<float>(Shape({3}), {value, value, value})},
            {"weights", Tensor::fromValues<float>(Shape({2, 2}), std::vector<float>(4, -value))}};
}

// A directory with checkpoints, a save under way in it, and what must hold afterwards.
struct Scenario
{
    const char* name;
    std::vector<std::pair<int, float>> before; // steps and values saved without a fault
    int step; // then saved
    float value;
    CheckpointStoreOptions options;
    std::vector<int> pinned = {}; // as soon as they are saved
};

CheckpointStoreOptions keeping(int maxToKeep, int keepBest = 0, double everyHours = 10000)
{
    CheckpointStoreOptions options;
    options.maxToKeep = maxToKeep;
    options.keepBest = keepBest;
    options.keepCheckpointEveryNHours = everyHours;
    return options;
}

const std::vector<Scenario>& scenarios()
{
    static const std::vector<Scenario> kScenarios{
        {"another one", {{1, 1.0F}}, 2, 2.0F, keeping(5)},
        {"the oldest goes", {{1, 1.0F}, {2, 2.0F}}, 3, 3.0F, keeping(1)},
        {"the same again with other values", {{1, 1.0F}}, 1, 5.0F, keeping(5)},
        {"the same again and again", {{1, 1.0F}, {1, 2.0F}}, 1, 5.0F, keeping(5)},
        {"the same again with the same values", {{1, 1.0F}}, 1, 1.0F, keeping(5)},
        {"the best are kept", {{1, 1.0F}, {2, 2.0F}}, 3, 3.0F, keeping(1, 1)},
        {"the new one is the best", {{1, 3.0F}, {2, 2.0F}}, 3, 1.0F, keeping(1, 1)},
        {"pinned ones stay", {{1, 1.0F}, {2, 2.0F}, {3, 3.0F}}, 4, 4.0F, keeping(1), {1, 3}},
        {"one in two hours stays",
         {{1, 1.0F}, {2, 2.0F}, {3, 3.0F}, {4, 4.0F}},
         5,
         5.0F,
         keeping(1, 0, 2)},
        {"every rule",
         {{1, 9.0F}, {2, 1.0F}, {3, 3.0F}, {4, 4.0F}},
         5,
         2.0F,
         keeping(1, 2, 2),
         {1}},
    };
    return kScenarios;
}

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

std::string prefixOf(int step)
{
    return fmt::format("{}/model.ckpt-{}", kDirectory, step);
}

void save(CheckpointStore& store, int step, float value, float metric)
{
    SaveRequest request;
    request.path = "/run/model.ckpt";
    request.globalStep = step;
    request.metric = metric;
    store.save(request, tensorsOf(value));
}

float valueOf(const SimulatedDisk& disk, const std::string& prefix)
{
    return TensorBundleReader(disk, prefix).read("bias").values<float>()[0];
}

// Values by step of what is there and whole.
std::map<std::int64_t, float> contentOf(const SimulatedDisk& disk)
{
    std::map<std::int64_t, float> content;
    for (const std::string& prefix : listCheckpoints(disk, kDirectory)) {
        try {
            verifyCheckpoint(disk, prefix);
            content.emplace(stepOfCheckpoint(prefix).value_or(-1), valueOf(disk, prefix));
        } catch (const Error&) { // what a cut left of one that was being written or deleted
        }
    }
    return content;
}

// Steps and values as a saver writes them, an hour apart.
class World
{
public:
    explicit World(const Scenario& scenario)
        : m_scenario(scenario), m_store(disk, m_clock, m_logger, scenario.options)
    {
        disk.createDirectories(kDirectory);
        for (const auto& [step, value] : scenario.before) {
            save(m_store, step, value, value);
            if (std::ranges::find(scenario.pinned, step) != scenario.pinned.end()) {
                pin(step);
            }
            m_clock.advanceSeconds(3600);
        }
    }
    World(const World&) = delete;

    void saveNext() { save(m_store, m_scenario.step, m_scenario.value, m_scenario.value); }
    void pin(int step) { m_store.setPinned(prefixOf(step), true); }
    // What is there after two more saves, which are worse than all before.
    std::map<std::int64_t, float> contentLater()
    {
        saveTwoMore(m_store, m_clock);
        return contentOf(disk);
    }
    // The same of a process that goes on from what a disk holds after this world has ended.
    std::map<std::int64_t, float> contentLater(SimulatedDisk& restarted) const
    {
        NullLogger logger;
        FakeClock clock;
        clock.sleepFor(m_clock.monotonic());
        CheckpointStore store(restarted, clock, logger, m_scenario.options);
        const auto usable = findUsableCheckpoint(restarted, kDirectory, logger);
        if (!usable) {
            return {};
        }
        store.recoverLastCheckpoints(usable->keptPrefixes);
        const auto step = static_cast<int>(stepOfCheckpoint(usable->prefix).value_or(-1));
        const float value = valueOf(restarted, usable->prefix);
        save(store, step, value, kUnknown); // as at the beginning of a session
        if (step != m_scenario.step || value != m_scenario.value) {
            save(store, m_scenario.step, m_scenario.value, m_scenario.value);
        }
        saveTwoMore(store, clock);
        return contentOf(restarted);
    }

    SimulatedDisk disk;

private:
    static void saveTwoMore(CheckpointStore& store, FakeClock& clock)
    {
        for (const int step : {100, 101}) {
            clock.advanceSeconds(3600);
            const auto value = static_cast<float>(step);
            save(store, step, value, value);
        }
    }

    const Scenario& m_scenario;
    FakeClock m_clock;
    NullLogger m_logger;
    CheckpointStore m_store;
};

// Empty if `later` holds all of `wanted`, otherwise what is missing.
QString complaintAbout(const std::map<std::int64_t, float>& later,
                       const std::map<std::int64_t, float>& wanted)
{
    for (const auto& [step, value] : wanted) {
        const auto found = later.find(step);
        if (found == later.end() || found->second != value) {
            return QString("step %1 with value %2 is gone").arg(step).arg(double(value));
        }
    }
    return {};
}

// Empty if the newest usable checkpoint of the disk is the one before or, if `mayBeNew`, the new
// one, whole; otherwise what is wrong.
QString complaintAbout(SimulatedDisk& disk, const Scenario& scenario, bool mayBeOld, bool mayBeNew)
{
    NullLogger logger;
    const auto usable = findUsableCheckpoint(disk, kDirectory, logger);
    if (!usable) {
        return "no checkpoint is found";
    }
    if (!usable->rejected.empty()) {
        return "a checkpoint was damaged";
    }
    const std::int64_t step = stepOfCheckpoint(usable->prefix).value_or(-1);
    const float value = valueOf(disk, usable->prefix);
    const auto& [oldStep, oldValue] = scenario.before.back();
    const bool isOld = step == oldStep && value == oldValue;
    const bool isNew = step == scenario.step && value == scenario.value;
    return (isOld && mayBeOld) || (isNew && mayBeNew)
        ? QString()
        : QString("step %1 with value %2").arg(step).arg(double(value));
}

} // namespace

// Each call to the disk in a save goes wrong once. Afterwards either the checkpoint before is
// intact and found, or the new one.
class TestSaveFaults : public QObject
{
    Q_OBJECT

private slots:
    void failingCallsLeaveAGoodCheckpoint_data();
    void failingCallsLeaveAGoodCheckpoint();
    void powerCutsLeaveAGoodCheckpoint_data();
    void powerCutsLeaveAGoodCheckpoint();
    void powerCutsTakeNothingThatIsKept_data();
    void powerCutsTakeNothingThatIsKept();
    void powerCutsWhilePinningTakeNoPin();
    void whatWasSavedSurvivesEveryPowerCut_data();
    void whatWasSavedSurvivesEveryPowerCut();
    void aDeletedDirectoryIsToldAndMayComeBack();
};

void TestSaveFaults::failingCallsLeaveAGoodCheckpoint_data()
{
    QTest::addColumn<int>("scenario");
    QTest::addColumn<int>("fault");
    const std::vector<std::pair<const char*, SimulatedDisk::Fault>> faults{
        {"fails once", SimulatedDisk::Fault::FailsOnce},
        {"disk full", SimulatedDisk::Fault::IsFullFromThenOn},
        {"read-only", SimulatedDisk::Fault::IsReadOnlyFromThenOn},
        {"cut short", SimulatedDisk::Fault::IsCutShort}};
    for (std::size_t i = 0; i < scenarios().size(); ++i) {
        for (const auto& [name, fault] : faults) {
            QTest::addRow("%s, %s", scenarios()[i].name, name)
                << static_cast<int>(i) << static_cast<int>(fault);
        }
    }
}

void TestSaveFaults::failingCallsLeaveAGoodCheckpoint()
{
    QFETCH(const int, scenario);
    QFETCH(const int, fault);
    const Scenario& plan = scenarios().at(static_cast<std::size_t>(scenario));
    int failures = 0;
    for (int call = 0;; ++call) {
        World world(plan);
        world.disk.failAt(static_cast<SimulatedDisk::Fault>(fault), call);
        bool isSaved = false;
        try {
            world.saveNext();
            isSaved = true;
        } catch (const ResourceExhaustedError&) {
            ++failures;
        } catch (const PermissionDeniedError&) {
            ++failures;
        }
        const bool wasFaulty = world.disk.hasFailed();
        world.disk.failAt(SimulatedDisk::Fault::None, 0);
        const QString complaint = complaintAbout(world.disk, plan, !isSaved, true);
        QVERIFY2(complaint.isEmpty(), qPrintable(QString("call %1: %2").arg(call).arg(complaint)));

        world.saveNext(); // once the disk works again
        const QString later = complaintAbout(world.disk, plan, false, true);
        QVERIFY2(later.isEmpty(), qPrintable(QString("call %1, again: %2").arg(call).arg(later)));
        for (const std::string& name : world.disk.list(kDirectory)) {
            QVERIFY2(name.find(".tmp") == std::string::npos
                         || fault == int(SimulatedDisk::Fault::IsFullFromThenOn)
                         || fault == int(SimulatedDisk::Fault::IsReadOnlyFromThenOn),
                     name.c_str());
        }
        if (!wasFaulty) {
            break; // there are no more calls
        }
    }
    QVERIFY(failures > 5);
}

namespace {

struct CutReport
{
    int cuts = 0;
    QString complaint; // the first one, and where
};

// Cuts the power in every call of act(world) in turn; complain(world, disk) judges whatever the
// disk may hold then.
template <typename Act, typename Complain>
CutReport cutPowerEverywhere(const Scenario& plan, const Act& act, const Complain& complain)
{
    CutReport report;
    for (int call = 0;; ++call) {
        World world(plan);
        world.disk.failAt(SimulatedDisk::Fault::PowerFails, call);
        try {
            act(world);
            return report; // there are no more calls
        } catch (const SimulatedDisk::PowerCut&) { }
        const int changes = world.disk.unsyncedNames();
        if (changes >= 10) {
            report.complaint = QStringLiteral("call %1: %2 names").arg(call).arg(changes);
            return report;
        }
        for (unsigned arrived = 0; arrived < 1U << unsigned(changes); ++arrived) {
            for (const int quarters : {0, 2, 4}) {
                SimulatedDisk disk = world.disk.restarted({arrived, quarters});
                const QString complaint = complain(world, disk);
                if (!complaint.isEmpty()) {
                    report.complaint = QStringLiteral("call %1, names %2, bytes %3/4: %4")
                                           .arg(call)
                                           .arg(arrived, 0, 2)
                                           .arg(quarters)
                                           .arg(complaint);
                    return report;
                }
                ++report.cuts;
            }
        }
    }
}

} // namespace

void TestSaveFaults::powerCutsLeaveAGoodCheckpoint_data()
{
    QTest::addColumn<int>("scenario");
    for (std::size_t i = 0; i < scenarios().size(); ++i) {
        QTest::newRow(scenarios()[i].name) << static_cast<int>(i);
    }
}

void TestSaveFaults::powerCutsLeaveAGoodCheckpoint()
{
    QFETCH(const int, scenario);
    const Scenario& plan = scenarios().at(static_cast<std::size_t>(scenario));
    const CutReport report = cutPowerEverywhere(
        plan, [](World& world) { world.saveNext(); },
        [&](const World&, SimulatedDisk& disk) { return complaintAbout(disk, plan, true, true); });
    QVERIFY2(report.complaint.isEmpty(), qPrintable(report.complaint));
    QVERIFY(report.cuts > 20);
}

void TestSaveFaults::powerCutsTakeNothingThatIsKept_data()
{
    powerCutsLeaveAGoodCheckpoint_data();
}

// The best, pinned ones and those of the rule of hours, as if there had been no cut.
void TestSaveFaults::powerCutsTakeNothingThatIsKept()
{
    QFETCH(const int, scenario);
    const Scenario& plan = scenarios().at(static_cast<std::size_t>(scenario));
    World undisturbed(plan);
    undisturbed.saveNext();
    const std::map<std::int64_t, float> wanted = undisturbed.contentLater();
    for (const int step : plan.pinned) {
        QVERIFY(wanted.contains(step));
    }
    QVERIFY(wanted.size() >= 1);
    const CutReport report = cutPowerEverywhere(
        plan, [](World& world) { world.saveNext(); },
        [&](World& world, SimulatedDisk& disk) {
            return complaintAbout(world.contentLater(disk), wanted);
        });
    QVERIFY2(report.complaint.isEmpty(), qPrintable(report.complaint));
    QVERIFY(report.cuts > 20);
}

void TestSaveFaults::powerCutsWhilePinningTakeNoPin()
{
    const Scenario plan{"pins", {{1, 1.0F}, {2, 2.0F}, {3, 3.0F}}, 4, 4.0F, keeping(2), {1}};
    const CutReport report = cutPowerEverywhere(
        plan, [](World& world) { world.pin(2); },
        [](World& world, SimulatedDisk& disk) {
            return complaintAbout(world.contentLater(disk), {{1, 1.0F}, {101, 101.0F}});
        });
    QVERIFY2(report.complaint.isEmpty(), qPrintable(report.complaint));
    QVERIFY(report.cuts > 5);
}

void TestSaveFaults::whatWasSavedSurvivesEveryPowerCut_data()
{
    powerCutsLeaveAGoodCheckpoint_data();
}

void TestSaveFaults::whatWasSavedSurvivesEveryPowerCut()
{
    QFETCH(const int, scenario);
    const Scenario& plan = scenarios().at(static_cast<std::size_t>(scenario));
    World world(plan);
    world.saveNext();
    const int changes = world.disk.unsyncedNames(); // deletions
    for (unsigned arrived = 0; arrived < 1U << unsigned(changes); ++arrived) {
        SimulatedDisk disk = world.disk.restarted({arrived, 0});
        const QString complaint = complaintAbout(disk, plan, false, true);
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    }
}

void TestSaveFaults::aDeletedDirectoryIsToldAndMayComeBack()
{
    const Scenario& plan = scenarios().front();
    NullLogger logger;
    for (int call = 0;; ++call) {
        World world(plan);
        world.disk.failAt(SimulatedDisk::Fault::DirectoryIsDeleted, call);
        bool isSaved = false;
        try {
            world.saveNext();
            isSaved = true;
        } catch (const NotFoundError&) { }
        if (!world.disk.hasFailed()) {
            break;
        }
        static_cast<void>(isSaved); // when only deletions were left to do
        world.disk.failAt(SimulatedDisk::Fault::None, 0);
        QVERIFY(!findUsableCheckpoint(world.disk, kDirectory, logger));
        world.disk.createDirectories(kDirectory);
        world.saveNext();
        QCOMPARE(complaintAbout(world.disk, plan, false, true), QString());
    }
}

QTEST_APPLESS_MAIN(TestSaveFaults)
#include "tst_save_faults.moc"
