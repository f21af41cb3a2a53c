// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/moving_average.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/golden_train.h"

#include <QTest>

using namespace engine;

// Plays the cases of moving averages in the golden folder train/ops, which take many runs each.
class TestGoldenMovingAverages : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyCaseIsPlayed() { VERIFY_GOLDEN_COUNT(m_cases.size(), 9); }
    void averagesAreRight_data();
    void averagesAreRight();

private:
    std::vector<QJsonObject> m_cases;
};

namespace {

// A case on a graph: each run follows one value and leaves the average.
class PlayedAverage
{
public:
    PlayedAverage(const QJsonObject& description, bool asFloat)
        : m_attributes(description["attributes"].toObject())
    {
        for (const QJsonValue& value : description["inputs"].toArray()) {
            m_inputs[value["name"].toString()] = value.toObject();
        }
        const QJsonObject& values = m_inputs.at("values");
        m_type = asFloat ? DataType::Float : goldenType(values["dtype"].toString());
        const Shape all = goldenShape(values["shape"]);
        m_shape = Shape(all.dims().subspan(1));
        m_values = goldenData(values);
        m_value = placeholder(m_graph, m_type, m_shape);
        build(description["op"].toString());
        m_session = std::make_unique<DirectSession>(m_graph, SessionOptions{1});
        initializeVariables(*m_session);
    }

    std::vector<double> step(std::size_t step)
    {
        const auto size = m_shape.elementCount();
        const auto first = m_values.begin() + static_cast<std::int64_t>(step) * size;
        std::vector<Feed> feeds{{m_value, tensorOf(m_type, m_shape, {first, first + size})}};
        if (m_updates.isValid()) {
            const double count = goldenData(m_inputs.at("num_updates"))[step];
            feeds.push_back({m_updates, tensorOf(DataType::Int64, Shape{}, {count})});
        }
        const std::vector<Fetch> fetches{*m_update};
        m_session->run(fetches, feeds);
        return asDoubles(m_session->run(m_average->value()));
    }

private:
    void build(const QString& operation)
    {
        const double decay = m_attributes["decay"].toDouble();
        const bool zeroDebias = m_attributes["zero_debias"].toBool();
        if (operation == "moving_average_of_tensor") {
            ExponentialMovingAverage averages(decay, {}, zeroDebias);
            m_update = &averages.apply(m_value, "loss");
            m_average = averages.average("loss");
            return;
        }
        const Tensor initial = tensorOf(m_type, m_shape, goldenData(m_inputs.at("initial")));
        const auto variable = makeVariable("w", constant(m_graph, initial));
        if (operation == "assign_moving_average") {
            m_update = &assignMovingAverage(*variable, m_value, decay, zeroDebias).operation();
            m_average = variable;
            return;
        }
        if (m_inputs.contains("num_updates")) {
            m_updates = placeholder(m_graph, DataType::Int64, Shape{});
        }
        ExponentialMovingAverage averages(decay, m_updates);
        const std::vector<std::shared_ptr<Variable>> variables{variable};
        averages.prepare(variables);
        Operation& change = assign(variable->value(), m_value).operation();
        const ControlDependencies afterChange(m_graph, {&change});
        m_update = &averages.apply(variables);
        m_average = averages.average("w");
    }

    QJsonObject m_attributes;
    std::map<QString, QJsonObject> m_inputs;
    DataType m_type;
    Shape m_shape; // of one value
    std::vector<double> m_values; // of all steps
    Graph m_graph;
    Output m_value;
    Output m_updates;
    Operation* m_update = nullptr;
    std::shared_ptr<Variable> m_average;
    std::unique_ptr<DirectSession> m_session;
};

} // namespace

void TestGoldenMovingAverages::initTestCase()
{
    for (const QJsonObject& description : goldenCases("ops")) {
        if (description["op"].toString().contains("moving_average")) {
            m_cases.push_back(description);
        }
    }
    QVERIFY2(!m_cases.empty(), qPrintable("no case in " + goldenFolder("train/ops")));
}

void TestGoldenMovingAverages::averagesAreRight_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<bool>("asFloat");
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        const QByteArray name = m_cases[i]["name"].toString().toUtf8();
        QTest::newRow(name.constData()) << i << false;
        QTest::addRow("%s in float32", name.constData()) << i << true;
    }
}

void TestGoldenMovingAverages::averagesAreRight()
{
    QFETCH(std::size_t, index);
    QFETCH(bool, asFloat);
    const QJsonObject& description = m_cases[index];
    PlayedAverage played(description, asFloat);
    const QJsonObject want = description["outputs"][0].toObject();
    const Shape shape = goldenShape(want["shape"]);
    std::vector<double> got;
    for (std::int64_t step = 0; step < shape.dim(0); ++step) {
        const std::vector<double> average = played.step(static_cast<std::size_t>(step));
        got.insert(got.end(), average.begin(), average.end());
    }
    const QJsonValue given = description["tolerance"];
    const Tolerance tolerance = asFloat
        ? Tolerance{2e-5, 2e-6}
        : Tolerance{given["rtol"].toDouble(), given["atol"].toDouble()};
    const QString difference =
        mismatchOf(Tensor::fromValues(shape, got), shape, goldenData(want), tolerance);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

QTEST_APPLESS_MAIN(TestGoldenMovingAverages)
#include "tst_golden_moving_averages.moc"
