// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/table/plaintable.h"

#include "look/controls/clipboard.h"
#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"

#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>
#include <numeric>

namespace sonde::widgets {

namespace {

class PlainDelegate final : public look::SignDelegate {
public:
    using SignDelegate::SignDelegate;
    void addMonospace(int column) { m_monospace += column; }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        SignDelegate::initStyleOption(option, index);
        if (!m_monospace.contains(index.column()))
            return;
        option->font = look::fixedFont();
        option->fontMetrics = QFontMetrics(option->font);
    }

private:
    QList<int> m_monospace;
};

} // namespace

PlainTable::PlainTable(QAbstractItemModel *model, QWidget *parent)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new PlainDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setEditTriggers(NoEditTriggers);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    connect(model, &QAbstractItemModel::modelReset, this, &PlainTable::followColumns);
    m_usual.resize(model->columnCount());
    applySizes();
}

void PlainTable::setMonospace(int column)
{
    static_cast<PlainDelegate *>(itemDelegate())->addMonospace(column);
}

void PlainTable::setUsualWidth(int column, int characters)
{
    m_usual[column] = characters;
    applySizes();
}

// Of a model whose columns change, the widths of those that stay are kept.
void PlainTable::followColumns()
{
    if (m_usual.size() == model()->columnCount())
        return;
    m_usual.resize(model()->columnCount());
    applySizes();
}

int PlainTable::usualWidth() const
{
    const int characters = std::accumulate(m_usual.begin(), m_usual.end(), 0);
    return characters * fontMetrics().averageCharWidth();
}

void PlainTable::applySizes()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(look::metrics().treeRow);
    for (int column = 0; column < m_usual.size(); ++column) {
        const bool fixed = m_usual[column] > 0;
        horizontalHeader()->setSectionResizeMode(
            column, fixed ? QHeaderView::Interactive : QHeaderView::Stretch);
        if (fixed)
            setColumnWidth(column, fontMetrics().averageCharWidth() * m_usual[column]);
    }
}

void PlainTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applySizes();
}

void PlainTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copyRows();
    else
        QTableView::keyPressEvent(event);
}

void PlainTable::copyRows()
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    if (rows.size() > kMaxCopied)
        rows.resize(kMaxCopied);
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows)) {
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column) {
            if (m_copied < 0 || column == m_copied)
                cells += row.siblingAtColumn(column).data().toString();
        }
        lines += cells.join(u'\t');
    }
    if (lines.isEmpty())
        return;
    const QString text = lines.join(u'\n');
    look::copyToClipboard(text);
}

} // namespace sonde::widgets
