// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor.h"
#include "tests/support/errors.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <limits>
#include <malloc.h>

using engine::DataType;
using engine::InternalError;
using engine::InvalidArgumentError;
using engine::Shape;
using engine::Tensor;

Q_DECLARE_METATYPE(DataType)
Q_DECLARE_METATYPE(Tensor)

class TensorTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void newTensorsAreZeroAndAligned_data();
    void newTensorsAreZeroAndAligned();
    void theDefaultTensorIsInvalid();
    void impossibleSizesAreErrors();
    void valuesFillTheShape();
    void valuesOfAnotherTypeAreAnError();
    void scalarsBecomeDoubles_data();
    void scalarsBecomeDoubles();
    void onlyNumericScalarsBecomeDoubles();
    void copiesShareAndClonesDoNot();
    void stringsAreCopiedAsStrings();
    void copyFromWantsTheSameTypeAndShape();
    void reshapedSharesTheBytes();
    void viewsOwnNothing();
};

void TensorTest::initTestCase()
{
    ::mallopt(M_PERTURB, 0x55); // new memory is not zero by chance
}

void TensorTest::newTensorsAreZeroAndAligned_data()
{
    QTest::addColumn<DataType>("type");
    QTest::newRow("float32") << DataType::Float;
    QTest::newRow("float64") << DataType::Double;
    QTest::newRow("int32") << DataType::Int32;
    QTest::newRow("int64") << DataType::Int64;
    QTest::newRow("uint8") << DataType::UInt8;
    QTest::newRow("bool") << DataType::Bool;
}

void TensorTest::newTensorsAreZeroAndAligned()
{
    QFETCH(DataType, type);
    const Tensor tensor(type, {3, 7});
    QCOMPARE(tensor.elementCount(), 21);
    QCOMPARE(tensor.byteCount(), 21 * engine::sizeOf(type));
    QCOMPARE(reinterpret_cast<std::uintptr_t>(tensor.data()) % Tensor::kAlignment, 0U);
    const auto* bytes = static_cast<const char*>(tensor.data());
    QVERIFY(std::all_of(bytes, bytes + tensor.byteCount(), [](char byte) { return byte == 0; }));
    QCOMPARE(Tensor(type, {0, 7}).elementCount(), 0);
}

void TensorTest::theDefaultTensorIsInvalid()
{
    const Tensor tensor;
    QVERIFY(!tensor.isValid());
    QVERIFY(!tensor.isUniquelyOwned());
    QVERIFY(!tensor.clone().isValid());
    VERIFY_THROWS(InternalError, "invalid tensor is read as float32", tensor.values<float>());
}

void TensorTest::impossibleSizesAreErrors()
{
    VERIFY_THROWS(InvalidArgumentError, "not fully known",
                  Tensor(DataType::Float, {Shape::kUnknownDim, 2}));
    // 2^61 doubles are 2^64 bytes, which a size_t takes for none.
    VERIFY_THROWS(engine::ResourceExhaustedError, "no memory",
                  Tensor(DataType::Double, {std::int64_t{1} << 61}));
    VERIFY_THROWS(engine::ResourceExhaustedError, "no memory",
                  Tensor(DataType::UInt8, {std::numeric_limits<std::int64_t>::max()}));
}

void TensorTest::valuesFillTheShape()
{
    const auto tensor = Tensor::fromValues<float>({2, 2}, {1, 2, 3, 4});
    QVERIFY(tensor.dataType() == DataType::Float);
    QVERIFY(tensor.shape() == Shape({2, 2}));
    QCOMPARE(tensor.values<float>()[2], 3.0F);
    VERIFY_THROWS(InvalidArgumentError, "3 values do not fill shape [2, 2]",
                  Tensor::fromValues<float>({2, 2}, {1, 2, 3}));
}

void TensorTest::valuesOfAnotherTypeAreAnError()
{
    Tensor tensor(DataType::Int64, {2});
    VERIFY_THROWS(InternalError, "int64 tensor is read as float32", tensor.values<float>());
}

