// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/toollist.h"

#include "content/iconengine.h"
#include "content/metrics.h"
#include "content/sign.h"
#include "content/signdelegate.h"
#include "content/theme.h"
#include "content/tonelabel.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

namespace sonde::widgets {
namespace {

using Model = models::ToolModel;

// The name, and on the right the tags that matter most: destructive first.
class ToolDelegate : public content::SignDelegate {
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        painter->save();
        QRect rest = option.rect.adjusted(8, 0, -6, 0);
        if (const auto tag = tagOf(index)) {
            const int width = content::tagWidth(*tag);
            QRect place = rest;
            place.setLeft(rest.right() - width + 1);
            content::paintTag(painter, place, *tag);
            rest.setRight(place.left() - 6);
        }
        const bool malformed = !index.data(Model::MalformedRole).toString().isEmpty();
        painter->setFont(option.font);
        painter->setPen(malformed ? content::theme().error : content::theme().text);
        painter->drawText(rest, Qt::AlignVCenter | Qt::TextSingleLine,
            option.fontMetrics.elidedText(
                index.data(Qt::DisplayRole).toString(), Qt::ElideRight, rest.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {120, content::metrics().row};
    }

private:
    static std::optional<content::Tag> tagOf(const QModelIndex &index)
    {
        if (!index.data(Model::MalformedRole).toString().isEmpty())
            return content::Tag{ToolList::tr("no tool"), true};
        if (index.data(Model::DuplicateRole).toBool())
            return content::Tag{ToolList::tr("again"), true};
        if (index.data(Model::DestructiveRole).toBool())
            return content::Tag{ToolList::tr("destructive"), true};
        const QStringList words = index.data(Model::AnnotationsRole).toStringList();
        return words.isEmpty() ? std::nullopt : std::optional(content::Tag{words.first(), false});
    }
};

} // namespace

ToolList::ToolList(QWidget *parent)
    : QWidget(parent)
    , m_model(new models::ToolModel(this))
    , m_proxy(new models::ToolFilterProxy(this))
    , m_filter(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_stopped(new content::ToneLabel(models::Tone::Warn, this))
{
    m_proxy->setSourceModel(m_model);
    m_filter->setPlaceholderText(tr("Filter tools"));
    m_filter->setAccessibleName(tr("Filter tools"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(content::icon("filter", models::Tone::Muted), QLineEdit::LeadingPosition);
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, m_proxy, &models::ToolFilterProxy::setText);
    m_list->setModel(m_proxy);
    m_list->setItemDelegate(new ToolDelegate(m_list));
    m_list->setAccessibleName(tr("Tools"));
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_stopped->setWordWrap(true);
    m_stopped->hide();
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) {
            if (!index.isValid())
                return;
            m_chosen = index.data(Model::NameRole).toString();
            Q_EMIT chosen(m_proxy->mapToSource(index).row());
        });
    connect(m_list, &QListView::activated, this, &ToolList::activated);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_stopped);
    setFocusProxy(m_list);
}

void ToolList::setListing(const mcp::Listing &listing)
{
    const QString wanted = m_chosen;
    m_model->setListing(listing);
    m_stopped->setText(m_model->stopped());
    m_stopped->setVisible(!m_model->stopped().isEmpty());
    choose(m_model->rowOf(wanted) >= 0 || m_model->rowCount() == 0 ? wanted : m_model->name(0));
}

void ToolList::choose(const QString &tool)
{
    m_chosen = tool;
    const int row = m_model->rowOf(tool);
    if (row < 0)
        return;
    const QModelIndex source = m_model->index(row);
    if (!m_proxy->mapFromSource(source).isValid())
        m_filter->clear();
    m_list->setCurrentIndex(m_proxy->mapFromSource(source));
    m_list->scrollTo(m_list->currentIndex());
}

int ToolList::chosenRow() const
{
    return m_model->rowOf(m_chosen);
}

void ToolList::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

// Up and down in the field walk through the list.
bool ToolList::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up) {
            QApplication::sendEvent(m_list, event);
            return true;
        }
        if (key->key() == Qt::Key_Return) {
            Q_EMIT activated();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sonde::widgets
