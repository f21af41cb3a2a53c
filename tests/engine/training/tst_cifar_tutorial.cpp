// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batcher.h"
#include "engine/data/cifar_dataset.h"
#include "engine/ops/basic_ops.h"
#include "tests/bench/workload_nets.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/support/cifar_pictures.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace engine;

// TensorFlow's CIFAR-10 tutorial as a whole, in its full width: files in CIFAR's format, distorted
// pictures, the net with weight decay, gradient descent, averages of losses and of variables, and
// the evaluation with the averaged variables.
class TestCifarTutorial : public QObject
{
    Q_OBJECT

private slots:
    void learnsPicturesInCifarsFormat();
};

namespace {

Dataset picturesIn(const std::filesystem::path& path)
{
    Dataset dataset = datasetFromCifar({path}, CifarKind::Cifar10);
    dataset.augmentation.crop = {24, 24, 0};
    dataset.augmentation.flipsLeftRight = true;
    dataset.augmentation.brightness = 63;
    dataset.augmentation.leastContrast = 0.2;
    dataset.augmentation.mostContrast = 1.8;
    dataset.augmentation.standardizes = true;
    return dataset;
}

class Tutorial
{
public:
    explicit Tutorial(Graph& graph)
        : m_graph(graph), m_x(placeholder(graph, DataType::Float, Shape{-1, 24, 24, 3})),
          m_y(placeholder(graph, DataType::Int64, Shape{-1})), m_net(cifarTutorialNet(m_x, m_y)),
          m_session(graph, {2})
    {
        initializeVariables(m_session);
    }

    // The loss before the step.
    double step(const Batch& batch)
    {
        const std::vector<Fetch> fetches{m_net.loss, *m_net.train};
        return m_session.run(fetches, feedsOf(batch))[0].scalarValue<float>();
    }

    double value(std::string_view variable)
    {
        return m_session.run(findVariable(m_graph, variable)->value()).scalarValue<float>();
    }

    // Every variable becomes its average. The largest change.
    double takeAverages()
    {
        double largest = 0;
        for (const auto& variable : m_graph.collectionOf<Variable>(keys::kTrainableVariables)) {
            const auto average =
                findVariable(m_graph, variable->name() + "/ExponentialMovingAverage");
            const Tensor before = m_session.run(variable->value());
            const Tensor after = m_session.run(assign(variable->value(), average->value()));
            for (std::int64_t i = 0; i < before.elementCount(); ++i) {
                const auto at = static_cast<std::size_t>(i);
                largest = std::max(largest,
                                   std::abs(double(before.values<float>()[at])
                                            - double(after.values<float>()[at])));
            }
        }
        return largest;
    }

    double accuracy(const Batch& batch)
    {
        const std::vector<Fetch> fetches{m_net.logits};
        const Tensor logits = m_session.run(fetches, feedsOf(batch))[0];
        const std::span<const float> scores = logits.values<float>();
        const std::span<const std::int64_t> labels = batch.labels.values<std::int64_t>();
        int right = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const auto row = scores.subspan(10 * i, 10);
            right += std::ranges::max_element(row) - row.begin() == labels[i] ? 1 : 0;
        }
        return double(right) / double(labels.size());
    }

private:
    std::vector<Feed> feedsOf(const Batch& batch) const
    {
        return {{m_x, batch.features}, {m_y, batch.labels}};
    }

    Graph& m_graph;
    Output m_x;
    Output m_y;
    TrainedNet m_net;
    DirectSession m_session;
};

double meanOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

} // namespace

void TestCifarTutorial::learnsPicturesInCifarsFormat()
{
    constexpr int kSteps = 300;
    constexpr std::size_t kSome = 10;
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    writeCifarPictures(path / "data_batch_1.bin", 500, 1);
    writeCifarPictures(path / "test_batch.bin", 200, 2);
    ShuffledBatcher batches(picturesIn(path / "data_batch_1.bin"), 32, 1);

    Graph graph(1);
    Tutorial tutorial(graph);
    Batch batch;
    std::vector<double> losses;
    double average = 0;
    for (int step = 0; step < kSteps; ++step) {
        batches.fill(step, batch);
        losses.push_back(tutorial.step(batch));
        average = 0.9 * average + 0.1 * losses.back();
    }
    const double first = meanOf(std::span(losses).first(kSome));
    const double last = meanOf(std::span(losses).last(kSome));
    const QString fall = QStringLiteral("%1 at first, %2 at last").arg(first).arg(last);
    QVERIFY2(last < first - 1.5, qPrintable(fall)); // of 2.3; the rest is weight decay
    const double kept = tutorial.value("total_loss/ExponentialMovingAverage");
    QVERIFY2(std::abs(kept - average) < 1e-4 * average, qPrintable(QString::number(kept)));

    SequentialBatcher test(picturesIn(path / "test_batch.bin"), 200);
    test.fill(0, batch);
    QVERIFY(tutorial.takeAverages() > 1e-3);
    const double accuracy = tutorial.accuracy(batch);
    QVERIFY2(accuracy > 0.8, qPrintable(QString::number(accuracy)));
}

QTEST_GUILESS_MAIN(TestCifarTutorial)
#include "tst_cifar_tutorial.moc"
