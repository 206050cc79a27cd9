// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/commandpalette.h"

#include "look/access/listkeys.h"
#include "models/catalog/shownname.h"
#include "session/catalog/fuzzymatch.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {
namespace {

constexpr int kMaxShown = 200;
constexpr int kEntryRole = Qt::UserRole + 1;
constexpr int kHintRole = Qt::UserRole + 2;

// The keys stand right of the name, muted.
class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        painter->save();
        painter->setFont(option.font);
        painter->setPen(option.palette.color(QPalette::PlaceholderText));
        painter->drawText(option.rect.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter,
            index.data(kHintRole).toString());
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(option.fontMetrics.height() + 9);
        return size;
    }
};

} // namespace

CommandPalette::CommandPalette(QWidget *window)
    : QFrame(window, Qt::Popup)
    , m_field(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_model(new QStandardItemModel(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Go to anything"));
    m_field->setPlaceholderText(tr("Actions, servers, tools…"));
    m_field->setAccessibleName(tr("Go to"));
    m_field->installEventFilter(this);
    m_list->setAccessibleName(tr("Matches"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFocusPolicy(Qt::NoFocus);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->setSpacing(6);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, &CommandPalette::run);
}

void CommandPalette::open(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    m_field->clear();
    filter({});
    const QWidget *window = parentWidget();
    const int width = qMin(620, window->width() - 32);
    resize(width, qMin(420, window->height() - 80));
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, 40)));
    show();
    m_field->setFocus(Qt::PopupFocusReason);
}

int CommandPalette::shownCount() const
{
    return m_model->rowCount();
}

void CommandPalette::filter(const QString &typed)
{
    std::vector<std::pair<int, std::size_t>> fitting;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (const auto score = session::fuzzyScore(typed, m_entries[i].text))
            fitting.emplace_back(typed.trimmed().isEmpty() ? 0 : -*score, i);
    }
    std::stable_sort(fitting.begin(), fitting.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    if (fitting.size() > kMaxShown)
        fitting.resize(kMaxShown);
    m_model->clear();
    for (const auto &[score, i] : fitting) {
        const Entry &entry = m_entries[i];
        const QString text = models::shownName(entry.text);
        const QString hint = models::shownName(entry.hint);
        auto *item = new QStandardItem(entry.icon, text);
        item->setData(QVariant::fromValue(qulonglong(i)), kEntryRole);
        item->setData(hint, kHintRole);
        item->setData(hint.isEmpty() ? text : QString(text % QStringLiteral(", ") % hint),
            Qt::AccessibleTextRole);
        m_model->appendRow(item);
    }
    look::selectRow(*m_list, 0);
}

void CommandPalette::run(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    // Hidden first: what runs may open a window of its own, or this palette again.
    const auto action = m_entries[index.data(kEntryRole).toULongLong()].run;
    hide();
    if (action)
        action();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter)
        return look::moveInList(*m_list, key) || QFrame::eventFilter(watched, event);
    run(m_list->currentIndex());
    return true;
}

} // namespace sonde::widgets
