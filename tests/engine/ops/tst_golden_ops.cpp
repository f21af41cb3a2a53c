// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/reduction_ops.h"
#include "tests/engine/ops/golden_operations.h"
#include "tests/engine/ops/golden_train.h"
#include "tests/support/errors.h"

#include <QTest>

#include <set>

using namespace engine;

// Plays the cases of the golden folder train/ops: values and gradients that other people's programs
// computed, and inputs that must be refused.
class TestGoldenOps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyCaseIsPlayed();
    void valuesAndGradients_data();
    void valuesAndGradients();
    void inputsAreRefused_data();
    void inputsAreRefused();

private:
    std::vector<QJsonObject> m_cases;
};

namespace {

// A case on a graph, its inputs in their own type or, for float64, in float32.
class PlayedCase
{
public:
    PlayedCase(const QJsonObject& description, bool asFloat)
        : m_description(description), m_asFloat(asFloat)
    {
        for (const QJsonValue& value : description["inputs"].toArray()) {
            const QJsonObject input = value.toObject();
            const DataType type = typeOf(input);
            const Shape shape = goldenShape(input["shape"]);
            m_inputs[input["name"].toString()] = placeholder(m_graph, type, shape);
            m_order.push_back(m_inputs[input["name"].toString()]);
            m_feeds.push_back({m_order.back(), tensorOf(type, shape, goldenData(input))});
        }
    }

    void build()
    {
        m_outputs = addGoldenOperation(m_description["op"].toString(), m_order,
                                       m_description["attributes"].toObject());
    }

    void run()
    {
        DirectSession session(m_graph, {1});
        const std::vector<Fetch> fetches(m_outputs.begin(), m_outputs.end());
        session.run(fetches, m_feeds);
    }

