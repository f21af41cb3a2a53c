// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/concat_ops.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/image_ops.h"
#include "engine/ops/image_type_op.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/repeat_ops.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/slice_ops.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

// Pictures of bytes (uint8) are cut, joined, moved and compared as they are; whoever wants to
// calculate with them casts or scales them first.
class TestByteTensors : public QObject
{
    Q_OBJECT

private slots:
    void bytesAreTreatedAsNumbers_data();
    void bytesAreTreatedAsNumbers();
    void arithmeticIsRefused_data();
    void arithmeticIsRefused();
    void theyAreScaled_data();
    void theyAreScaled();
    void noGradientReachesThem();
};

using Function = Output (*)(Output x, Output y);
Q_DECLARE_METATYPE(Function)
Q_DECLARE_METATYPE(engine::Shape)

namespace {

const Shape kPictures{2, 3, 4, 2};

// Values from 0 to 255; some of the two are equal.
Tensor pictures(DataType type, int step)
{
    Tensor tensor(type, kPictures);
    for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
        const auto value = static_cast<std::uint8_t>(255 - i * step % 256);
        const auto place = static_cast<std::size_t>(i);
        if (type == DataType::UInt8) {
            tensor.values<std::uint8_t>()[place] = value;
        } else {
            tensor.values<std::int32_t>()[place] = value;
        }
    }
    return tensor;
}

Tensor computed(Function function, DataType type)
{
    return evaluateOne({pictures(type, 1), pictures(type, 17)},
                       [&](const std::vector<Output>& x) { return function(x[0], x[1]); });
}

} // namespace

void TestByteTensors::bytesAreTreatedAsNumbers_data()
{
    QTest::addColumn<Function>("function");
    const auto add = [](const char* name, Function function) { QTest::newRow(name) << function; };
    add("equal", [](Output x, Output y) { return equal(x, y); });
    add("not equal", [](Output x, Output y) { return notEqual(x, y); });
    add("select", [](Output x, Output y) { return select(equal(x, y), x, y); });
    add("cast to float32", [](Output x, Output) { return cast(x, DataType::Float); });
    add("cast to float64", [](Output x, Output) { return cast(x, DataType::Double); });
    add("cast to int64", [](Output x, Output) { return cast(x, DataType::Int64); });
    add("cast to bool", [](Output x, Output) { return cast(x, DataType::Bool); });
    add("there and back",
        [](Output x, Output) { return cast(cast(x, DataType::Float), x.type()); });
    add("identity", [](Output x, Output) { return identity(x); });
    add("reshape", [](Output x, Output) { return reshape(x, Shape{-1, 6}); });
    add("flatten", [](Output x, Output) { return flatten(x); });
    add("zeros", [](Output x, Output) { return zerosLike(x); });
    add("ones", [](Output x, Output) { return onesLike(x); });
    add("concat", [](Output x, Output y) { return concat(std::vector<Output>{x, y}, 2); });
    add("split", [](Output x, Output) { return split(x, {1, 3}, 2)[1]; });
    add("stack", [](Output x, Output y) { return stack(std::vector<Output>{x, y}, 1); });
    add("unstack", [](Output x, Output) { return unstack(x, 1)[2]; });
    add("expand", [](Output x, Output) { return expandDims(x, 0); });
    add("transpose", [](Output x, Output) { return transpose(x, {3, 1, 0, 2}); });
    add("slice", [](Output x, Output) { return slice(x, {1, 0, 1, 0}, {1, 3, -1, 1}); });
    add("pad", [](Output x, Output) {
        return pad(x, {{0, 0}, {1, 2}, {0, 1}, {0, 0}}, PadMode::Constant, 200);
    });
    add("pad, reflect", [](Output x, Output) {
        return pad(x, {{0, 0}, {1, 2}, {0, 1}, {0, 0}}, PadMode::Reflect);
    });
    add("tile", [](Output x, Output) { return tile(x, {1, 2, 1, 3}); });
    add("broadcast", [](Output x, Output) { return broadcastTo(x, Shape{2, 2, 3, 4, 2}); });
    add("reverse", [](Output x, Output) { return reverse(x, {1, -1}); });
    add("gather", [](Output x, Output) {
        const Tensor rows = Tensor::fromValues<std::int64_t>(Shape{3}, {1, 0, 1});
        return gather(x, constant(x.graph(), rows));
    });
    add("crop", [](Output x, Output) { return cropToBoundingBox(x, {1, 1, 2, 3}); });
    add("crop or pad", [](Output x, Output) { return resizeWithCropOrPad(x, 5, 2); });
    add("flips", [](Output x, Output) { return flipLeftRight(flipUpDown(x)); });
}

