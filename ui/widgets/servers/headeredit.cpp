// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/headeredit.h"

#include "look/metrics.h"
#include "widgets/kit/secretdelegate.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr int kRows = 4; // that are seen without scrolling
constexpr int kSecretWidth = 62;
constexpr int kNameWidth = 140;

} // namespace

HeaderEdit::HeaderEdit(QWidget *parent)
    : QWidget(parent)
    , m_table(new QTableWidget(0, ColumnCount, this))
    , m_values(new SecretDelegate(SecretColumn, this))
{
    m_table->setAccessibleName(tr("Headers of every request"));
    m_table->setHorizontalHeaderLabels({tr("Header"), tr("Value"), tr("Secret")});
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(ValueColumn, QHeaderView::Stretch);
    header->resizeSection(NameColumn, kNameWidth);
    header->resizeSection(SecretColumn, kSecretWidth);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 7);
    m_table->setFixedHeight(
        (kRows + 1) * m_table->verticalHeader()->defaultSectionSize() + look::metrics().gap);
    m_table->setItemDelegateForColumn(ValueColumn, m_values);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    setFocusProxy(m_table);
    connect(m_table, &QTableWidget::itemChanged, this, &HeaderEdit::itemChanged);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_table);
    layout->addLayout(makeButtons());
}

QLayout *HeaderEdit::makeButtons()
{
    auto *buttons = new QHBoxLayout;
    const auto add = [&](const QString &text, const QString &name, auto slot) {
        auto *button = new QPushButton(text, this);
        button->setAutoDefault(false);
        button->setAccessibleName(name);
        connect(button, &QPushButton::clicked, this, slot);
        buttons->addWidget(button);
    };
    add(tr("Add"), tr("Add a header"), [this] {
        this->add({});
        m_table->setFocus();
        m_table->setCurrentCell(m_table->rowCount() - 1, NameColumn);
        m_table->editItem(m_table->currentItem());
    });
    add(tr("Remove"), tr("Remove the header"), [this] {
        if (m_table->currentRow() >= 0)
            m_table->removeRow(m_table->currentRow());
        Q_EMIT changed();
    });
    add(tr("Up"), tr("Move the header up"), [this] { move(-1); });
    add(tr("Down"), tr("Move the header down"), [this] { move(1); });
    auto *reveal = new QCheckBox(tr("Show secrets"), this);
    connect(reveal, &QCheckBox::toggled, this, [this](bool on) {
        m_values->reveal(on);
        m_table->viewport()->update();
    });
    buttons->addWidget(reveal);
    buttons->addStretch();
    return buttons;
}

void HeaderEdit::setHeaders(const std::vector<config::CustomHeader> &headers)
{
    m_table->setRowCount(0);
    for (const config::CustomHeader &header : headers)
        add(header);
    Q_EMIT changed();
}

std::vector<config::CustomHeader> HeaderEdit::headers() const
{
    std::vector<config::CustomHeader> headers;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QString name = m_table->item(row, NameColumn)->text();
        const QString value = m_table->item(row, ValueColumn)->text();
        if (!name.isEmpty() || !value.isEmpty())
            headers.push_back({name, Secret(value), isSecret(row)});
    }
    return headers;
}

void HeaderEdit::add(const config::CustomHeader &header)
{
    const QSignalBlocker quiet(m_table);
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    for (const auto &[column, text] :
        {std::pair(NameColumn, header.name), std::pair(ValueColumn, header.value.reveal())}) {
        auto *item = new QTableWidgetItem(text);
        item->setFont(look::fixedFont());
        m_table->setItem(row, column, item);
    }
    auto *secret = new QTableWidgetItem;
    secret->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    secret->setCheckState(header.secret ? Qt::Checked : Qt::Unchecked);
    m_table->setItem(row, SecretColumn, secret);
    describe(row);
    Q_EMIT changed();
}

bool HeaderEdit::isSecret(int row) const
{
    return m_table->item(row, SecretColumn)->checkState() == Qt::Checked;
}

void HeaderEdit::itemChanged(QTableWidgetItem *item)
{
    const QSignalBlocker quiet(m_table);
    const int row = item->row();
    if (item->column() == NameColumn && config::isSecretHeader(item->text()))
        m_table->item(row, SecretColumn)->setCheckState(Qt::Checked);
    describe(row);
    m_table->viewport()->update();
    Q_EMIT changed();
}

void HeaderEdit::describe(int row)
{
    QTableWidgetItem *value = m_table->item(row, ValueColumn);
    value->setData(
        Qt::AccessibleTextRole, isSecret(row) ? QVariant(tr("redacted value")) : QVariant());
    m_table->item(row, SecretColumn)
        ->setData(Qt::AccessibleTextRole, isSecret(row) ? tr("secret") : tr("not secret"));
}

void HeaderEdit::move(int by)
{
    const int from = m_table->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_table->rowCount())
        return;
    const int column = m_table->currentColumn();
    {
        const QSignalBlocker quiet(m_table);
        for (int i = 0; i < ColumnCount; ++i) {
            QTableWidgetItem *item = m_table->takeItem(from, i);
            m_table->setItem(from, i, m_table->takeItem(to, i));
            m_table->setItem(to, i, item);
        }
    }
    m_table->setCurrentCell(to, column);
    Q_EMIT changed();
}

} // namespace sonde::widgets
