// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/toollist.h"
#include "models/settings/settings.h"

#include "base/formatting.h"
#include "look/colorlabel.h"
#include "look/controlpainter.h"
#include "look/hairline.h"
#include "look/iconengine.h"
#include "look/metrics.h"
#include "look/sign.h"
#include "look/signdelegate.h"
#include "look/theme.h"
#include "models/catalog/toolgroupmodel.h"
#include "widgets/kit/listfilter.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QGridLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSettings>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace sonde::widgets {
namespace {

using Model = models::ToolModel;
using Groups = models::ToolGroupModel;

constexpr QLatin1String kGroupingKey("tools/grouping");
constexpr QLatin1String kPagingKey("tools/pageByPage");
constexpr std::size_t kMaxCursor = 500; // bytes of it that are shown
constexpr int kIndent = 20; // of a tool in a group
constexpr int kPadding = 8;

bool isGroup(const QModelIndex &index)
{
    return index.data(Groups::HeadingRole).isValid();
}

// The name, and on the right the tags that matter most: destructive first.
class ToolDelegate : public look::SignDelegate {
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        option.rect.setLeft(0); // a row is one, with what stands before it
        if (isGroup(index)) {
            paintGroup(painter, option, index);
            return;
        }
        const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        painter->save();
        const int left = index.parent().isValid() ? kIndent + kPadding : kPadding;
        QRect rest = option.rect.adjusted(left, 0, -6, 0);
        if (const auto tag = tagOf(index)) {
            const int width = look::tagWidth(*tag);
            QRect place = rest;
            place.setLeft(rest.right() - width + 1);
            look::paintTag(painter, place, *tag);
            rest.setRight(place.left() - 6);
        }
        const bool malformed = !index.data(Model::MalformedRole).toString().isEmpty();
        const bool excluded = !index.data(Model::ExcludedRole).toString().isEmpty();
        option.font.setStrikeOut(excluded);
        painter->setFont(option.font);
        painter->setPen(malformed ? look::theme().error
                : excluded        ? look::theme().muted
                                  : look::theme().text);
        painter->drawText(rest, Qt::AlignVCenter | Qt::TextSingleLine,
            option.fontMetrics.elidedText(
                index.data(Qt::DisplayRole).toString(), Qt::ElideRight, rest.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {120, look::metrics().row};
    }

private:
    static void paintGroup(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
    {
        const look::Theme &t = look::theme();
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        const bool focus = option.state.testFlag(QStyle::State_Active);
        const auto *view = qobject_cast<const QTreeView *>(option.widget);
        painter->save();
        painter->fillRect(option.rect, chosen ? focus ? t.sel : t.selOff : t.altBase);
        const bool first = index.row() == 0; // the frame of the list is its line
        look::hairEdges(painter, option.rect,
            first ? Qt::Edges(Qt::BottomEdge) : Qt::TopEdge | Qt::BottomEdge, t.line);
        QRect rest = option.rect.adjusted(kPadding, 0, -kPadding, 0);
        const QRect arrow(rest.left(), rest.top(), 16, rest.height());
        using look::controls::Chevron;
        look::controls::chevron(painter, arrow,
            view && view->isExpanded(index) ? Chevron::Down : Chevron::Right, t.muted);
        rest.setLeft(arrow.right() + kPadding);
        painter->setPen(t.muted);
        painter->setFont(option.font);
        const QString count = countText(index.model()->rowCount(index));
        painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, count);
        rest.setRight(rest.right() - option.fontMetrics.horizontalAdvance(count) - kPadding);
        painter->setFont(look::fixedFont());
        painter->drawText(rest, Qt::AlignVCenter | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(
                index.data(Qt::DisplayRole).toString(), Qt::ElideRight, rest.width()));
        painter->restore();
    }

    static std::optional<look::Tag> tagOf(const QModelIndex &index)
    {
        if (!index.data(Model::MalformedRole).toString().isEmpty())
            return look::Tag{ToolList::tr("invalid"), true};
        if (!index.data(Model::ExcludedRole).toString().isEmpty())
            return look::Tag{ToolList::tr("excluded"), true};
        if (index.data(Model::DuplicateRole).toBool())
            return look::Tag{ToolList::tr("duplicate"), true};
        if (index.data(Model::DestructiveRole).toBool())
            return look::Tag{ToolList::tr("destructive"), true};
        const QStringList words = index.data(Model::MarksRole).toStringList();
        return words.isEmpty() ? std::nullopt : std::optional(look::Tag{words.first(), false});
    }
};

} // namespace

ToolList::ToolList(QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_model(new models::ToolModel(this))
    , m_groups(new models::ToolGroupModel(this))
    , m_proxy(new models::ToolFilterProxy(this))
    , m_list(new QTreeView(this))
    , m_filter(new ListFilter(tr("Filter tools"), *m_list, this))
    , m_trouble(new look::ColorLabel(models::ColorRole::Warn, this))
{
    m_groups->setSourceModel(m_model);
    m_proxy->setRecursiveFilteringEnabled(true); // a group is there with its tools
    m_proxy->setSourceModel(m_groups);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_proxy->setText(text);
        openGroups();
    });
    connect(m_filter, &ListFilter::taken, this, &ToolList::activated);
    m_list->setModel(m_proxy);
    m_list->setItemDelegate(new ToolDelegate(m_list));
    m_list->setAccessibleName(tr("Tools"));
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setIndentation(kIndent);
    m_list->setExpandsOnDoubleClick(false);
    m_list->setUniformRowHeights(true);
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_trouble->setSign(models::Sign::ToolError);
    m_trouble->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // words may be long
    m_trouble->setWordWrap(true);
    m_trouble->hide();
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &ToolList::currentChanged);
    connect(m_list, &QTreeView::clicked, this, &ToolList::toggleGroup);
    connect(m_list, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (!isGroup(index))
            Q_EMIT activated();
    });
    connect(m_list, &QTreeView::collapsed, this,
        [this](const QModelIndex &group) { remember(group, true); });
    connect(m_list, &QTreeView::expanded, this,
        [this](const QModelIndex &group) { remember(group, false); });

    auto *top = new QHBoxLayout;
    top->setSpacing(4);
    top->addWidget(m_filter, 1);
    top->addWidget(makeGroupingButton());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    layout->addWidget(makePageRow());
    layout->addWidget(m_trouble);
    setFocusProxy(m_list);
}

