// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/environmentedit.h"

#include <QCheckBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

class EnvironmentEdit::ValueDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    bool revealed = false;

    QString displayText(const QVariant &value, const QLocale &) const override
    {
        const QString text = value.toString();
        return revealed || text.isEmpty()
            ? text
            : EnvironmentEdit::tr("hidden · %1 characters").arg(text.size());
    }
};

EnvironmentEdit::EnvironmentEdit(QWidget *parent)
    : QWidget(parent)
    , m_table(new QTableWidget(0, 2, this))
    , m_values(new ValueDelegate(this))
{
    m_table->setAccessibleName(tr("Environment variables"));
    m_table->setHorizontalHeaderLabels({tr("Variable"), tr("Value given to the server")});
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->resizeSection(0, 160);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 7);
    m_table->setItemDelegateForColumn(1, m_values);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    connect(m_table, &QTableWidget::itemChanged, this, [this](QTableWidgetItem *item) {
        const QSignalBlocker quiet(m_table);
        if (item->column() == 1)
            item->setData(Qt::AccessibleTextRole, tr("hidden value"));
        Q_EMIT changed();
    });

    auto *addButton = new QPushButton(tr("Add"), this);
    connect(addButton, &QPushButton::clicked, this, [this] {
        add({}, {});
        m_table->setFocus();
        m_table->setCurrentCell(m_table->rowCount() - 1, 0);
        m_table->editItem(m_table->currentItem());
    });
    auto *removeButton = new QPushButton(tr("Remove"), this);
    connect(removeButton, &QPushButton::clicked, this, [this] {
        if (m_table->currentRow() >= 0)
            m_table->removeRow(m_table->currentRow());
        Q_EMIT changed();
    });
    auto *reveal = new QCheckBox(tr("Show values"), this);
    connect(reveal, &QCheckBox::toggled, this, [this](bool on) {
        m_values->revealed = on;
        m_table->viewport()->update();
    });

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(addButton);
    buttons->addWidget(removeButton);
    buttons->addWidget(reveal);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_table);
    layout->addLayout(buttons);
}

void EnvironmentEdit::setVariables(const Variables &variables)
{
    m_table->setRowCount(0);
    for (const auto &[name, value] : variables)
        add(name, value.reveal());
    Q_EMIT changed();
}

EnvironmentEdit::Variables EnvironmentEdit::variables() const
{
    Variables variables;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QString name = m_table->item(row, 0)->text();
        const QString value = m_table->item(row, 1)->text();
        if (!name.isEmpty() || !value.isEmpty())
            variables.emplace_back(name, Secret(value));
    }
    return variables;
}

void EnvironmentEdit::add(const QString &name, const QString &value)
{
    const QSignalBlocker quiet(m_table);
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    auto *nameItem = new QTableWidgetItem(name);
    nameItem->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_table->setItem(row, 0, nameItem);
    auto *valueItem = new QTableWidgetItem(value);
    valueItem->setData(Qt::AccessibleTextRole, tr("hidden value"));
    m_table->setItem(row, 1, valueItem);
    Q_EMIT changed();
}

} // namespace sonde::widgets
