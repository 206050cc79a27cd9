// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/environmentedit.h"

#include "config/profile.h"
#include "look/metrics.h"
#include "widgets/kit/secretdelegate.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kSecretWidth = 62;
constexpr int kNameWidth = 160;
// Rows that are seen at once; what is more is scrolled to.
constexpr int kLeastRows = 3;
constexpr int kMostRows = 8;

} // namespace

EnvironmentEdit::EnvironmentEdit(QWidget *parent)
    : QWidget(parent)
    , m_table(new QTableWidget(0, ColumnCount, this))
    , m_values(new SecretDelegate(SecretColumn, this))
{
    m_table->setAccessibleName(tr("Environment variables"));
    m_table->setHorizontalHeaderLabels({tr("Variable"), tr("Value"), tr("Secret")});
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(ValueColumn, QHeaderView::Stretch);
    header->resizeSection(NameColumn, kNameWidth);
    header->resizeSection(SecretColumn, kSecretWidth);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 7);
    m_table->setItemDelegateForColumn(ValueColumn, m_values);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    connect(m_table, &QTableWidget::itemChanged, this, &EnvironmentEdit::itemChanged);
    connect(m_table->model(), &QAbstractItemModel::rowsInserted, this, &EnvironmentEdit::fitHeight);
    connect(m_table->model(), &QAbstractItemModel::rowsRemoved, this, &EnvironmentEdit::fitHeight);
    fitHeight();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_table);
    layout->addLayout(makeButtons());
}

QLayout *EnvironmentEdit::makeButtons()
{
    auto *addButton = new QPushButton(tr("Add"), this);
    connect(addButton, &QPushButton::clicked, this, [this] {
        add({}, {}, false);
        m_table->setFocus();
        m_table->setCurrentCell(m_table->rowCount() - 1, NameColumn);
        m_table->editItem(m_table->currentItem());
    });
    auto *removeButton = new QPushButton(tr("Remove"), this);
    connect(removeButton, &QPushButton::clicked, this, [this] {
        if (m_table->currentRow() >= 0)
            m_table->removeRow(m_table->currentRow());
        Q_EMIT changed();
    });
    auto *reveal = new QCheckBox(tr("Show secrets"), this);
    connect(reveal, &QCheckBox::toggled, this, [this](bool on) {
        m_values->reveal(on);
        m_table->viewport()->update();
    });
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(addButton);
    buttons->addWidget(removeButton);
    buttons->addWidget(reveal);
    buttons->addStretch();
    return buttons;
}

// The dialog scrolls as a whole: a table that takes all there is would push the rest out of sight.
void EnvironmentEdit::fitHeight()
{
    const int rows = std::clamp(m_table->rowCount(), kLeastRows, kMostRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth());
}

void EnvironmentEdit::setVariables(const Variables &variables, const QStringList &secret)
{
    m_table->setRowCount(0);
    for (const auto &[name, value] : variables)
        add(name, value.reveal(), secret.contains(name));
    Q_EMIT changed();
}

EnvironmentEdit::Variables EnvironmentEdit::variables() const
{
    Variables variables;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QString name = m_table->item(row, NameColumn)->text();
        const QString value = m_table->item(row, ValueColumn)->text();
        if (!name.isEmpty() || !value.isEmpty())
            variables.emplace_back(name, Secret(value));
    }
    return variables;
}

QStringList EnvironmentEdit::secretNames() const
{
    QStringList names;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        if (isSecret(row))
            names << m_table->item(row, NameColumn)->text();
    }
    return names;
}

void EnvironmentEdit::add(const QString &name, const QString &value, bool secret)
{
    const QSignalBlocker quiet(m_table);
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    for (const auto &[column, text] :
        {std::pair(NameColumn, name), std::pair(ValueColumn, value)}) {
        auto *item = new QTableWidgetItem(text);
        item->setFont(look::fixedFont());
        m_table->setItem(row, column, item);
    }
    auto *mark = new QTableWidgetItem;
    mark->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    mark->setCheckState(secret ? Qt::Checked : Qt::Unchecked);
    m_table->setItem(row, SecretColumn, mark);
    describe(row);
    Q_EMIT changed();
}

bool EnvironmentEdit::isSecret(int row) const
{
    return m_table->item(row, SecretColumn)->checkState() == Qt::Checked;
}

void EnvironmentEdit::itemChanged(QTableWidgetItem *item)
{
    const QSignalBlocker quiet(m_table);
    const int row = item->row();
    // An empty value is no secret, and would be looked for in the keychain.
    if (item->column() != SecretColumn && !m_table->item(row, ValueColumn)->text().isEmpty()
        && config::isSecretVariable(m_table->item(row, NameColumn)->text()))
        m_table->item(row, SecretColumn)->setCheckState(Qt::Checked);
    describe(row);
    m_table->viewport()->update();
    Q_EMIT changed();
}

void EnvironmentEdit::describe(int row)
{
    m_table->item(row, ValueColumn)
        ->setData(
            Qt::AccessibleTextRole, isSecret(row) ? QVariant(tr("redacted value")) : QVariant());
    m_table->item(row, SecretColumn)
        ->setData(Qt::AccessibleTextRole, isSecret(row) ? tr("secret") : tr("not secret"));
}

} // namespace sonde::widgets
