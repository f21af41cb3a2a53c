// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/plateau_schedule.h"
#include "engine/ops/learning_rate_schedule.h"
#include "engine/ops/variable_ops.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/golden_train.h"

#include <QTest>

using namespace engine;

// Plays the cases of the golden folder train/schedules: learning rates at chosen steps.
class TestGoldenSchedules : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyCaseIsPlayed() { VERIFY_GOLDEN_COUNT(m_cases.size(), 36); }
    void ratesAreRight_data();
    void ratesAreRight();
    void graphsFollowTheGlobalStep();

private:
    std::vector<QJsonObject> m_cases;
};

namespace {

std::vector<double> numbersOf(const QJsonValue& values)
{
    std::vector<double> numbers;
    for (const QJsonValue& value : values.toArray()) {
        numbers.push_back(goldenNumber(value));
    }
    return numbers;
}

LearningRateSchedule::OneCycle oneCycleOf(const QJsonObject& attributes)
{
    return {attributes["max_rate"].toDouble(),    attributes["total_steps"].toInteger(),
            attributes["pct_start"].toDouble(),   attributes["anneal"] == "linear",
            attributes["div_factor"].toDouble(),  attributes["final_div_factor"].toDouble(),
            attributes["three_phase"].toBool(),   attributes["base_momentum"].toDouble(),
            attributes["max_momentum"].toDouble()};
}

LearningRateSchedule scheduleOf(const QString& kind, const QJsonObject& attributes)
{
    const auto number = [&](const char* name) { return attributes[name].toDouble(); };
    const LearningRateSchedule::Decay decay{number("rate"), number("decay_steps"),
                                            number("decay_rate"), attributes["staircase"].toBool()};
    if (kind == "constant") {
        return LearningRateSchedule::constant(number("rate"));
    }
    if (kind == "piecewise") {
        return LearningRateSchedule::piecewise(goldenNumbers(attributes["boundaries"]),
                                               numbersOf(attributes["values"]));
    }
    if (kind == "exponential") {
        return LearningRateSchedule::exponential(decay);
    }
    if (kind == "natural_exponential") {
        return LearningRateSchedule::naturalExponential(decay);
    }
    if (kind == "inverse_time") {
        return LearningRateSchedule::inverseTime(decay);
    }
    if (kind == "polynomial") {
        return LearningRateSchedule::polynomial({number("rate"), number("decay_steps"),
                                                 number("end_rate"), number("power"),
                                                 attributes["cycle"].toBool()});
    }
    if (kind == "cosine") {
        return LearningRateSchedule::cosine(number("rate"), number("decay_steps"), number("alpha"));
    }
    if (kind == "cosine_restarts") {
        return LearningRateSchedule::cosineRestarts({number("rate"), number("first_decay_steps"),
                                                     number("t_mul"), number("m_mul"),
                                                     number("alpha")});
    }
    if (kind == "warmup_cosine") {
        return LearningRateSchedule::warmupCosine({number("rate"), number("start"),
                                                   number("warmup_steps"), number("decay_steps"),
                                                   number("alpha")});
    }
    if (kind == "one_cycle") {
        return LearningRateSchedule::oneCycle(oneCycleOf(attributes));
    }
    throw UnimplementedError("schedule " + kind.toStdString());
}

PlateauSchedule plateauOf(const QJsonObject& attributes)
{
    PlateauParameters parameters;
    parameters.direction =
        attributes["mode"] == "min" ? MetricDirection::Minimum : MetricDirection::Maximum;
    parameters.factor = attributes["factor"].toDouble();
    parameters.patience = attributes["patience"].toInteger();
    parameters.threshold = attributes["threshold"].toDouble();
    parameters.isAbsolute = attributes["threshold_mode"] == "abs";
    parameters.cooldown = attributes["cooldown"].toInteger();
    parameters.minRate = attributes["min_rate"].toDouble();
    parameters.epsilon = attributes["eps"].toDouble();
    return PlateauSchedule(attributes["rate"].toDouble(), parameters);
}

QString mismatchOfRates(const std::vector<double>& got, const QJsonValue& wanted,
                        const QJsonValue& tolerance)
{
    const std::vector<double> want = numbersOf(wanted);
    const Shape shape{static_cast<std::int64_t>(want.size())};
    return mismatchOf(Tensor::fromValues(shape, got), shape, want,
                      {tolerance["rtol"].toDouble(), tolerance["atol"].toDouble()});
}

std::vector<double> ratesOf(const LearningRateSchedule& schedule, const QJsonValue& steps)
{
    std::vector<double> rates;
    for (const std::int64_t step : goldenNumbers(steps)) {
        rates.push_back(schedule.at(step));
    }
    return rates;
}

} // namespace

void TestGoldenSchedules::initTestCase()
{
    m_cases = goldenCases("schedules");
    QVERIFY2(!m_cases.empty(), qPrintable("no case in " + goldenFolder("train/schedules")));
}

void TestGoldenSchedules::ratesAreRight_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        QTest::newRow(m_cases[i]["name"].toString().toUtf8().constData()) << i;
    }
}

void TestGoldenSchedules::ratesAreRight()
{
    QFETCH(std::size_t, index);
    const QJsonObject& description = m_cases[index];
    const QString kind = description["schedule"].toString();
    const QJsonObject attributes = description["attributes"].toObject();
    std::vector<double> rates;
    if (kind == "reduce_on_plateau") {
        PlateauSchedule schedule = plateauOf(attributes);
        for (const double metric : numbersOf(description["metrics"])) {
            rates.push_back(schedule.next(metric));
        }
    } else {
        rates = ratesOf(scheduleOf(kind, attributes), description["steps"]);
    }
    QString difference = mismatchOfRates(rates, description["values"], description["tolerance"]);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
    if (description.contains("momenta")) {
        rates = ratesOf(LearningRateSchedule::oneCycleMomentum(oneCycleOf(attributes)),
                        description["steps"]);
        difference = mismatchOfRates(rates, description["momenta"], description["tolerance"]);
        QVERIFY2(difference.isEmpty(), qPrintable("momentum: " + difference));
    }
}

void TestGoldenSchedules::graphsFollowTheGlobalStep()
{
    Graph graph;
    const auto step = createGlobalStep(graph);
    const auto schedule = LearningRateSchedule::exponential({1, 1, 0.5, false});
    const Output rate = scheduledRate(step->value(), schedule, DataType::Double);
    const Output one = constant(graph, Tensor::scalar<std::int64_t>(1));
    const Output next = assignAdd(step->value(), one);
    DirectSession session(graph, {1});
    initializeVariables(session);
    for (const double want : {1.0, 0.5, 0.25}) {
        VERIFY_TENSOR(session.run(rate), Shape{}, {want});
        session.run(next);
    }
}

QTEST_APPLESS_MAIN(TestGoldenSchedules)
#include "tst_golden_schedules.moc"
