// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/reduction_ops.h"
#include "tests/engine/nn/golden_optimizer.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/golden_train.h"

#include <QTest>

using namespace engine;

// Plays the cases of the golden folder train/optimizers: variables and slots after some steps with
// given gradients.
class TestGoldenOptimizers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_skipped.print(); }
    void everyCaseIsPlayed() { VERIFY_GOLDEN_COUNT(m_cases.size(), 32); }
    void variablesAndSlots_data();
    void variablesAndSlots();

private:
    std::vector<QJsonObject> m_cases;
    SkippedCases m_skipped;
};

// Why a case is none for the engine, if it is optional: decision 62 of ARCHITECTURE.md.
static QString reasonToSkip(const QJsonObject& description)
{
    const QString kind = description["optimizer"].toString();
    if (!description["optional"].toBool()) {
        return {};
    }
    if (description.contains("rows")) {
        if (QStringList{"rmsprop", "adamw", "lion"}.contains(kind)) {
            return "the averages of all rows decay, " + kind;
        }
        if (description.contains("clip_global_norm")) {
            return "the norm is of summed rows, " + kind;
        }
    }
    Graph graph;
    const Output rate = scalarConstant(graph, DataType::Float, 1);
    return goldenOptimizer(kind, {}, rate) ? QString() : "no optimizer " + kind;
}

// A case on a graph: variables with their initial values, fed gradients and learning rate. Where
// the gradients are of some rows, these are looked up and the gradients follow.
class PlayedOptimizer
{
public:
    PlayedOptimizer(const QJsonObject& description, DataType type)
        : m_description(description), m_type(type)
    {
        m_rate = placeholder(m_graph, type, Shape{});
        for (const QJsonValue& value : description["initial"].toArray()) {
            const QJsonObject initial = value.toObject();
            const Shape shape = goldenShape(initial["shape"]);
            const auto variable =
                makeVariable(initial["name"].toString().toStdString(),
                             constant(m_graph, tensorOf(type, shape, goldenData(initial))));
            m_gradients.push_back({placeholder(m_graph, type, shape), variable});
            m_fed.push_back(m_gradients.back().gradient);
        }
        for (const QJsonValue& value : description["gradients"].toArray()) {
            m_slopes.push_back(goldenData(value.toObject()));
        }
        const QJsonObject parameters = description["hyperparameters"].toObject();
        const auto optimizer =
            goldenOptimizer(description["optimizer"].toString(), parameters, m_rate);
        if (!optimizer) {
            throw UnimplementedError(description["optimizer"].toString().toStdString());
        }
        if (description.contains("rows")) {
            lookUp(*optimizer, description["rows"].toObject());
        }
        m_train = &optimizer->applyGradients(
            description.contains("clip_global_norm")
                ? clipGradientsByGlobalNorm(m_gradients, description["clip_global_norm"].toDouble())
                : m_gradients);
        m_session = std::make_unique<DirectSession>(m_graph, SessionOptions{1});
        initializeVariables(*m_session);
    }

    // One step; they count from 0.
    void step(std::size_t step)
    {
        const QJsonArray rates = m_description["learning_rates"].toArray();
        const double rate = rates.isEmpty() ? m_description["learning_rate"].toDouble()
                                            : rates[static_cast<qsizetype>(step)].toDouble();
        std::vector<Feed> feeds{{m_rate, tensorOf(m_type, Shape{}, {rate})}};
        for (std::size_t i = 0; i < m_fed.size(); ++i) {
            const Shape& shape = m_fed[i].shape();
            const auto size = shape.elementCount();
            const auto first = m_slopes[i].begin() + static_cast<std::int64_t>(step) * size;
            feeds.push_back({m_fed[i], tensorOf(m_fed[i].type(), shape, {first, first + size})});
        }
        const std::vector<Fetch> fetches{*m_train};
        m_session->run(fetches, feeds);
    }

    QString mismatch(const QJsonArray& values, const QJsonObject& allowed)
    {
        for (const QJsonValue& value : values) {
            const QString name = value["name"].toString();
            const std::vector<double> want = goldenData(value.toObject());
            double largest = 0;
            for (const double number : want) {
                largest = std::max(largest, std::abs(number));
            }
            const bool isCentered = m_description["hyperparameters"]["centered"].toBool();
            const std::string ownName =
                goldenVariableName(m_description["optimizer"].toString(), name, isCentered);
            const Output variable = findVariable(m_graph, ownName)->value();
            const QString difference = mismatchOf(
                m_session->run(variable), goldenShape(value["shape"]), want,
                {allowed["rtol"].toDouble(), allowed["of_largest"].toDouble() * largest});
            if (!difference.isEmpty()) {
                return name + ": " + difference;
            }
        }
        return {};
    }

private:
    // Gradients of a sum of rows, each times a fed number; the rows of all steps are `rows`.
    void lookUp(const Optimizer& optimizer, const QJsonObject& rows)
    {
        const std::int64_t count = goldenShape(rows["shape"]).dim(1);
        const Output w = m_gradients.at(0).variable->value();
        const Output indices = placeholder(m_graph, DataType::Int32, Shape{count});
        const Output slopes = placeholder(m_graph, m_type, Shape{count, w.shape().dim(1)});
        m_fed = {slopes, indices};
        m_slopes.push_back(goldenData(rows));
        m_gradients = optimizer.computeGradients(reduceSum(multiply(gather(w, indices), slopes)));
    }

    const QJsonObject& m_description;
    DataType m_type;
    Graph m_graph;
    Output m_rate;
    std::vector<GradientAndVariable> m_gradients;
    std::vector<Output> m_fed;
    std::vector<std::vector<double>> m_slopes; // of all steps, by what is fed
    Operation* m_train = nullptr;
    std::unique_ptr<DirectSession> m_session;
};

void TestGoldenOptimizers::initTestCase()
{
    m_cases = goldenCases("optimizers");
    QVERIFY2(!m_cases.empty(), qPrintable("no case in " + goldenFolder("train/optimizers")));
    std::erase_if(m_cases, [this](const QJsonObject& description) {
        const QString reason = reasonToSkip(description);
        if (!reason.isEmpty()) {
            m_skipped.add(reason);
        }
        return !reason.isEmpty();
    });
}

void TestGoldenOptimizers::variablesAndSlots_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<QString>("type");
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        for (const char* type : {"float64", "float32"}) {
            QTest::addRow("%s in %s", m_cases[i]["name"].toString().toUtf8().constData(), type)
                << i << QString::fromUtf8(type);
        }
    }
}

void TestGoldenOptimizers::variablesAndSlots()
{
    QFETCH(std::size_t, index);
    QFETCH(QString, type);
    PlayedOptimizer played(m_cases[index], goldenType(type));
    const QJsonObject allowed = m_cases[index]["tolerance"][type].toObject();
    std::size_t done = 0;
    int compared = 0;
    for (const QJsonValue& result : m_cases[index]["results"].toArray()) {
        if (result["dtype"] != type) {
            continue;
        }
        while (done < static_cast<std::size_t>(result["step"].toInt())) {
            played.step(done++);
        }
        const QString difference = played.mismatch(result["values"].toArray(), allowed);
        QVERIFY2(difference.isEmpty(),
                 qPrintable(QStringLiteral("after step %1: %2").arg(done).arg(difference)));
        ++compared;
    }
    QVERIFY(compared > 0);
}

QTEST_APPLESS_MAIN(TestGoldenOptimizers)
#include "tst_golden_optimizers.moc"