QToolButton *ToolList::makeGroupingButton()
{
    auto *button = new QToolButton(this);
    button->setIcon(look::icon("tree"));
    button->setToolTip(tr("Change how tools are listed"));
    button->setAccessibleName(tr("Change how tools are listed"));
    auto *menu = new QMenu(button);
    auto *choice = new QActionGroup(menu);
    const auto add = [&](const QString &text, Groups::Grouping grouping) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setData(int(grouping));
        choice->addAction(action);
    };
    add(tr("Group by &name"), Groups::Grouping::Prefix);
    add(tr("Group by &effect"), Groups::Grouping::Effect);
    add(tr("No grouping"), Groups::Grouping::None);
    menu->addSeparator();
    menu->addAction(makePagingAction(menu));
    connect(button, &QToolButton::clicked, menu,
        [button, menu] { menu->popup(button->mapToGlobal(QPoint(0, button->height()))); });
    const int kept = m_settings
        ? m_settings->value(kGroupingKey, int(Groups::Grouping::Prefix)).toInt()
        : int(Groups::Grouping::Prefix);
    for (QAction *action : choice->actions())
        action->setChecked(action->data().toInt() == kept);
    if (!choice->checkedAction())
        choice->actions().constFirst()->setChecked(true);
    m_groups->setGrouping(Groups::Grouping(choice->checkedAction()->data().toInt()));
    connect(choice, &QActionGroup::triggered, this,
        [this](const QAction *action) { setGrouping(action->data().toInt()); });
    return button;
}

QAction *ToolList::makePagingAction(QObject *parent)
{
    auto *action = new QAction(tr("Load one &page at a time"), parent);
    action->setCheckable(true);
    m_pageByPage = m_settings && m_settings->value(kPagingKey, false).toBool();
    action->setChecked(m_pageByPage);
    connect(action, &QAction::toggled, this, [this](bool pages) {
        m_pageByPage = pages;
        if (m_settings)
            m_settings->setValue(kPagingKey, pages);
        Q_EMIT pageByPageChosen(pages);
    });
    return action;
}

