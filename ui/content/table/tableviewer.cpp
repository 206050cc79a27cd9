// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/table/tableviewer.h"

#include "base/formatting.h"
#include "content/table/contenttablemodel.h"
#include "look/access/focuspass.h"
#include "look/controls/clipboard.h"
#include "look/theme/metrics.h"

#include <QAction>
#include <QFontMetrics>
#include <QHeaderView>
#include <QScrollBar>
#include <QStringBuilder>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {
namespace {

constexpr int kMeasuredRows = 50;
constexpr int kWidest = 40; // letters; wider cells are cut, and whole on hover
constexpr int kMaxCopiedCells = 100'000;

} // namespace

TableViewer::TableViewer(std::shared_ptr<const TableData> table, QWidget *parent)
    : Viewer(parent)
    , m_model(new ContentTableModel(this))
    , m_view(new QTableView(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    look::passFocus(*this, *m_view);
    m_model->setTable(std::move(table));
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Table"));
    m_view->setWordWrap(false);
    m_view->setAlternatingRowColors(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setMinimumSectionSize(look::metrics().row);
    m_view->verticalHeader()->setDefaultSectionSize(look::metrics().row);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->setTabKeyNavigation(false);
    sizeColumns();
    auto *copyCells = new QAction(tr("Copy cells"), this);
    copyCells->setShortcut(QKeySequence::Copy);
    copyCells->setShortcutContext(Qt::WidgetShortcut);
    m_view->addAction(copyCells);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copyCells, &QAction::triggered, this, &TableViewer::copy);
}

void TableViewer::sizeColumns()
{
    const QFontMetrics font(m_view->font());
    const int most = kWidest * font.averageCharWidth();
    const int padding = 4 * look::metrics().unit;
    const int rows = std::min(m_model->rowCount(), kMeasuredRows);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const auto widthOf = [&](const QString &text) {
            return font.horizontalAdvance(text.left(2 * kWidest));
        };
        int width =
            widthOf(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < rows; ++row)
            width = std::max(width, widthOf(m_model->index(row, column).data().toString()));
        m_view->setColumnWidth(column, std::min(width, most) + padding);
    }
}

int TableViewer::wantedHeight(int, int most) const
{
    const int bar = m_view->horizontalScrollBar()->sizeHint().height();
    const qint64 rows = qint64(m_model->rowCount()) * look::metrics().row;
    const int head = m_view->horizontalHeader()->sizeHint().height();
    return int(std::min<qint64>(rows + head + bar + 2 * m_view->frameWidth(), most));
}

QString TableViewer::facts() const
{
    const int rows = m_model->rowCount();
    const int columns = m_model->columnCount();
    QStringList parts{(rows == 1 ? tr("1 row") : tr("%1 rows", nullptr, rows).arg(countText(rows)))
        % QStringLiteral(" × ")
        % (columns == 1 ? tr("1 column")
                        : tr("%1 columns", nullptr, columns).arg(countText(columns)))};
    if (m_model->table()->isCut())
        parts << tr("truncated: the text has more rows");
    if (!m_model->table()->note().isEmpty())
        parts << m_model->table()->note();
    return parts.join(QStringLiteral(" · "));
}

void TableViewer::copy()
{
    QModelIndexList cells = m_view->selectionModel()->selectedIndexes();
    if (cells.isEmpty())
        return;
    std::sort(cells.begin(), cells.end());
    if (cells.size() > kMaxCopiedCells)
        cells.resize(kMaxCopiedCells);
    QString text;
    int row = cells.front().row();
    for (const QModelIndex &cell : std::as_const(cells)) {
        if (!text.isEmpty() || cell != cells.front())
            text += cell.row() == row ? u'\t' : u'\n';
        row = cell.row();
        text += cell.data().toString();
    }
    look::copyToClipboard(text);
}

} // namespace sonde::content
