// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/searchwindow.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "look/access/focuspass.h"
#include "look/controls/searchfield.h"
#include "look/controls/signdelegate.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/trace/tracetext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace sonde::widgets {

using Mode = models::SearchHits::Mode;
using Model = models::TraceModel;

namespace {
constexpr QSize kFirstSize(940, 420);
} // namespace

SearchWindow::SearchWindow(models::TraceModel &trace, QWidget *parent)
    : SecondaryWindow(parent)
    , m_trace(trace)
    , m_hits(trace)
    , m_edit(new QLineEdit(this))
    , m_mode(new QComboBox(this))
    , m_asFilter(new QPushButton(look::icon("filter"), tr("As &filter"), this))
    , m_summary(new QLabel(this))
    , m_table(new QTableView(this))
{
    setWindowTitle(tr("Search everything"));
    look::dressSearchField(*m_edit, look::SearchField::Find);
    m_edit->setAccessibleName(tr("Search text"));
    m_edit->setPlaceholderText(tr("Search every byte of every message"));
    m_mode->addItem(tr("Text"), int(Mode::Text));
    m_mode->addItem(tr("Bytes in hexadecimal"), int(Mode::Bytes));
    m_mode->addItem(tr("Regular expression"), int(Mode::Expression));
    m_mode->setAccessibleName(tr("Kind of search"));
    m_asFilter->setToolTip(tr("Filter the trace by this search"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    makeTable();
    auto *row = new QHBoxLayout;
    row->addWidget(m_edit, 1);
    row->addWidget(m_mode);
    row->addWidget(m_asFilter);
    auto *column = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    column->setContentsMargins(margin, margin, margin, margin);
    column->addLayout(row);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
    look::setFirstSize(this, kFirstSize);
    look::passFocus(*this, *m_edit);

    connect(m_edit, &QLineEdit::textChanged, this, &SearchWindow::search);
    connect(m_mode, &QComboBox::currentIndexChanged, this, &SearchWindow::search);
    connect(m_asFilter, &QPushButton::clicked, this,
        [this] { Q_EMIT filterRequested(m_hits.filter()); });
    connect(m_table, &QAbstractItemView::activated, this,
        [this](const QModelIndex &index) { showHit(index.row()); });
    connect(&trace, &Model::serversChanged, this, &SearchWindow::showServers);
    connect(&m_hits, &QAbstractItemModel::rowsInserted, this, &SearchWindow::showSummary);
    connect(&m_hits, &models::SearchHits::completed, this, &SearchWindow::showSummary);
    search();
}

void SearchWindow::makeTable()
{
    m_table->setModel(&m_hits);
    m_table->setItemDelegate(new look::SignDelegate(m_table));
    m_table->setAccessibleName(tr("Matching messages"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(1);
    m_table->verticalHeader()->setDefaultSectionSize(look::metrics().row);
    const int each = fontMetrics().averageCharWidth();
    constexpr std::pair<int, int> kShown[] = {{Model::NumberColumn, 10}, {Model::TimeColumn, 23},
        {Model::ServerColumn, 18}, {Model::DirectionColumn, 16}, {Model::MethodColumn, 26},
        {Model::SizeColumn, 12}};
    for (int column = 0; column < Model::ColumnCount; ++column)
        m_table->setColumnHidden(column, column != Model::TargetColumn);
    for (const auto &[column, width] : kShown) {
        m_table->setColumnHidden(column, false);
        m_table->setColumnWidth(column, width * each);
    }
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(Model::TargetColumn, QHeaderView::Stretch);
    m_table->horizontalHeader()->moveSection(
        m_table->horizontalHeader()->visualIndex(Model::SizeColumn),
        m_table->horizontalHeader()->visualIndex(Model::TargetColumn));
    m_table->horizontalHeader()->moveSection(
        m_table->horizontalHeader()->visualIndex(Model::ServerColumn),
        m_table->horizontalHeader()->visualIndex(Model::DirectionColumn));
    showServers();
}

// As in the trace: their names tell rows apart once there are two.
void SearchWindow::showServers()
{
    m_table->setColumnHidden(Model::ServerColumn, m_trace.servers().size() < 2);
}

void SearchWindow::showHit(int row)
{
    const trace::Number number = m_hits.number(row);
    const auto place = m_hits.placeOf(row);
    Q_EMIT numberRequested(number);
    if (place)
        Q_EMIT placeRequested(number, place->first, place->second);
}

void SearchWindow::search()
{
    m_error = m_hits.search(static_cast<Mode>(m_mode->currentData().toInt()), m_edit->text());
    m_asFilter->setEnabled(!m_hits.filter().isEmpty());
    showSummary();
}

void SearchWindow::showSummary()
{
    if (!m_error.isEmpty()) {
        m_summary->setText(m_error);
    } else if (m_hits.filter().isEmpty()) {
        m_summary->setText(
            tr("Text search ignores case. Press Enter to show the selected message in the trace."));
    } else {
        const int count = m_hits.rowCount();
        const QString found = count == 1
            ? tr("1 message")
            : tr("%1 messages", nullptr, pluralNumber(count)).arg(countText(count));
        m_summary->setText(m_hits.isComplete() ? found : tr("%1 so far…").arg(found));
    }
}

// From the field down into the list.
void SearchWindow::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_edit->hasFocus() && (event->key() == Qt::Key_Down || isEnter) && m_hits.rowCount() > 0) {
        m_table->setFocus(Qt::OtherFocusReason);
        m_table->selectRow(0);
        if (isEnter)
            showHit(0);
    } else {
        SecondaryWindow::keyPressEvent(event);
    }
}

} // namespace sonde::widgets