QWidget *ToolList::makePageRow()
{
    m_pageRow = new QWidget(this);
    m_page = new look::ColorLabel(models::ColorRole::Muted, m_pageRow);
    m_cursor = new look::ColorLabel(models::ColorRole::Muted, m_pageRow);
    m_cursor->setFont(look::fixedFont());
    m_cursor->setElideMode(Qt::ElideMiddle);
    m_cursor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_cursor->setAccessibleName(tr("Cursor of the next page"));
    auto *next = new QPushButton(tr("Next page"), m_pageRow);
    connect(next, &QPushButton::clicked, this, &ToolList::nextPageRequested);
    auto *layout = new QGridLayout(m_pageRow);
    layout->setContentsMargins(3, 0, 3, 3);
    layout->addWidget(m_page, 0, 0);
    layout->addWidget(m_cursor, 1, 0);
    layout->addWidget(next, 0, 1, 2, 1);
    layout->setColumnStretch(0, 1);
    m_pageRow->hide();
    return m_pageRow;
}

void ToolList::showPage(const mcp::Listing &listing)
{
    m_pageRow->setVisible(listing.hasMore());
    m_page->setText(tr("page %1, more available").arg(listing.pages));
    m_cursor->setText(
        QString::fromStdString(listing.next.value_or(std::string()).substr(0, kMaxCursor)));
}

void ToolList::setGrouping(int grouping)
{
    if (m_settings)
        m_settings->setValue(kGroupingKey, grouping);
    const QString wanted = m_chosen;
    m_groups->setGrouping(Groups::Grouping(grouping));
    showListing(wanted);
}

void ToolList::currentChanged(const QModelIndex &current)
{
    if (!current.isValid() || isGroup(current))
        return;
    m_chosen = current.data(Model::NameRole).toString();
    Q_EMIT chosen(m_groups->mapToSource(m_proxy->mapToSource(current)).row());
}

void ToolList::toggleGroup(const QModelIndex &index)
{
    if (isGroup(index))
        m_list->setExpanded(index, !m_list->isExpanded(index));
}

void ToolList::remember(const QModelIndex &group, bool closed)
{
    if (m_opening || !m_filter->text().isEmpty())
        return;
    const QString prefix = group.data(Groups::HeadingRole).toString();
    if (closed)
        m_closed.insert(prefix);
    else
        m_closed.remove(prefix);
    if (m_settings)
        models::Settings(m_settings)
            .setClosedToolGroups(m_server, QStringList(m_closed.begin(), m_closed.end()));
}

void ToolList::openGroups()
{
    const QScopedValueRollback opening(m_opening, true);
    const bool all = !m_filter->text().isEmpty();
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        const QModelIndex index = m_proxy->index(row, 0);
        if (isGroup(index))
            m_list->setExpanded(
                index, all || !m_closed.contains(index.data(Groups::HeadingRole).toString()));
    }
}

void ToolList::setListing(const QString &server, const mcp::Listing &listing)
{
    m_server = server;
    const QStringList closed = models::Settings(m_settings).closedToolGroups(server);
    m_closed = QSet<QString>(closed.begin(), closed.end());
    const QString wanted = m_chosen;
    m_model->setListing(listing);
    showPage(listing);
    showListing(wanted);
}

void ToolList::setTrouble(const QString &text)
{
    m_trouble->setText(text);
    m_trouble->setVisible(!text.isEmpty());
}

void ToolList::showListing(const QString &wanted)
{
    openGroups();
    m_chosen = m_model->rowOf(wanted) >= 0 || m_model->rowCount() == 0 ? wanted : m_model->name(0);
    const QModelIndex group = chosenIndex().parent();
    if (!group.isValid() || m_list->isExpanded(group)) {
        choose(m_chosen);
    } else { // a closed group stays closed around the tool that is shown
        m_list->setCurrentIndex(group);
        Q_EMIT chosen(chosenRow());
    }
}

QModelIndex ToolList::chosenIndex() const
{
    return m_proxy->mapFromSource(m_groups->mapFromSource(m_model->index(chosenRow())));
}

void ToolList::choose(const QString &tool)
{
    m_chosen = tool;
    if (chosenRow() < 0)
        return;
    if (!chosenIndex().isValid())
        m_filter->clear();
    const QModelIndex index = chosenIndex();
    m_list->setCurrentIndex(index);
    if (index.row() == 0 && index.parent().isValid())
        m_list->scrollTo(index.parent());
    m_list->scrollTo(index);
}

int ToolList::chosenRow() const
{
    return m_model->rowOf(m_chosen);
}

void ToolList::focusFilter()
{
    m_filter->focusAll();
}

} // namespace sonde::widgets
