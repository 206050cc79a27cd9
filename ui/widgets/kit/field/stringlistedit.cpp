// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/field/stringlistedit.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kFewestRows = 2; // visible without scrolling
constexpr int kMostRows = 5;

} // namespace

StringListEdit::StringListEdit(const QString &what, QWidget *parent)
    : QWidget(parent)
    , m_table(new QTableWidget(0, 1, this))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // no taller than its rows
    m_table->setAccessibleName(what);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 7);
    connect(m_table, &QTableWidget::itemChanged, this, &StringListEdit::changed);

    connect(this, &StringListEdit::changed, this, &StringListEdit::fit);
    fit();

    auto *buttons = new QHBoxLayout;
    const auto add = [&](const QString &text, auto slot) {
        auto *button = new QPushButton(text, this);
        connect(button, &QPushButton::clicked, this, slot);
        buttons->addWidget(button);
    };
    add(tr("Add"), [this] {
        append({});
        m_table->setFocus();
        m_table->setCurrentCell(m_table->rowCount() - 1, 0);
        m_table->editItem(m_table->currentItem());
        Q_EMIT changed();
    });
    add(tr("Remove"), [this] {
        if (m_table->currentRow() >= 0)
            m_table->removeRow(m_table->currentRow());
        Q_EMIT changed();
    });
    add(tr("Up"), [this] { move(-1); });
    add(tr("Down"), [this] { move(1); });
    buttons->addStretch();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_table);
    layout->addLayout(buttons);
}

void StringListEdit::setStrings(const QStringList &strings)
{
    m_table->setRowCount(0);
    for (const QString &text : strings)
        append(text);
    Q_EMIT changed();
}

QStringList StringListEdit::strings() const
{
    QStringList strings;
    for (int row = 0; row < m_table->rowCount(); ++row)
        strings << m_table->item(row, 0)->text();
    return strings;
}

// The table is as high as its rows, within limits.
void StringListEdit::fit()
{
    const int rows = std::clamp(m_table->rowCount(), kFewestRows, kMostRows);
    m_table->setFixedHeight(
        rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth());
}

void StringListEdit::append(const QString &text)
{
    const QSignalBlocker quiet(m_table);
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    m_table->setItem(row, 0, new QTableWidgetItem(text));
}

void StringListEdit::move(int by)
{
    const int from = m_table->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_table->rowCount())
        return;
    QTableWidgetItem *item = m_table->takeItem(from, 0);
    m_table->setItem(from, 0, m_table->takeItem(to, 0));
    m_table->setItem(to, 0, item);
    m_table->setCurrentCell(to, 0);
    Q_EMIT changed();
}

} // namespace sonde::widgets
