// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/data/csv_dataset.h"
#include "engine/data/idx_dataset.h"
#include "tests/support/errors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

class TestDatasetFiles : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void csvWithTextLabels();
    void csvLabelsByName();
    void csvKindOfLabels_data();
    void csvKindOfLabels();
    void csvTextBecomesIndicators();
    void csvLeftOutRowsAreRemarked();
    void csvIgnoredColumnsNeedNoValues();
    void csvHowColumnsWereReadIsSaid();
    void csvColumnsOfNamesAreLeftOut();
    void csvATextAmongNumbersIsSaid_data();
    void csvATextAmongNumbersIsSaid();
    void csvThatCannotBeUsedIsRefused_data();
    void csvThatCannotBeUsedIsRefused();
    void idxPicturesAndLabels();
    void idxThatDoesNotFitIsRefused_data();
    void idxThatDoesNotFitIsRefused();

private:
    std::filesystem::path write(const QString& name, const QByteArray& bytes);

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const QByteArray kPictures("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\x01\x02\x03\x04", 20);
const QByteArray kLabels("\0\0\x08\x01\0\0\0\x02\x02\x00", 10);

std::vector<float> valuesOf(const Tensor& tensor)
{
    const std::span<const float> values = tensor.values<float>();
    return {values.begin(), values.end()};
}

std::vector<std::int64_t> classesOf(const Dataset& dataset)
{
    const std::span<const std::int64_t> values = dataset.labels.values<std::int64_t>();
    return {values.begin(), values.end()};
}

} // namespace

void TestDatasetFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

std::filesystem::path TestDatasetFiles::write(const QString& name, const QByteArray& bytes)
{
    QFile file(m_folder->filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        qFatal("cannot write %s", qPrintable(file.fileName()));
    }
    return file.fileName().toStdString();
}