    // Empty if every output and gradient is as described.
    QString mismatch()
    {
        std::vector<Output> fetched = m_outputs;
        QJsonArray expected = m_description["outputs"].toArray();
        if (const Output sum = weightedSum(); sum.isValid()) {
            for (const QJsonValue& gradient : m_description["gradients"].toArray()) {
                const Output x = m_inputs.at(gradient.toObject()["name"].toString());
                fetched.push_back(gradients(sum, {x})[0]);
                expected.append(gradient);
                if (!fetched.back().isValid()) {
                    return "no gradient for " + gradient.toObject()["name"].toString();
                }
            }
        }
        DirectSession session(m_graph, {1});
        const std::vector<Fetch> fetches(fetched.begin(), fetched.end());
        const std::vector<Tensor> got = session.run(fetches, m_feeds);
        for (qsizetype i = 0; i < expected.size(); ++i) {
            const QString difference =
                mismatchOfArray(got[static_cast<std::size_t>(i)], expected[i].toObject());
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        return {};
    }

private:
    DataType typeOf(const QJsonObject& array) const
    {
        const DataType type = goldenType(array["dtype"].toString());
        return m_asFloat && type == DataType::Double ? DataType::Float : type;
    }

    // The sum over outputs times cotangents; invalid without cotangents.
    Output weightedSum()
    {
        std::vector<Output> parts;
        const QJsonArray outputs = m_description["outputs"].toArray();
        for (const QJsonValue& value : m_description["cotangents"].toArray()) {
            const QJsonObject cotangent = value.toObject();
            for (qsizetype i = 0; i < outputs.size(); ++i) {
                if (outputs[i]["name"] == cotangent["name"]) {
                    const Output output = m_outputs.at(static_cast<std::size_t>(i));
                    const Tensor weights = tensorOf(output.type(), goldenShape(cotangent["shape"]),
                                                    goldenData(cotangent));
                    parts.push_back(reduceSum(multiply(output, constant(m_graph, weights))));
                }
            }
        }
        return parts.empty() ? Output() : addN(parts);
    }

    QString mismatchOfArray(const Tensor& got, const QJsonObject& want) const
    {
        const QString name = want["name"].toString();
        if (got.dataType() != typeOf(want)) {
            return name
                + " has another type: " + QString::fromUtf8(dataTypeName(got.dataType()).data());
        }
        const std::vector<double> values = goldenData(want);
        const QJsonObject given = m_description["tolerance"].toObject();
        Tolerance tolerance{given["rtol"].toDouble(), given["atol"].toDouble()};
        if (m_asFloat) {
            double largest = 1;
            for (const double value : values) {
                largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
            }
            tolerance = {2e-5, 2e-6 * largest};
        }
        const QString difference = mismatchOf(got, goldenShape(want["shape"]), values, tolerance);
        return difference.isEmpty() ? QString() : name + ": " + difference;
    }

    const QJsonObject& m_description;
    bool m_asFloat;
    Graph m_graph;
    std::map<QString, Output> m_inputs;
    std::vector<Output> m_order;
    std::vector<Feed> m_feeds;
    std::vector<Output> m_outputs;
};

bool hasDoubles(const QJsonObject& description)
{
    const QJsonArray inputs = description["inputs"].toArray();
    return std::ranges::any_of(inputs,
                               [](const QJsonValue& input) { return input["dtype"] == "float64"; });
}

// Whether numbers stay apart when they are rounded to float32: 1000.132 and 1000.147 do not.
bool staysApart(const std::vector<double>& values)
{
    double lost = 0;
    for (const double value : values) {
        lost = std::max(lost, std::abs(value - static_cast<double>(static_cast<float>(value))));
    }
    const auto [low, high] = std::ranges::minmax_element(values);
    return values.empty() || !std::isfinite(lost) || *low == *high || lost < 1e-5 * (*high - *low);
}

// Whether float32 has all these numbers, to its precision.
bool fitsFloat(const QJsonObject& description)
{
    for (const QJsonValue& array : description["inputs"].toArray()) {
        if (!staysApart(goldenData(array.toObject()))) {
            return false;
        }
    }
    for (const char* part : {"inputs", "outputs", "gradients"}) {
        for (const QJsonValue& array : description[part].toArray()) {
            for (const double value : goldenData(array.toObject())) {
                const double size = std::abs(value);
                if (std::isfinite(value) && (size > 1e37 || (size > 0 && size < 1e-30))) {
                    return false;
                }
            }
        }
    }
    return true;
}

// What the golden files' operations are called in messages: a type of operation, or for those made
// of others their own name.
QString nameInMessages(const QString& operation)
{
    static const std::map<QString, QString> kNames{
        {"matmul", "MatMul"},
        {"bias_add", "BiasAdd"},
        {"add", "Add"},
        {"multiply", "Mul"},
        {"conv2d", "Conv2D"},
        {"depthwise_conv2d", "DepthwiseConv2dNative"},
        {"conv2d_transpose", "Conv2DTranspose"},
        {"max_pool", "MaxPool"},
        {"concat", "ConcatV2"},
        {"split", "SplitV"},
        {"slice", "Slice"},
        {"pad", "Pad"},
        {"transpose", "Transpose"},
        {"tile", "Tile"},
        {"stack", "stack"},
        {"reshape", "Reshape"},
        {"squeeze", "Squeeze"},
        {"gather", "GatherV2"},
        {"select", "SelectV2"},
        {"reduce_sum", "Sum"},
        {"argmax", "ArgMax"},
        {"top_k", "TopKV2"},
        {"check_numerics", "CheckNumerics"},
        {"sparse_softmax_cross_entropy", "SparseSoftmaxCrossEntropyWithLogits"},
        {"softmax_cross_entropy", "SoftmaxCrossEntropyWithLogits"},
        {"image_crop", "crop_to_bounding_box"},
        {"floor_divide", "FloorDiv"},
        {"floor_mod", "FloorMod"}};
    const auto found = kNames.find(operation);
    return found == kNames.end() ? operation : found->second;
}

// Moving averages take many runs; see tests/engine/nn/tst_golden_moving_averages.cpp.
bool isPlayedElsewhere(const QJsonObject& description)
{
    return description["op"].toString().contains("moving_average");
}

bool isRefused(const QJsonObject& description)
{
    return description.contains("raises");
}

bool isPlayed(const QJsonObject& description)
{
    return !isRefused(description) && !isPlayedElsewhere(description);
}

// Also in float32, unless that cannot hold the numbers.
bool isPlayedInFloat(const QJsonObject& description)
{
    return isPlayed(description) && hasDoubles(description) && fitsFloat(description);
}

} // namespace

void TestGoldenOps::initTestCase()
{
    m_cases = goldenCases("ops");
    QVERIFY2(!m_cases.empty(), qPrintable("no case in " + goldenFolder("train/ops")));
}

void TestGoldenOps::everyCaseIsPlayed()
{
    std::set<QString> operations;
    for (const QJsonObject& description : m_cases) {
        operations.insert(description["op"].toString());
    }
    const auto count = [&](const auto& predicate) {
        return std::ranges::count_if(m_cases, predicate);
    };
    VERIFY_GOLDEN_COUNT(m_cases.size(), 616);
    VERIFY_GOLDEN_COUNT(operations.size(), 139);
    VERIFY_GOLDEN_COUNT(count(isRefused), 46);
    VERIFY_GOLDEN_COUNT(count(isPlayedElsewhere), 9);
    VERIFY_GOLDEN_COUNT(count(isPlayed), 561);
    VERIFY_GOLDEN_COUNT(count(isPlayedInFloat), 496); // of 504: float32 cannot hold the others
}

void TestGoldenOps::valuesAndGradients_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<bool>("asFloat");
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        const QByteArray name = m_cases[i]["name"].toString().toUtf8();
        if (isPlayed(m_cases[i])) {
            QTest::newRow(name.constData()) << i << false;
        }
        if (isPlayedInFloat(m_cases[i])) {
            QTest::addRow("%s in float32", name.constData()) << i << true;
        }
    }
}

void TestGoldenOps::valuesAndGradients()
{
    QFETCH(std::size_t, index);
    QFETCH(bool, asFloat);
    PlayedCase played(m_cases[index], asFloat);
    QString difference;
    try { // an operation that is not implemented fails its case only
        played.build();
        difference = played.mismatch();
    } catch (const Error& error) {
        difference = QString::fromUtf8(error.what());
    }
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestGoldenOps::inputsAreRefused_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        if (isRefused(m_cases[i])) {
            QTest::newRow(m_cases[i]["name"].toString().toUtf8().constData()) << i;
        }
    }
}

void TestGoldenOps::inputsAreRefused()
{
    QFETCH(std::size_t, index);
    QCOMPARE(m_cases[index]["raises"].toString(), "InvalidArgumentError");
    const auto play = [&] {
        PlayedCase played(m_cases[index], false);
        played.build();
        played.run();
    };
    VERIFY_THROWS(InvalidArgumentError, "operation ", play());
    const QString name = nameInMessages(m_cases[index]["op"].toString());
    VERIFY_THROWS(InvalidArgumentError, qPrintable(name), play());
    for (const QJsonValue& input : m_cases[index]["inputs"].toArray()) {
        const std::string shape = goldenShape(input["shape"]).toString();
        VERIFY_THROWS(InvalidArgumentError, shape.c_str(), play());
    }
}

QTEST_APPLESS_MAIN(TestGoldenOps)
#include "tst_golden_ops.moc"
