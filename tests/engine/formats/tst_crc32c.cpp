// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/crc32c.h"

#include <QTest>

#include <string>

using namespace engine;

namespace {

std::string countedBytes(int first, int step, int count)
{
    std::string bytes;
    for (int i = 0; i < count; ++i) {
        bytes.push_back(static_cast<char>(first + i * step));
    }
    return bytes;
}

} // namespace

class TestCrc32c : public QObject
{
    Q_OBJECT

private slots:
    void publishedValues_data();
    void publishedValues();
    void instructionAndTableAgreeForEveryLengthAndAlignment();
    void aChecksumCanBeContinued();
};

void TestCrc32c::publishedValues_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<quint32>("crc");
    QTest::addColumn<quint32>("masked");
    const auto row = [](const char* name, const std::string& bytes, quint32 crc, quint32 masked) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << crc << masked;
    };
    row("digits", "123456789", 0xe3069283, 0xc78ab0e5);
    row("32 zeros", std::string(32, '\0'), 0x8a9136aa, 0x0fd7fffa);
    row("32 ones", std::string(32, '\xff'), 0x62a8ab43, 0xf909b029);
    row("ascending", countedBytes(0, 1, 32), 0x46dd794e, 0x951f7892);
    row("descending", countedBytes(31, -1, 32), 0x113fdb5c, 0x593b0d57);
    row("nothing", "", 0x00000000, 0xa282ead8);
    row("one letter", "a", 0xc1d04330, 0x28e46e78);
}

void TestCrc32c::publishedValues()
{
    QFETCH(QByteArray, bytes);
    QFETCH(quint32, crc);
    QFETCH(quint32, masked);
    const std::string data = bytes.toStdString();
    QCOMPARE(crc32c(data), crc);
    QCOMPARE(extendCrc32cByTable(0, data), crc);
    QCOMPARE(maskCrc32c(crc), masked);
    QCOMPARE(unmaskCrc32c(masked), crc);
}

void TestCrc32c::instructionAndTableAgreeForEveryLengthAndAlignment()
{
    const std::string bytes = countedBytes(7, 37, 80);
    for (std::size_t begin = 0; begin < 9; ++begin) {
        for (std::size_t count = 0; begin + count <= bytes.size(); ++count) {
            const std::string_view part = std::string_view(bytes).substr(begin, count);
            QCOMPARE(crc32c(part), extendCrc32cByTable(0, part));
        }
    }
}

void TestCrc32c::aChecksumCanBeContinued()
{
    const std::string_view bytes = "the checksum of a whole is that of its parts";
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        const std::uint32_t first = crc32c(bytes.substr(0, cut));
        QCOMPARE(extendCrc32c(first, bytes.substr(cut)), crc32c(bytes));
        QCOMPARE(extendCrc32cByTable(first, bytes.substr(cut)), crc32c(bytes));
    }
}

QTEST_APPLESS_MAIN(TestCrc32c)
#include "tst_crc32c.moc"