void TestDatasetFiles::csvWithTextLabels()
{
    const Dataset dataset =
        datasetFromCsv(write("iris.csv", "w,h,kind\n1,2,virginica\n3,4,setosa\n5,6,virginica\n"));
    QCOMPARE(dataset.name, std::string("iris.csv"));
    QCOMPARE(dataset.featureNames, (std::vector<std::string>{"w", "h"}));
    QCOMPARE(dataset.classNames, (std::vector<std::string>{"setosa", "virginica"}));
    QCOMPARE(classesOf(dataset), (std::vector<std::int64_t>{1, 0, 1}));
    QCOMPARE(dataset.features.shape(), (Shape{3, 2}));
    QCOMPARE(valuesOf(dataset.features), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    QCOMPARE(dataset.remarks,
             std::vector<std::string>{"iris.csv: 3 rows, cells separated by commas; 2 numbers: w, "
                                      "h; label kind: 2 classes (setosa, virginica)"});
}

void TestDatasetFiles::csvLabelsByName()
{
    CsvDatasetOptions options;
    options.labelColumn = "kind";
    options.ignoredColumns = {"id"};
    const Dataset dataset =
        datasetFromCsv(write("a.csv", "id,kind,h\n100,b,2\n101,a,4\n"), options);
    QCOMPARE(dataset.featureNames, std::vector<std::string>{"h"});
    QCOMPARE(classesOf(dataset), (std::vector<std::int64_t>{1, 0}));
}

void TestDatasetFiles::csvKindOfLabels_data()
{
    QTest::addColumn<QByteArray>("labels");
    QTest::addColumn<LabelKind>("kind");
    QTest::addColumn<QList<double>>("expected");
    QTest::addColumn<QByteArrayList>("classNames");
    QTest::newRow("whole numbers are classes, in the order of the numbers")
        << QByteArray("10,2,10") << LabelKind::Auto << QList<double>{1, 0, 1}
        << QByteArrayList{"2", "10"};
    QTest::newRow("fractions are values")
        << QByteArray("1,2.5,1") << LabelKind::Auto << QList<double>{1, 2.5, 1} << QByteArrayList();
    QTest::newRow("whole numbers as values")
        << QByteArray("1,2,1") << LabelKind::Value << QList<double>{1, 2, 1} << QByteArrayList();
    QTest::newRow("fractions as classes") << QByteArray("1,2.5,1") << LabelKind::Classes
                                          << QList<double>{0, 1, 0} << QByteArrayList{"1", "2.5"};
    QByteArray many;
    QList<double> values;
    for (int i = 0; i < 21; ++i) {
        many += QByteArray::number(i) + ',';
        values += i;
    }
    QTest::newRow("many whole numbers are values")
        << many.chopped(1) << LabelKind::Auto << values << QByteArrayList();
}

void TestDatasetFiles::csvKindOfLabels()
{
    QFETCH(QByteArray, labels);
    QFETCH(LabelKind, kind);
    QFETCH(QList<double>, expected);
    QFETCH(QByteArrayList, classNames);
    QByteArray text = "x,y\n";
    for (const QByteArray& label : labels.split(',')) {
        text += "1," + label + '\n';
    }
    CsvDatasetOptions options;
    options.labelKind = kind;
    const Dataset dataset = datasetFromCsv(write("a.csv", text), options);
    QCOMPARE(dataset.hasClasses(), !classNames.isEmpty());
    QCOMPARE(dataset.size(), std::int64_t{expected.size()});
    for (qsizetype i = 0; i < expected.size(); ++i) {
        const auto row = static_cast<std::size_t>(i);
        QCOMPARE(dataset.hasClasses() ? double(dataset.labels.values<std::int64_t>()[row])
                                      : double(dataset.labels.values<float>()[row]),
                 expected[i]);
    }
    for (qsizetype i = 0; i < classNames.size(); ++i) {
        QCOMPARE(dataset.classNames[static_cast<std::size_t>(i)], classNames[i].toStdString());
    }
}

void TestDatasetFiles::csvTextBecomesIndicators()
{
    const Dataset dataset =
        datasetFromCsv(write("a.csv", "x,color,y\n1,red,a\n2,blue,b\n3,red,a\n"));
    QCOMPARE(dataset.featureNames, (std::vector<std::string>{"x", "color=red", "color=blue"}));
    QCOMPARE(valuesOf(dataset.features), (std::vector<float>{1, 1, 0, 2, 0, 1, 3, 1, 0}));
}

void TestDatasetFiles::csvLeftOutRowsAreRemarked()
{
    const Dataset dataset =
        datasetFromCsv(write("a.csv", "age,size,y\n1,1,a\n,1,b\n3,,a\n,,a\n4,1,b\n"));
    QCOMPARE(dataset.size(), std::int64_t{2});
    QCOMPARE(dataset.remarks,
             (std::vector<std::string>{
                 "a.csv: 2 rows, cells separated by commas; 2 numbers: age, "
                 "size; label y: 2 classes (a, b)",
                 "2 rows were left out because \"age\" has no value (the first: line 3)",
                 "1 row was left out because \"size\" has no value (line 4)"}));
}

void TestDatasetFiles::csvIgnoredColumnsNeedNoValues()
{
    const std::filesystem::path path = write("a.csv", "x,note,y\n1,,a\n2,?,b\n,,a\n3,far,b\n");
    CsvDatasetOptions options;
    QCOMPARE(datasetFromCsv(path, options).size(), std::int64_t{1});
    options.ignoredColumns = {"note"};
    const Dataset dataset = datasetFromCsv(path, options);
    QCOMPARE(dataset.featureNames, std::vector<std::string>{"x"});
    QCOMPARE(valuesOf(dataset.features), (std::vector<float>{1, 2, 3}));
    // The label is needed all the same.
    for (const char* label : {"", "y"}) {
        options.labelColumn = label;
        options.ignoredColumns = {"note", "y"};
        QCOMPARE(datasetFromCsv(path, options).classNames, (std::vector<std::string>{"a", "b"}));
    }
}

void TestDatasetFiles::csvHowColumnsWereReadIsSaid()
{
    const Dataset european = datasetFromCsv(
        write("preise.csv", "qm;lage;zimmer;preis\n141,8;Nord;6;1,5\n60;Ost;2;0,5\n80;Ost;3;1\n"));
    QCOMPARE(european.remarks,
             std::vector<std::string>{"preise.csv: 3 rows, cells separated by semicolons, decimal "
                                      "comma; 2 numbers: qm, zimmer; 1 category: lage (2); label "
                                      "preis: a value"});
    QByteArray names;
    QByteArray cells;
    for (int i = 0; i < 20; ++i) {
        names += 'c' + QByteArray::number(i) + '\t';
        cells += QByteArray::number(i) + '\t';
    }
    const Dataset wide = datasetFromCsv(write("w.csv", names + "y\n" + cells + "a\n"));
    QCOMPARE(
        wide.remarks.at(0),
        std::string("w.csv: 1 row, cells separated by tabs; 20 numbers: c0, c1, c2, c3, c4, c5, "
                    "c6, … c19; label y: 1 class (a)"));
}

void TestDatasetFiles::csvColumnsOfNamesAreLeftOut()
{
    QByteArray text = "id,color,x,y\n";
    for (int i = 0; i < 12; ++i) {
        text += "id" + QByteArray::number(i) + (i % 2 == 0 ? ",red," : ",blue,")
            + QByteArray::number(i) + ",a\n";
    }
    const Dataset dataset = datasetFromCsv(write("a.csv", text));
    QCOMPARE(dataset.featureNames, (std::vector<std::string>{"color=red", "color=blue", "x"}));
    QCOMPARE(dataset.remarks.size(), std::size_t{2});
    QCOMPARE(dataset.remarks[1],
             std::string("column \"id\" was left out: its 12 texts are all different"));
}

void TestDatasetFiles::csvATextAmongNumbersIsSaid_data()
{
    QTest::addColumn<QByteArray>("texts"); // of 20 rows, the others are numbers
    QTest::addColumn<QByteArray>("said");
    const QByteArray start = "column \"x\" is read as text: ";
    QTest::newRow("none") << QByteArray() << QByteArray();
    QTest::newRow("one") << QByteArray("o")
                         << start + "19 of its 20 cells are numbers, but \"o\" in line 4 is none";
    QTest::newRow("one in twenty numbers that are all different")
        << QByteArray("inf")
        << start + "19 of its 20 cells are numbers, but \"inf\" in line 4 is none";
    QTest::newRow("two") << QByteArray("o,p")
                         << start + "18 of its 20 cells are numbers, but \"o\" in line 4 is none";
    QTest::newRow("three are meant") << QByteArray("o,p,q") << QByteArray();
}

void TestDatasetFiles::csvATextAmongNumbersIsSaid()
{
    QFETCH(const QByteArray, texts);
    QFETCH(const QByteArray, said);
    const QList<QByteArray> list = texts.isEmpty() ? QList<QByteArray>() : texts.split(',');
    QByteArray table = "x,y,z\n1,1,1\n,1,1\n"; // the second row is left out
    for (int i = 0; i < 19; ++i) {
        table += (i < list.size() ? list[i] : QByteArray::number(i % 9)) + ",1,2\n";
    }
    const std::vector<std::string> remarks = datasetFromCsv(write("a.csv", table)).remarks;
    const auto isSaid = [](const std::string& remark) {
        return remark.find("is read as text") != std::string::npos;
    };
    QCOMPARE(std::ranges::count_if(remarks, isSaid), std::ptrdiff_t(said.isEmpty() ? 0 : 1));
    QVERIFY(said.isEmpty() || std::ranges::count(remarks, said.toStdString()) == 1);
}

void TestDatasetFiles::csvThatCannotBeUsedIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("label");
    QTest::addColumn<LabelKind>("kind");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("only labels") << QByteArray("y\n1\n2\n") << QByteArray() << LabelKind::Auto
                                 << QByteArray("no column is left");
    QTest::newRow("text to be predicted as a value")
        << QByteArray("x,y\n1,a\n") << QByteArray() << LabelKind::Value
        << QByteArray("column y holds text");
    QTest::newRow("too large for a float")
        << QByteArray("x,y\n1e39,a\n") << QByteArray() << LabelKind::Auto
        << QByteArray("column x: 1e+39 is too large");
    QByteArray names = "name,y\n";
    for (int i = 0; i < 300; ++i) {
        names += 'n' + QByteArray::number(i) + ",1\n";
    }
    QTest::newRow("a name for each row and nothing else")
        << names << QByteArray() << LabelKind::Auto << QByteArray("no column is left");
    QTest::newRow("a name for each row as label")
        << names << QByteArray("name") << LabelKind::Auto
        << QByteArray("column name is the label, but its 300 texts are all different");
    QTest::newRow("too many categories")
        << names + "n0,1\n"
        << QByteArray() << LabelKind::Auto << QByteArray("column name has 300 different texts");
    QByteArray numbers = "x,y\n0,1\n";
    for (int i = 0; i < 300; ++i) {
        numbers += (i == 5 ? QByteArray("abc") : QByteArray::number(i)) + ",1\n";
    }
    const QByteArray slip = "300 of its 301 cells are numbers, but \"abc\" in line 8 is none";
    QTest::newRow("a slip makes too many categories")
        << numbers << QByteArray() << LabelKind::Auto << slip;
    QTest::newRow("a slip in a value to predict")
        << numbers << QByteArray("x") << LabelKind::Value << slip;
}

