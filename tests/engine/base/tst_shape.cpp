// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/shape.h"
#include "tests/support/errors.h"

#include <QTest>

using engine::InvalidArgumentError;
using engine::Shape;

Q_DECLARE_METATYPE(Shape)

namespace {

constexpr std::int64_t kUnknown = Shape::kUnknownDim;

} // namespace

class ShapeTest : public QObject
{
    Q_OBJECT

private slots:
    void shapesPrintAndCount_data();
    void shapesPrintAndCount();
    void countsThatDoNotExistAreErrors();
    void negativeAxesCountFromTheEnd();
    void impossibleShapesAreErrors();
    void shapesOfDifferentRankAreNotEqual();
    void compatibility_data();
    void compatibility();
    void changedAxes();
};

void ShapeTest::shapesPrintAndCount_data()
{
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("count");

    QTest::newRow("scalar") << Shape() << "[]" << qint64{1};
    QTest::newRow("vector") << Shape{7} << "[7]" << qint64{7};
    QTest::newRow("pictures") << Shape{128, 28, 28, 3} << "[128, 28, 28, 3]" << qint64{301056};
    QTest::newRow("empty") << Shape{0, 3} << "[0, 3]" << qint64{0};
    QTest::newRow("eight axes") << Shape{1, 2, 1, 2, 1, 2, 1, 2} << "[1, 2, 1, 2, 1, 2, 1, 2]"
                                << qint64{16};
}

void ShapeTest::shapesPrintAndCount()
{
    QFETCH(Shape, shape);
    QTEST(QString::fromStdString(shape.toString()), "text");
    QTEST(qint64{shape.elementCount()}, "count");
    QVERIFY(shape.isFullyKnown());
}

void ShapeTest::countsThatDoNotExistAreErrors()
{
    const Shape unknown{kUnknown, 3136};
    QCOMPARE(unknown.toString(), std::string("[?, 3136]"));
    QVERIFY(!unknown.isFullyKnown());
    VERIFY_THROWS(InvalidArgumentError, "[?, 3136] is not fully known", unknown.elementCount());
    const std::int64_t large = std::int64_t{1} << 32;
    VERIFY_THROWS(InvalidArgumentError, "too many elements", (Shape{large, large}.elementCount()));
}

void ShapeTest::negativeAxesCountFromTheEnd()
{
    const Shape shape{2, 3, 5};
    QCOMPARE(shape.dim(0), 2);
    QCOMPARE(shape.dim(-1), 5);
    QCOMPARE(shape.dim(-3), 2);
    VERIFY_THROWS(InvalidArgumentError, "axis 3 is out of range for shape [2, 3, 5]", shape.dim(3));
    VERIFY_THROWS(InvalidArgumentError, "axis -4", shape.dim(-4));
    VERIFY_THROWS(InvalidArgumentError, "axis 0", Shape().dim(0));
}

void ShapeTest::impossibleShapesAreErrors()
{
    VERIFY_THROWS(InvalidArgumentError, "size of -2", (Shape{3, -2}));
    VERIFY_THROWS(InvalidArgumentError, "at most 8 axes", (Shape{1, 1, 1, 1, 1, 1, 1, 1, 1}));
}

void ShapeTest::shapesOfDifferentRankAreNotEqual()
{
    QVERIFY(Shape({2, 3}) == Shape({2, 3}));
    QVERIFY(Shape({2, 3}) != Shape({3, 2}));
    QVERIFY(Shape({2}) != Shape({2, 0}));
    QVERIFY(Shape() != Shape({0}));
}

void ShapeTest::compatibility_data()
{
    QTest::addColumn<Shape>("left");
    QTest::addColumn<Shape>("right");
    QTest::addColumn<QString>("merged"); // empty: not compatible

    QTest::newRow("equal") << Shape{2, 3} << Shape{2, 3} << "[2, 3]";
    QTest::newRow("unknown left") << Shape{kUnknown, 3} << Shape{2, 3} << "[2, 3]";
    QTest::newRow("unknown right") << Shape{2, 3} << Shape{2, kUnknown} << "[2, 3]";
    QTest::newRow("each knows one") << Shape{kUnknown, 3} << Shape{2, kUnknown} << "[2, 3]";
    QTest::newRow("nobody knows") << Shape{kUnknown, 3} << Shape{kUnknown, 3} << "[?, 3]";
    QTest::newRow("sizes differ") << Shape{2, 3} << Shape{2, 4} << QString();
    QTest::newRow("ranks differ") << Shape{2, 3} << Shape{2, 3, 1} << QString();
    QTest::newRow("scalar and vector") << Shape() << Shape{kUnknown} << QString();
}

void ShapeTest::compatibility()
{
    QFETCH(Shape, left);
    QFETCH(Shape, right);
    QFETCH(QString, merged);
    QCOMPARE(left.isCompatibleWith(right), !merged.isEmpty());
    QCOMPARE(right.isCompatibleWith(left), !merged.isEmpty());
    if (merged.isEmpty()) {
        VERIFY_THROWS(InvalidArgumentError, "do not agree", left.mergedWith(right));
    } else {
        QCOMPARE(QString::fromStdString(left.mergedWith(right).toString()), merged);
    }
}

void ShapeTest::changedAxes()
{
    Shape shape{2, 3};
    shape.setDim(-1, kUnknown);
    shape.append(5);
    QVERIFY(shape == Shape({2, kUnknown, 5}));
    VERIFY_THROWS(InvalidArgumentError, "size of -2", shape.setDim(0, -2));
    VERIFY_THROWS(InvalidArgumentError, "axis 3", shape.setDim(3, 1));
}

QTEST_GUILESS_MAIN(ShapeTest)
#include "tst_shape.moc"
