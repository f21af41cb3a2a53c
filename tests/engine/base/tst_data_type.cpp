// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/data_type.h"
#include "tests/support/errors.h"

#include <QTest>

using engine::DataType;

Q_DECLARE_METATYPE(DataType)

class DataTypeTest : public QObject
{
    Q_OBJECT

private slots:
    void typesAreTensorFlows_data();
    void typesAreTensorFlows();
    void theInvalidTypeHasNoSize();
    void cppTypesMapToDataTypes();
};

void DataTypeTest::typesAreTensorFlows_data()
{
    QTest::addColumn<DataType>("type");
    QTest::addColumn<int>("number"); // in tensorflow/core/framework/types.proto
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("floating");
    QTest::addColumn<bool>("integer");

    const int stringSize = sizeof(std::string);
    QTest::newRow("float") << DataType::Float << 1 << "float32" << 4 << true << false;
    QTest::newRow("double") << DataType::Double << 2 << "float64" << 8 << true << false;
    QTest::newRow("int32") << DataType::Int32 << 3 << "int32" << 4 << false << true;
    QTest::newRow("uint8") << DataType::UInt8 << 4 << "uint8" << 1 << false << true;
    QTest::newRow("string") << DataType::String << 7 << "string" << stringSize << false << false;
    QTest::newRow("int64") << DataType::Int64 << 9 << "int64" << 8 << false << true;
    QTest::newRow("bool") << DataType::Bool << 10 << "bool" << 1 << false << false;
}

void DataTypeTest::typesAreTensorFlows()
{
    QFETCH(DataType, type);
    QTEST(static_cast<int>(type), "number");
    const std::string_view name = engine::dataTypeName(type);
    QTEST(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), "name");
    QTEST(static_cast<int>(engine::sizeOf(type)), "size");
    QTEST(engine::isFloating(type), "floating");
    QTEST(engine::isInteger(type), "integer");
}

void DataTypeTest::theInvalidTypeHasNoSize()
{
    VERIFY_THROWS(engine::InternalError, "data type 0", engine::sizeOf(DataType::Invalid));
    QVERIFY(engine::dataTypeName(DataType::Invalid) == "invalid");
}

void DataTypeTest::cppTypesMapToDataTypes()
{
    QVERIFY(engine::kDataTypeOf<float> == DataType::Float);
    QVERIFY(engine::kDataTypeOf<double> == DataType::Double);
    QVERIFY(engine::kDataTypeOf<std::int32_t> == DataType::Int32);
    QVERIFY(engine::kDataTypeOf<std::int64_t> == DataType::Int64);
    QVERIFY(engine::kDataTypeOf<std::uint8_t> == DataType::UInt8);
    QVERIFY(engine::kDataTypeOf<bool> == DataType::Bool);
    QVERIFY(engine::kDataTypeOf<std::string> == DataType::String);
    QVERIFY(engine::kDataTypeOf<short> == DataType::Invalid);
}

QTEST_GUILESS_MAIN(DataTypeTest)
#include "tst_data_type.moc"