void TestDatasetFiles::csvThatCannotBeUsedIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, label);
    QFETCH(LabelKind, kind);
    QFETCH(QByteArray, part);
    CsvDatasetOptions options;
    options.labelColumn = label.toStdString();
    options.labelKind = kind;
    const std::filesystem::path path = write("a.csv", text);
    VERIFY_THROWS(InvalidArgumentError, part.constData(), datasetFromCsv(path, options));
    options.labelColumn = "absent";
    VERIFY_THROWS(NotFoundError, "no column absent", datasetFromCsv(path, options));
}

void TestDatasetFiles::idxPicturesAndLabels()
{
    const std::filesystem::path pictures = write("pictures", kPictures);
    const std::filesystem::path labels = write("labels", kLabels);
    const Dataset dataset = datasetFromIdx(pictures, labels);
    QCOMPARE(dataset.features.dataType(), DataType::UInt8);
    QCOMPARE(dataset.features.shape(), (Shape{2, 1, 2}));
    QCOMPARE(classesOf(dataset), (std::vector<std::int64_t>{2, 0}));
    QCOMPARE(dataset.classNames, (std::vector<std::string>{"0", "1", "2"}));
    QCOMPARE(datasetFromIdx(pictures, labels, {"shirt", "bag", "boot"}).classNames[2],
             std::string("boot"));
}

