// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "tests/support/errors.h"
#include "tests/support/golden.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QTest>

#include <cmath>
#include <limits>

using namespace engine;

// State files by TensorFlow and by hand; what TensorFlow makes of each stands in expected.json.
class TestCheckpointStateGolden : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void stateFileIsUnderstoodAsByTensorFlow_data();
    void stateFileIsUnderstoodAsByTensorFlow();
    void writtenTextIsTensorFlows_data() { stateFileIsUnderstoodAsByTensorFlow_data(); }
    void writtenTextIsTensorFlows();
    void pathsAreJoinedAsByTensorFlow_data() { stateFileIsUnderstoodAsByTensorFlow_data(); }
    void pathsAreJoinedAsByTensorFlow();

private:
    QString m_folder;
    QJsonArray m_cases;
};

namespace {

std::vector<std::string> stringsOf(const QJsonValue& list)
{
    std::vector<std::string> strings;
    for (const QJsonValue& item : list.toArray()) {
        strings.push_back(item.toString().toStdString());
    }
    return strings;
}

double numberOf(const QJsonValue& value)
{
    const QString name = value.toString();
    if (name == "NaN") {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (name.endsWith("Infinity")) {
        return (name.startsWith('-') ? -1 : 1) * std::numeric_limits<double>::infinity();
    }
    return value.toDouble();
}

bool areSame(double one, double other)
{
    return one == other || (std::isnan(one) && std::isnan(other));
}

QString difference(const CheckpointState& state, const QJsonObject& fields)
{
    if (state.modelCheckpointPath != fields["model_checkpoint_path"].toString().toStdString()) {
        return "model_checkpoint_path: " + QString::fromStdString(state.modelCheckpointPath);
    }
    if (state.allModelCheckpointPaths != stringsOf(fields["all_model_checkpoint_paths"])) {
        return "all_model_checkpoint_paths";
    }
    const QJsonArray timestamps = fields["all_model_checkpoint_timestamps"].toArray();
    const std::vector<double>& found = state.allModelCheckpointTimestamps;
    if (!std::equal(
            found.begin(), found.end(), timestamps.begin(), timestamps.end(),
            [](double one, const QJsonValue& other) { return areSame(one, numberOf(other)); })) {
        return "all_model_checkpoint_timestamps";
    }
    if (!areSame(state.lastPreservedTimestamp.value_or(0),
                 numberOf(fields["last_preserved_timestamp"]))) {
        return "last_preserved_timestamp";
    }
    return {};
}

// With the directory put in for {dir}.
QJsonObject inDirectory(const QJsonValue& fields, const QString& directory)
{
    const QByteArray text = QJsonDocument(fields.toObject()).toJson();
    return QJsonDocument::fromJson(QByteArray(text).replace("{dir}", directory.toUtf8())).object();
}

} // namespace

void TestCheckpointStateGolden::initTestCase()
{
    m_folder = goldenFolder("tf-checkpoints");
    m_cases = jsonObject(m_folder + "/expected.json")["state_files"].toArray();
    QVERIFY2(!m_cases.isEmpty(), qPrintable(m_folder));
}

void TestCheckpointStateGolden::stateFileIsUnderstoodAsByTensorFlow_data()
{
    QTest::addColumn<QJsonObject>("example");
    for (const QJsonValue& example : m_cases) {
        QTest::newRow(qPrintable(example["file"].toString())) << example.toObject();
    }
}

void TestCheckpointStateGolden::stateFileIsUnderstoodAsByTensorFlow()
{
    QFETCH(QJsonObject, example);
    const QByteArray text = fileBytes(m_folder + '/' + example["file"].toString());
    if (!example["parses"].toBool()) {
        VERIFY_THROWS(InvalidArgumentError, "", checkpointStateFromText(text.toStdString()));
        return;
    }
    const QString found =
        difference(checkpointStateFromText(text.toStdString()), example["fields"].toObject());
    QVERIFY2(found.isEmpty(), qPrintable(found));
}

void TestCheckpointStateGolden::writtenTextIsTensorFlows()
{
    QFETCH(QJsonObject, example);
    if (example["origin"].toString() != "tensorflow") {
        QSKIP("not written by TensorFlow");
    }
    const QByteArray text = fileBytes(m_folder + '/' + example["file"].toString());
    QCOMPARE(QByteArray::fromStdString(toText(checkpointStateFromText(text.toStdString()))), text);
}

void TestCheckpointStateGolden::pathsAreJoinedAsByTensorFlow()
{
    QFETCH(QJsonObject, example);
    const QFileInfo file(m_folder + '/' + example["file"].toString());
    const std::string directory = file.path().toStdString();
    const QJsonValue expected = example["get_checkpoint_state"];
    const LocalFileSystem files;
    MemoryLogger logger;
    if (expected["error"].toString() == "ValueError") {
        VERIFY_THROWS(InvalidArgumentError, "Invalid checkpoint state",
                      readCheckpointState(files, directory, logger));
        return;
    }
    const std::optional<CheckpointState> state = readCheckpointState(files, directory, logger);
    // TensorFlow ends in a decoding error where the text is not UTF-8; here it is ignored, too.
    const bool isIgnored = expected.isNull() || expected.toObject().contains("error");
    QCOMPARE(state.has_value(), !isIgnored);
    QCOMPARE(logger.entries().size(), isIgnored ? 1U : 0U);
    if (state) {
        const QString found = difference(*state, inDirectory(expected, file.path()));
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
}

QTEST_APPLESS_MAIN(TestCheckpointStateGolden)
#include "tst_checkpoint_state_golden.moc"
