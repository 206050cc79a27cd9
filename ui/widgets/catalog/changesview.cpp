// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/changesview.h"

#include "content/text/textdiffview.h"
#include "look/access/focuspass.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/signdelegate.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "models/catalog/changemodel.h"
#include "models/catalog/jsonlines.h"

#include <QAction>
#include <QKeyEvent>
#include <QListView>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

const QList<int> kShares{280, 700}; // of the width: items, definition

Bytes linesOf(const mcp::ListItem &item)
{
    return item.page ? Bytes::copyOf(models::jsonLines(item.value().raw()) + '\n') : Bytes();
}

} // namespace

ChangesView::ChangesView(QWidget *parent)
    : QWidget(parent)
    , m_model(new models::ChangeModel(this))
    , m_title(new look::PanelTitle(tr("Changes in the list"), this))
    , m_list(new QListView(this))
    , m_diff(new content::TextDiffView(this))
{
    auto *close = new QAction(look::icon("close"), tr("Back to the list (Esc)"), this);
    connect(close, &QAction::triggered, this, &ChangesView::closed);
    m_title->addButton(close);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new look::SignDelegate(m_list));
    m_list->setAccessibleName(tr("Changed items"));
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) { showChange(index.row()); });
    auto *columns = new look::Splitter(Qt::Horizontal, this);
    columns->addWidget(m_list);
    columns->addWidget(m_diff);
    columns->setDefaultSizes(kShares);
    columns->setStretchFactor(0, 0);
    columns->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_title);
    layout->addWidget(columns, 1);
    look::passFocus(*this, *m_list);
}

void ChangesView::setChanges(const models::ListChanges &changes)
{
    m_model->setChanges(changes);
    m_title->setDetail(QStringLiteral("· ") % changes.summary());
    m_list->setCurrentIndex(m_model->index(0));
    if (changes.isEmpty())
        m_diff->setNothing({});
}

void ChangesView::showChange(int row)
{
    if (row < 0)
        return;
    const auto &change = m_model->changes().changes()[std::size_t(row)];
    m_diff->compare([before = change.before, after = change.after] {
        return std::pair(linesOf(before), linesOf(after));
    });
}

// Esc is a shortcut of the panels too; here it is taken before any shortcut is.
bool ChangesView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void ChangesView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else
        QWidget::keyPressEvent(event);
}

ChangesFrame::ChangesFrame(QWidget *content, QWidget *parent)
    : QWidget(parent)
    , m_message(new look::InlineMessage(this))
    , m_content(content)
    , m_view(new ChangesView(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_message);
    auto *place = new QWidget(this);
    m_stack = new QStackedLayout(place);
    m_stack->addWidget(content);
    m_stack->addWidget(m_view);
    layout->addWidget(place, 1);
    m_message->setObjectName(QStringLiteral("listChanged"));
    connect(m_message, &look::InlineMessage::buttonClicked, this, &ChangesFrame::showChanges);
    connect(m_view, &ChangesView::closed, this, [this] {
        showContent();
        Q_EMIT seen();
    });
}

void ChangesFrame::setChanges(const models::ListChanges &changes)
{
    m_changes = changes;
    if (isShowing() && !changes.isEmpty()) {
        m_view->setChanges(changes);
        return;
    }
    showContent();
    if (changes.isEmpty())
        m_message->hide();
    else
        m_message->showMessage(look::InlineMessage::Kind::Info,
            tr("%1 since the list was last loaded").arg(changes.summary()), tr("Show"),
            tr("The list changed:"));
}

bool ChangesFrame::isShowing() const
{
    return m_stack->currentWidget() == m_view;
}

void ChangesFrame::showChanges()
{
    if (m_changes.isEmpty())
        return;
    m_message->hide();
    m_view->setChanges(m_changes);
    m_stack->setCurrentWidget(m_view);
    m_view->setFocus(Qt::OtherFocusReason);
}

void ChangesFrame::showContent()
{
    m_stack->setCurrentWidget(m_content);
}

} // namespace sonde::widgets