void TestDatasetFiles::idxThatDoesNotFitIsRefused_data()
{
    QTest::addColumn<QByteArray>("pictures");
    QTest::addColumn<QByteArray>("labels");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("files exchanged") << kLabels << kPictures << QByteArray("not pictures");
    QTest::newRow("pictures twice") << kPictures << kPictures << QByteArray("not labels");
    QTest::newRow("another number of labels")
        << kPictures << QByteArray("\0\0\x08\x01\0\0\0\x01\x02", 9)
        << QByteArray("holds 2 pictures, but");
    QTest::newRow("class without a name")
        << kPictures << QByteArray("\0\0\x08\x01\0\0\0\x02\x02\x03", 10)
        << QByteArray("example 1 has class 3");
}

void TestDatasetFiles::idxThatDoesNotFitIsRefused()
{
    QFETCH(QByteArray, pictures);
    QFETCH(QByteArray, labels);
    QFETCH(QByteArray, part);
    const std::filesystem::path picturesPath = write("pictures", pictures);
    const std::filesystem::path labelsPath = write("labels", labels);
    VERIFY_THROWS(InvalidArgumentError, part.constData(),
                  datasetFromIdx(picturesPath, labelsPath, {"shirt", "bag", "boot"}));
}

QTEST_APPLESS_MAIN(TestDatasetFiles)
#include "tst_dataset_files.moc"
