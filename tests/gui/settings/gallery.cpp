// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/gui/settings/gallery.h"

#include "gui/settings/icons.h"
#include "gui/settings/style.h"

#include <QtWidgets>

namespace gui {

namespace {

QWidget* column(std::initializer_list<QWidget*> widgets)
{
    auto* holder = new QWidget;
    auto* layout = new QVBoxLayout(holder);
    layout->setContentsMargins(4, 0, 4, 4);
    for (QWidget* widget : widgets) {
        layout->addWidget(widget);
    }
    return holder;
}

QWidget* row(std::initializer_list<QWidget*> widgets)
{
    auto* holder = new QWidget;
    auto* layout = new QHBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : widgets) {
        layout->addWidget(widget);
    }
    layout->addStretch();
    return holder;
}

template <typename Widget>
Widget* named(Widget* widget, const char* name)
{
    widget->setObjectName(QLatin1String(name));
    return widget;
}

QTableWidget* makeTable()
{
    auto* table = new QTableWidget(4, 3);
    table->setHorizontalHeaderLabels(
        {QStringLiteral("Step"), QStringLiteral("Loss"), QStringLiteral("Size")});
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(24);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    for (int r = 0; r < table->rowCount(); ++r) {
        for (int c = 0; c < table->columnCount(); ++c) {
            auto* item = new QTableWidgetItem(QString::number(0.2116 * (r + 1), 'f', 4));
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table->setItem(r, c, item);
        }
    }
    table->selectRow(0);
    return table;
}

QSpinBox* makeStepsBox()
{
    auto* box = new QSpinBox;
    box->setRange(0, 9999);
    box->setValue(50);
    box->setSuffix(QStringLiteral(" steps"));
    box->setAlignment(Qt::AlignRight);
    return box;
}

QSlider* makeSlider(int value)
{
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setFixedWidth(104);
    slider->setValue(value);
    return slider;
}

} // namespace

Gallery::Gallery(const ThemeSource& source) : m_source(source)
{
    resize(1280, 800);
    addMenus();
    addToolBar();
    addRunsDock();
    addInspectorDock();
    addPages();
    addStatusBar();
}

void Gallery::addMenus()
{
    for (const char* title : {"&File", "&Run", "&View", "&Chart", "&Tools", "&Settings", "&Help"}) {
        QMenu* menu = named(menuBar()->addMenu(QLatin1String(title)), title + 1);
        QAction* open = menu->addAction(QStringLiteral("&Open Run Store…"));
        open->setShortcut(QKeySequence(QStringLiteral("Ctrl+O")));
        open->setIcon(icon(QStringLiteral("folder"), m_source));
        menu->addSeparator();
        QAction* log = menu->addAction(QStringLiteral("&Logarithmic Scale"));
        log->setCheckable(true);
        log->setChecked(true);
        menu->addAction(QStringLiteral("Save Chec&kpoint"))->setEnabled(false);
        menu->addMenu(QStringLiteral("Text Si&ze"))->addAction(QStringLiteral("Larger"));
    }
}

void Gallery::addToolBar()
{
    auto* bar = named(new QToolBar, "toolbar");
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    QMainWindow::addToolBar(bar);
    struct Entry
    {
        const char* icon;
        const char* text;
        bool enabled;
    };
    for (const Entry& entry : {Entry{"start", "Start", false}, Entry{"pause", "Pause", true},
                               Entry{"step", "Step", false}, Entry{"stop", "Stop", true},
                               Entry{"checkpoint", "Checkpoint", true}}) {
        bar->addAction(icon(QLatin1String(entry.icon), m_source), QLatin1String(entry.text))
            ->setEnabled(entry.enabled);
    }
    bar->addSeparator();
    auto* axis = new QComboBox;
    axis->addItems({QStringLiteral("Step"), QStringLiteral("Epoch")});
    bar->addWidget(axis);
    bar->addSeparator();
    bar->addWidget(makeSlider(46));
    bar->addWidget(makeStepsBox());
    bar->addSeparator();
    bar->addAction(icon(QStringLiteral("zoom-fit"), m_source), QStringLiteral("Fit"));
    QAction* follow =
        bar->addAction(icon(QStringLiteral("follow"), m_source), QStringLiteral("Follow"));
    follow->setCheckable(true);
    follow->setChecked(true);
    bar->widgetForAction(follow)->setObjectName(QStringLiteral("follow"));
}

