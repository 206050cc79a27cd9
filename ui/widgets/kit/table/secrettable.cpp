// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/table/secrettable.h"

#include "look/access/focuspass.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "widgets/kit/table/secretdelegate.h"

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
constexpr int kNameShare = 35; // percent of the width, at most
// Rows that are visible without scrolling.
constexpr int kLeastRows = 3;
constexpr int kMostRows = 8;

} // namespace

SecretTable::SecretTable(const Texts &texts, IsSecretName isSecretName, Mark mark, QWidget *parent)
    : QWidget(parent)
    , m_table(new QTableWidget(0, ColumnCount, this))
    , m_values(new SecretDelegate(SecretColumn, this))
    , m_isSecretName(isSecretName)
    , m_mark(mark)
{
    makeTable(texts);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_table);
    layout->addLayout(makeButtons(texts));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // as high as its rows
    look::passFocus(*this, *m_table);
}

void SecretTable::makeTable(const Texts &texts)
{
    m_table->setAccessibleName(texts.accessibleName);
    m_table->setHorizontalHeaderLabels({texts.nameHeader, tr("Value"), tr("Secret")});
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
    connect(m_table, &QTableWidget::itemChanged, this, &SecretTable::itemChanged);
    connect(m_table->model(), &QAbstractItemModel::rowsInserted, this, &SecretTable::fitHeight);
    connect(m_table->model(), &QAbstractItemModel::rowsRemoved, this, &SecretTable::fitHeight);
    fitHeight();
}

// The values get more than half of a narrow table.
void SecretTable::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_table->horizontalHeader()->resizeSection(
        NameColumn, std::min(kNameWidth, width() * kNameShare / 100));
}

QLayout *SecretTable::makeButtons(const Texts &texts)
{
    auto *buttons = new QHBoxLayout;
    const auto button = [&](const char *name, const QString &text, const QString &accessibleName,
                            auto act) {
        auto *made = new QPushButton(text, this);
        made->setObjectName(QLatin1String(name));
        made->setAutoDefault(false);
        made->setAccessibleName(accessibleName);
        connect(made, &QPushButton::clicked, this, act);
        buttons->addWidget(made);
        return made;
    };
    button("addRow", tr("Add"), texts.add, [this] { addAndEdit(); });
    button("removeRow", tr("Remove"), texts.remove, [this] { removeCurrent(); });
    if (!texts.moveUp.isEmpty()) {
        // Icons without text: the table is narrow.
        const auto move = [&](const char *name, const char *icon, const QString &text, int by) {
            QPushButton *made = button(name, QString(), text, [this, by] { moveCurrent(by); });
            made->setIcon(look::icon(icon));
            made->setToolTip(text);
        };
        move("moveRowUp", "up", texts.moveUp, -1);
        move("moveRowDown", "down", texts.moveDown, 1);
    }
    auto *reveal = new QCheckBox(tr("Show secrets"), this);
    reveal->setObjectName(QStringLiteral("revealSecrets"));
    connect(reveal, &QCheckBox::toggled, this, [this](bool on) {
        m_values->reveal(on);
        m_table->viewport()->update();
    });
    buttons->addStretch();
    // Below: a narrow form has no room for all in one row.
    auto *rows = new QVBoxLayout;
    rows->addLayout(buttons);
    rows->addWidget(reveal);
    return rows;
}

void SecretTable::addAndEdit()
{
    add({});
    m_table->setFocus();
    m_table->setCurrentCell(m_table->rowCount() - 1, NameColumn);
    m_table->editItem(m_table->currentItem());
}

void SecretTable::removeCurrent()
{
    if (m_table->currentRow() < 0)
        return;
    m_table->removeRow(m_table->currentRow());
    Q_EMIT changed();
}

void SecretTable::moveCurrent(int by)
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

// The dialog scrolls as a whole: a table that takes all there is would push the rest out of sight.
void SecretTable::fitHeight()
{
    const int rows = std::clamp(m_table->rowCount(), kLeastRows, kMostRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth());
}

void SecretTable::setRows(const std::vector<Row> &rows)
{
    m_table->setRowCount(0);
    for (const Row &row : rows)
        add(row);
    Q_EMIT changed();
}

std::vector<SecretTable::Row> SecretTable::rows() const
{
    std::vector<Row> rows;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QString name = m_table->item(row, NameColumn)->text();
        const QString value = m_table->item(row, ValueColumn)->text();
        if (!name.isEmpty() || !value.isEmpty())
            rows.push_back({name, Secret(value), isSecret(row)});
    }
    return rows;
}

void SecretTable::add(const Row &row)
{
    {
        const QSignalBlocker quiet(m_table);
        const int at = m_table->rowCount();
        m_table->insertRow(at);
        for (const auto &[column, text] :
            {std::pair(NameColumn, row.name), std::pair(ValueColumn, row.value.reveal())}) {
            auto *item = new QTableWidgetItem(text);
            item->setFont(look::fixedFont());
            m_table->setItem(at, column, item);
        }
        auto *mark = new QTableWidgetItem;
        mark->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        mark->setCheckState(row.secret ? Qt::Checked : Qt::Unchecked);
        m_table->setItem(at, SecretColumn, mark);
        describe(at);
    }
    Q_EMIT changed();
}

bool SecretTable::isSecret(int row) const
{
    return m_table->item(row, SecretColumn)->checkState() == Qt::Checked;
}

void SecretTable::itemChanged(QTableWidgetItem *item)
{
    {
        const QSignalBlocker quiet(m_table);
        const int row = item->row();
        const bool marks = m_mark == Mark::ByName
            ? item->column() == NameColumn
            : item->column() != SecretColumn && !m_table->item(row, ValueColumn)->text().isEmpty();
        if (marks && m_isSecretName(m_table->item(row, NameColumn)->text()))
            m_table->item(row, SecretColumn)->setCheckState(Qt::Checked);
        describe(row);
    }
    m_table->viewport()->update();
    Q_EMIT changed();
}

void SecretTable::describe(int row)
{
    m_table->item(row, ValueColumn)
        ->setData(
            Qt::AccessibleTextRole, isSecret(row) ? QVariant(tr("redacted value")) : QVariant());
    m_table->item(row, SecretColumn)
        ->setData(Qt::AccessibleTextRole, isSecret(row) ? tr("secret") : tr("not secret"));
}

} // namespace sonde::widgets
