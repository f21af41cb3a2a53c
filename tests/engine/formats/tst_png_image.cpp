// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/png_image.h"
#include "tests/support/errors.h"
#include "tests/support/golden.h"

#include <QJsonArray>
#include <QTest>

#include <png.h>

using namespace engine;

namespace {

// libpng's reader, which tests know apart from the writer.
std::vector<std::uint8_t> decoded(const EncodedImage& encoded, png_uint_32 format)
{
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    png_image_begin_read_from_memory(&image, encoded.bytes.data(), encoded.bytes.size());
    image.format = format;
    std::vector<std::uint8_t> values(PNG_IMAGE_SIZE(image));
    png_image_finish_read(&image, nullptr, values.data(), 0, nullptr);
    return values;
}

} // namespace

class TestPngImage : public QObject
{
    Q_OBJECT

private slots:
    void pixelsAreTensorFlows_data();
    void pixelsAreTensorFlows();
    void picturesComeBack_data();
    void picturesComeBack();
    void impossibleSizesAreRefused_data();
    void impossibleSizesAreRefused();
};

void TestPngImage::pixelsAreTensorFlows_data()
{
    QTest::addColumn<QJsonObject>("golden");
    const QJsonArray cases =
        jsonObject(goldenFolder("events") + "/image-summary.json")["cases"].toArray();
    QVERIFY(!cases.isEmpty());
    for (const QJsonValue& golden : cases) {
        QTest::newRow(qPrintable(golden["name"].toString())) << golden.toObject();
    }
}

void TestPngImage::pixelsAreTensorFlows()
{
    QFETCH(const QJsonObject, golden);
    std::vector<float> values;
    for (const QJsonValue& value : golden["values"].toArray()) {
        values.push_back(value.isString() ? value.toString().replace("Infinity", "inf").toFloat()
                                          : static_cast<float>(value.toDouble()));
    }
    const QJsonArray shape = golden["shape"].toArray();
    const Pixels pixels = pixelsOf(values, shape[0].toInt(), shape[1].toInt(), shape[2].toInt());
    QCOMPARE(pixels.channels, golden["colorspace"].toInt());
    std::vector<std::uint8_t> expected;
    for (const QJsonValue& value : golden["pixels"].toArray()) {
        expected.push_back(static_cast<std::uint8_t>(value.toInt()));
    }
    QCOMPARE(pixels.values, expected);
}

void TestPngImage::picturesComeBack_data()
{
    QTest::addColumn<int>("channels");
    QTest::addColumn<uint>("format");
    QTest::newRow("grey") << 1 << uint{PNG_FORMAT_GRAY};
    QTest::newRow("grey with alpha") << 2 << uint{PNG_FORMAT_GA};
    QTest::newRow("colour") << 3 << uint{PNG_FORMAT_RGB};
    QTest::newRow("colour with alpha") << 4 << uint{PNG_FORMAT_RGBA};
}

void TestPngImage::picturesComeBack()
{
    QFETCH(const int, channels);
    QFETCH(const uint, format);
    Pixels pixels{5, 7, channels, {}};
    for (int i = 0; i < 5 * 7 * channels; ++i) {
        pixels.values.push_back(static_cast<std::uint8_t>(31 * i));
    }
    const EncodedImage encoded = encodePng(pixels);
    QVERIFY(encoded.bytes.starts_with("\x89PNG\r\n"));
    QCOMPARE(encoded.height, 5);
    QCOMPARE(encoded.width, 7);
    QCOMPARE(decoded(encoded, format), pixels.values);
}

void TestPngImage::impossibleSizesAreRefused_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("channels");
    QTest::newRow("no pixel") << 0 << 2 << 1;
    QTest::newRow("negative") << -1 << -2 << 1;
    QTest::newRow("five channels") << 1 << 2 << 5;
    QTest::newRow("another number") << 1 << 3 << 1;
}

void TestPngImage::impossibleSizesAreRefused()
{
    QFETCH(const int, height);
    QFETCH(const int, width);
    QFETCH(const int, channels);
    const std::vector<float> values{0.5F, 1.0F};
    VERIFY_THROWS(InvalidArgumentError, "are no picture of",
                  pixelsOf(values, height, width, channels));
    VERIFY_THROWS(InvalidArgumentError, "are no picture of",
                  encodePng({height, width, channels, {1, 2}}));
}

QTEST_APPLESS_MAIN(TestPngImage)
#include "tst_png_image.moc"