void Gallery::addRunsDock()
{
    auto* filter = new QLineEdit;
    filter->setPlaceholderText(QStringLiteral("Filter: loss < 0.3 and …"));
    filter->addAction(icon(QStringLiteral("filter"), m_source, IconRole::Secondary),
                      QLineEdit::LeadingPosition);
    auto* runs = new QListWidget;
    for (int slot = 1; slot <= 24; ++slot) {
        runs->addItem(new QListWidgetItem(markerIcon(slot, slot != 4, m_source),
                                          QStringLiteral("fashion-mlp-%1").arg(slot)));
    }
    runs->setCurrentRow(1);
    auto* dock = new QDockWidget(QStringLiteral("Runs"));
    dock->setWidget(column({filter, runs}));
    addDockWidget(Qt::LeftDockWidgetArea, dock);
}

void Gallery::addInspectorDock()
{
    auto* dock = new QDockWidget(QStringLiteral("Inspector"));
    auto* off = makeSlider(0);
    off->setEnabled(false);
    dock->setWidget(column(
        {row({new QLabel(QStringLiteral("Learning rate")), makeSlider(55)}),
         row({new QLabel(QStringLiteral("Clip norm")), off}), makeTable(),
         row({new QPushButton(QStringLiteral("Restore…")), new QPushButton(QStringLiteral("Fork…")),
              new QPushButton(QStringLiteral("Export…"))})}));
    addDockWidget(Qt::RightDockWidgetArea, dock);
}

QWidget* Gallery::makeControls()
{
    auto* start = named(new QPushButton(QStringLiteral("Start Training")), "default");
    start->setDefault(true);
    start->setIcon(icon(QStringLiteral("start"), m_source));
    auto* off = new QPushButton(icon(QStringLiteral("stop"), m_source), QStringLiteral("Off"));
    off->setEnabled(false);
    auto* pausing = named(new QToolButton, "requested");
    pausing->setText(QStringLiteral("Pausing"));
    pausing->setIcon(icon(QStringLiteral("pause"), m_source));
    pausing->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setRequested(*pausing, true);
    auto* check = named(new QCheckBox(QStringLiteral("Only what differs")), "checked");
    check->setChecked(true);
    auto* partly = new QCheckBox(QStringLiteral("Partly"));
    partly->setCheckState(Qt::PartiallyChecked);
    auto* checkOff = new QCheckBox(QStringLiteral("Off"));
    checkOff->setChecked(true);
    checkOff->setEnabled(false);
    auto* radio = new QRadioButton(QStringLiteral("Training"));
    radio->setChecked(true);
    auto* editable = new QComboBox;
    editable->setEditable(true);
    editable->setEditText(QStringLiteral("momentum"));
    auto* field = named(new QLineEdit(QStringLiteral("0.0500")), "field");
    auto* halted = named(new QProgressBar, "halted");
    halted->setValue(42);
    halted->setTextVisible(false);
    halted->setFixedHeight(8);
    setDanger(*halted, true);
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    auto* card = named(new QFrame, "card");
    makeCard(*card);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 8, 12, 8);
    for (QWidget* widget : std::initializer_list<QWidget*>{
             row({start, named(new QPushButton(QStringLiteral("Cancel")), "cancel"), off, pausing}),
             row({check, partly, checkOff, new QCheckBox(QStringLiteral("Unticked")), radio,
                  new QRadioButton(QStringLiteral("Validation"))}),
             line, row({editable, field, makeStepsBox()}), halted}) {
        layout->addWidget(widget);
    }
    layout->addStretch();
    return card;
}

void Gallery::addPages()
{
    auto* tabs = named(new QTabWidget, "pages");
    tabs->setDocumentMode(true);
    auto* page = named(new QWidget, "page");
    page->setAutoFillBackground(true);
    followColor(*page, m_source, QPalette::Window,
                [](const Theme& theme) { return theme.surface.page; });
    auto* layout = new QVBoxLayout(page);
    layout->addWidget(makeControls());
    auto* text = new QPlainTextEdit;
    text->setPlainText(QStringLiteral("step 1 loss 2.31\n").repeated(60));
    followFont(*text, m_source, FontRole::Mono);
    layout->addWidget(text);
    tabs->addTab(page, QStringLiteral("Charts"));
    for (const char* title : {"Compare", "Model", "Data", "Predictions", "Distributions", "Log"}) {
        tabs->addTab(new QWidget, QLatin1String(title));
    }
    setCentralWidget(tabs);
}

void Gallery::addStatusBar()
{
    auto* progress = named(new QProgressBar, "progress");
    progress->setValue(42);
    progress->setTextVisible(false);
    progress->setFixedSize(160, 8);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(new QLabel(QStringLiteral("Running")));
    statusBar()->addWidget(progress);
    statusBar()->addWidget(new QLabel(QStringLiteral("4 210 of 10 000")));
}

} // namespace gui