void TensorTest::scalarsBecomeDoubles_data()
{
    QTest::addColumn<Tensor>("tensor");
    QTest::addColumn<double>("value");
    QTest::newRow("float32") << Tensor::scalar(1.5F) << 1.5;
    QTest::newRow("float64") << Tensor::scalar(0.1) << 0.1;
    QTest::newRow("int32") << Tensor::scalar(std::int32_t{-3}) << -3.0;
    QTest::newRow("int64") << Tensor::scalar(std::int64_t{1} << 40) << 1099511627776.0;
    QTest::newRow("uint8") << Tensor::scalar(std::uint8_t{200}) << 200.0;
    QTest::newRow("bool") << Tensor::scalar(true) << 1.0;
    QTest::newRow("one element") << Tensor::fromValues<float>({1, 1}, {7}) << 7.0;
}

void TensorTest::scalarsBecomeDoubles()
{
    QFETCH(Tensor, tensor);
    QTEST(tensor.scalarAsDouble(), "value");
}

void TensorTest::onlyNumericScalarsBecomeDoubles()
{
    VERIFY_THROWS(InvalidArgumentError, "string tensor is not a number",
                  Tensor::scalar(std::string("1")).scalarAsDouble());
    VERIFY_THROWS(InvalidArgumentError, "[2] does not hold exactly one element",
                  Tensor(DataType::Float, {2}).scalarAsDouble());
}

void TensorTest::copiesShareAndClonesDoNot()
{
    Tensor tensor(DataType::Float, {2});
    QVERIFY(tensor.isUniquelyOwned());
    const Tensor shared = tensor;
    QVERIFY(!tensor.isUniquelyOwned());
    const Tensor cloned = tensor.clone();
    QVERIFY(cloned.isUniquelyOwned());
    tensor.values<float>()[0] = 5;
    QCOMPARE(shared.values<float>()[0], 5.0F);
    QCOMPARE(cloned.values<float>()[0], 0.0F);
}

void TensorTest::stringsAreCopiedAsStrings()
{
    const std::string longText(1000, 'x');
    auto tensor = Tensor::fromValues<std::string>({3}, {"", "short", longText});
    const Tensor cloned = tensor.clone();
    tensor.values<std::string>()[2] = "changed";
    QCOMPARE(cloned.values<std::string>()[1], std::string("short"));
    QCOMPARE(cloned.values<std::string>()[2], longText);
}

void TensorTest::copyFromWantsTheSameTypeAndShape()
{
    Tensor target(DataType::Float, {2, 3});
    target.copyFrom(Tensor::fromValues<float>({2, 3}, {1, 2, 3, 4, 5, 6}));
    QCOMPARE(target.values<float>()[5], 6.0F);
    VERIFY_THROWS(InvalidArgumentError, "cannot copy float32 [3, 2] to float32 [2, 3]",
                  target.copyFrom(Tensor(DataType::Float, {3, 2})));
    VERIFY_THROWS(InvalidArgumentError, "cannot copy float64 [2, 3] to float32 [2, 3]",
                  target.copyFrom(Tensor(DataType::Double, {2, 3})));
}

void TensorTest::reshapedSharesTheBytes()
{
    Tensor tensor(DataType::Float, {2, 6});
    Tensor reshaped = tensor.reshaped({3, 4});
    reshaped.values<float>()[11] = 9;
    QCOMPARE(tensor.values<float>()[11], 9.0F);
    QVERIFY(reshaped.shape() == Shape({3, 4}));
    VERIFY_THROWS(InvalidArgumentError, "cannot reshape [2, 6] (12 elements) to [5]",
                  tensor.reshaped({5}));
}

void TensorTest::viewsOwnNothing()
{
    std::array<float, 4> memory{1, 2, 3, 4};
    Tensor view = Tensor::view(DataType::Float, {2, 2}, memory.data());
    QVERIFY(!view.isUniquelyOwned());
    view.values<float>()[3] = 8;
    QCOMPARE(memory[3], 8.0F);
    const Tensor cloned = view.clone();
    memory[0] = -1;
    QCOMPARE(cloned.values<float>()[0], 1.0F);
}

QTEST_GUILESS_MAIN(TensorTest)
#include "tst_tensor.moc"
