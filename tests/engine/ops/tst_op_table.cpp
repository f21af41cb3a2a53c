// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/random.h"
#include "tests/engine/ops/gradient_checker.h"
#include "tests/engine/ops/op_table.h"

#include <QTest>

#include <cstring>

using namespace engine;

// What must hold for every operation of the tables.
class TestOpTable : public QObject
{
    Q_OBJECT

private slots:
    void gradientsAreRight_data()
    {
        addRows(
            {basicRows(), elementwiseRows(), arrayRows(), pictureRows(), netRows(), edgeRows()});
    }
    void gradientsAreRight();
    void resultsAreTheSameBits_data()
    {
        addRows({basicRows(), elementwiseRows(), arrayRows(), pictureRows(), netRows(), edgeRows(),
                 largeRows()});
    }
    void resultsAreTheSameBits();

private:
    void addRows(std::initializer_list<std::vector<OpRow>> tables);

    std::vector<OpRow> m_rows;
};

void TestOpTable::addRows(std::initializer_list<std::vector<OpRow>> tables)
{
    m_rows.clear();
    for (const auto& rows : tables) {
        m_rows.insert(m_rows.end(), rows.begin(), rows.end());
    }
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        QString shapes;
        for (const Shape& shape : m_rows[i].shapes) {
            shapes += ' ' + QString::fromStdString(shape.toString());
        }
        QTest::addRow("%s:%s (%d)", m_rows[i].name.c_str(), qPrintable(shapes), static_cast<int>(i))
            << i;
    }
}

void TestOpTable::gradientsAreRight()
{
    QFETCH(std::size_t, index);
    const OpRow& row = m_rows[index];
    VERIFY_GRADIENT({row.shapes, row.build, row.low, row.high, row.shapesMayBeUnknown});
}

namespace {

std::vector<Tensor> drawn(const OpRow& row)
{
    RandomStream random(7, 1);
    std::vector<Tensor> tensors;
    for (const Shape& shape : row.shapes) {
        Tensor tensor(DataType::Float, shape);
        for (float& value : tensor.values<float>()) {
            value = static_cast<float>(row.low + (row.high - row.low) * random.nextUnit());
        }
        tensors.push_back(tensor);
    }
    return tensors;
}

bool areEqual(const Tensor& a, const Tensor& b)
{
    return a.shape() == b.shape() && std::memcmp(a.data(), b.data(), a.byteCount()) == 0;
}

} // namespace

// In float32 and on three threads: twice in one session and once in another.
void TestOpTable::resultsAreTheSameBits()
{
    QFETCH(std::size_t, index);
    const std::vector<Tensor> inputs = drawn(m_rows[index]);
    std::vector<std::vector<Tensor>> results;
    for (int session = 0; session < 2; ++session) {
        Graph graph;
        std::vector<Output> placeholders;
        std::vector<Feed> feeds;
        for (const Tensor& input : inputs) {
            placeholders.push_back(placeholder(graph, input.dataType(), input.shape()));
            feeds.push_back({placeholders.back(), input});
        }
        const Output output = m_rows[index].build(placeholders);
        std::vector<Fetch> fetches{output};
        for (const Output& slope : gradients(output, placeholders)) {
            fetches.emplace_back(slope);
        }
        DirectSession direct(graph, {3});
        results.push_back(direct.run(fetches, feeds));
        results.push_back(direct.run(fetches, feeds));
    }
    for (std::size_t run = 1; run < results.size(); ++run) {
        for (std::size_t i = 0; i < results[0].size(); ++i) {
            QVERIFY(areEqual(results[0][i], results[run][i]));
        }
    }
}

QTEST_APPLESS_MAIN(TestOpTable)
#include "tst_op_table.moc"