// The same as 32-bit numbers.
void TestByteTensors::bytesAreTreatedAsNumbers()
{
    QFETCH(const Function, function);
    const Tensor bytes = computed(function, DataType::UInt8);
    const Tensor numbers = computed(function, DataType::Int32);
    const bool staysInType = numbers.dataType() == DataType::Int32;
    QCOMPARE(bytes.dataType(), staysInType ? DataType::UInt8 : numbers.dataType());
    VERIFY_TENSOR(bytes, numbers.shape(), asDoubles(numbers));
}

void TestByteTensors::arithmeticIsRefused_data()
{
    QTest::addColumn<Function>("function");
    const auto add = [](const char* name, Function function) { QTest::newRow(name) << function; };
    add("add", [](Output x, Output y) { return engine::add(x, y); });
    add("multiply", [](Output x, Output y) { return multiply(x, y); });
    add("less", [](Output x, Output y) { return less(x, y); });
    add("negative", [](Output x, Output) { return negative(x); });
    add("sum", [](Output x, Output) { return reduceSum(x); });
    add("position of the largest", [](Output x, Output) { return argMax(x, 0); });
}

// 200 + 100 would be 44.
void TestByteTensors::arithmeticIsRefused()
{
    QFETCH(const Function, function);
    VERIFY_THROWS(InvalidArgumentError, "is uint8, it must be numeric",
                  computed(function, DataType::UInt8));
}

void TestByteTensors::theyAreScaled_data()
{
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<int>("threads");
    QTest::newRow("none") << Shape{0, 3} << 1;
    QTest::newRow("one") << Shape() << 1;
    QTest::newRow("a picture") << Shape{5, 7, 3} << 2;
    QTest::newRow("a batch that threads share") << Shape{31, 28, 53, 1} << 2;
}

void TestByteTensors::theyAreScaled()
{
    QFETCH(const Shape, shape);
    QFETCH(const int, threads);
    Tensor bytes(DataType::UInt8, shape);
    std::vector<double> expected;
    for (std::uint8_t& byte : bytes.values<std::uint8_t>()) {
        byte = static_cast<std::uint8_t>(expected.size() * 7);
        expected.push_back(static_cast<double>(static_cast<float>(byte) * kByteScale));
    }
    const Tensor scaled = evaluate(
        {bytes},
        [](const std::vector<Output>& x) { return std::vector<Output>{convertImageDtype(x[0])}; },
        threads)[0];
    QCOMPARE(scaled.dataType(), DataType::Float);
    VERIFY_TENSOR(scaled, shape, expected);
}

void TestByteTensors::noGradientReachesThem()
{
    Graph graph;
    const Output bytes = placeholder(graph, DataType::UInt8, kPictures);
    const Output scaled = convertImageDtype(bytes);
    const std::vector<Output> slopes = gradients(reduceSum(square(scaled)), {scaled, bytes});
    QVERIFY(slopes[0].isValid());
    QVERIFY(!slopes[1].isValid());
}

QTEST_APPLESS_MAIN(TestByteTensors)
#include "tst_byte_tensors.moc"
