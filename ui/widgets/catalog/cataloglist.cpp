// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/cataloglist.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/catalog/catalogtree.h"
#include "widgets/catalog/catalogdelegate.h"
#include "widgets/kit/field/listfilter.h"

#include <QAction>
#include <QGridLayout>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr qsizetype kMaxShown = 100; // of the filter's text, in characters

} // namespace

using models::CatalogModel;
using models::CatalogTree;

CatalogList::CatalogList(const QString &what, QWidget *parent)
    : CatalogList(what, new CatalogTree, parent)
{
}

CatalogList::CatalogList(const QString &what, CatalogTree *tree, QWidget *parent)
    : QWidget(parent)
    , m_model(new CatalogModel(this))
    , m_tree(tree)
    , m_view(new QTreeView(this))
    , m_filter(new ListFilter(what, *m_view, this))
    , m_nothing(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_trouble(new look::ColorLabel(models::ColorRole::Warn, this))
    , m_pages(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_cursor(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_next(new QPushButton(tr("Next page"), this))
    , m_options(new QMenu(this))
{
    m_next->setObjectName(QStringLiteral("nextPage"));
    m_tree->QObject::setParent(this);
    m_tree->setSourceModel(m_model);
    connect(m_filter, &QLineEdit::textChanged, this, &CatalogList::filter);
    connect(m_filter, &ListFilter::taken, this, &CatalogList::takeMatch);
    m_filter->setHeadings(
        [](const QModelIndex &index) { return index.data(CatalogTree::HeadingRole).isValid(); });
    m_filter->setBest([this](const QModelIndex &index) { return m_tree->isNamed(index); });
    makeView(what);
    makeOptions();
    m_nothing->setObjectName(QStringLiteral("nothing"));
    m_nothing->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // words may be long
    m_nothing->setWordWrap(true);
    m_trouble->setSign(models::Sign::ToolError);
    m_trouble->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // words may be long
    m_trouble->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(makeTop());
    layout->addWidget(m_nothing);
    layout->addWidget(m_view, 1);
    layout->addLayout(makePageRow());
    layout->addWidget(m_trouble);
    look::passFocus(*this, *m_view);
    setTabOrder(m_filter, m_optionsButton);
    setTabOrder(m_optionsButton, m_view);
    setTabOrder(m_view, m_next);
    setPages({}, {}, false, false);
    setTrouble({});
}

QLayout *CatalogList::makeTop()
{
    auto *button = new QToolButton(this);
    button->setIcon(look::icon("more"));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(tr("Change how the list is shown and loaded"));
    button->setAccessibleName(button->toolTip());
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(m_options);
    m_optionsButton = button;
    auto *top = new QHBoxLayout;
    top->setSpacing(2);
    top->addWidget(m_filter, 1);
    top->addWidget(button);
    return top;
}

void CatalogList::makeOptions()
{
    m_pageByPage = m_options->addAction(tr("Load one &page at a time"));
    m_pageByPage->setObjectName(QStringLiteral("pageByPage"));
    m_pageByPage->setCheckable(true);
    connect(m_pageByPage, &QAction::triggered, this, &CatalogList::pageByPageRequested);
    const QAction *again = m_options->addAction(look::icon("restart"), tr("Reload"));
    connect(again, &QAction::triggered, this, &CatalogList::reloadRequested);
}

QLayout *CatalogList::makePageRow()
{
    m_pages->setFont(look::smallFont());
    m_cursor->setObjectName(QStringLiteral("cursor"));
    m_cursor->setFont(look::fixedFont());
    m_cursor->setElideMode(Qt::ElideMiddle);
    m_cursor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_cursor->setAccessibleName(tr("Cursor of the next page"));
    connect(m_next, &QPushButton::clicked, this, &CatalogList::nextPageRequested);
    auto *row = new QGridLayout;
    row->setContentsMargins(3, 0, 3, 3);
    row->addWidget(m_pages, 0, 0);
    row->addWidget(m_cursor, 1, 0);
    row->addWidget(m_next, 0, 1, 2, 1);
    row->setColumnStretch(0, 1);
    return row;
}

void CatalogList::makeView(const QString &what)
{
    m_view->setModel(m_tree);
    m_view->setItemDelegate(new CatalogDelegate(m_icons, m_view));
    m_view->setAccessibleName(what);
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setIndentation(CatalogDelegate::kIndent);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setUniformRowHeights(true);
    m_view->setMouseTracking(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &CatalogList::currentChanged);
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (index.data(CatalogTree::HeadingRole).isValid())
            m_view->setExpanded(index, !m_view->isExpanded(index));
    });
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (!index.data(CatalogTree::HeadingRole).isValid())
            Q_EMIT activated();
    });
    connect(&m_icons, &look::DataIcons::decoded, m_view->viewport(), qOverload<>(&QWidget::update));
}

void CatalogList::setPages(const QString &state, const QString &cursor, bool pageByPage, bool more)
{
    m_pages->setText(state);
    m_pages->setVisible(!state.isEmpty());
    m_cursor->setText(cursor);
    m_cursor->setVisible(more && !cursor.isEmpty());
    m_pageByPage->setChecked(pageByPage);
    m_next->setVisible(more);
}

void CatalogList::setTrouble(const QString &text)
{
    m_trouble->setText(text);
    m_trouble->setVisible(!text.isEmpty());
}

void CatalogList::restart(const Choice &choice)
{
    const QScopedValueRollback selecting(m_selecting, true);
    m_model->setParts({});
    m_chosenKind = choice.kind;
    m_chosenKey = choice.key;
    m_chosenRow = -1;
    m_restarted = true;
}

void CatalogList::setParts(const std::vector<CatalogModel::Part> &parts)
{
    const int wanted = m_chosenRow;
    {
        const QScopedValueRollback selecting(m_selecting, true);
        m_model->setParts(parts);
    }
    const bool sameRow = wanted >= 0 && wanted < m_model->rowCount()
        && m_model->kind(wanted) == m_chosenKind && m_model->key(wanted) == m_chosenKey;
    m_chosenRow = sameRow ? wanted : m_model->rowOf(m_chosenKind, m_chosenKey);
    const bool choosesFirst = std::exchange(m_restarted, false) || m_chosenKey.isEmpty();
    if (m_chosenRow < 0 && choosesFirst && m_model->rowCount() > 0)
        m_chosenRow = 0;
    showTree();
    if (m_chosenRow >= 0)
        Q_EMIT chosen(m_chosenRow);
}

bool CatalogList::isFiltered() const
{
    return m_tree->isFiltered();
}

void CatalogList::openGroups()
{
    m_view->expandAll();
}

void CatalogList::showTree()
{
    // Else the list looks like that of a server that has none.
    const bool isHidden = m_model->rowCount() > 0 && m_tree->rowCount() == 0;
    m_nothing->setText(
        isHidden ? tr("Nothing matches “%1”.").arg(m_filter->text().left(kMaxShown)) : QString());
    m_nothing->setVisible(isHidden);
    openGroups();
    const QModelIndex group = chosenIndex().parent();
    if (!group.isValid() || m_view->isExpanded(group))
        return selectChosen();
    const QScopedValueRollback selecting(m_selecting, true);
    m_view->setCurrentIndex(group);
}

// A row that is filtered out stays chosen, and is not selected. Its group is opened.
void CatalogList::selectChosen()
{
    const QScopedValueRollback selecting(m_selecting, true);
    if (m_chosenRow >= 0) {
        m_chosenKind = m_model->kind(m_chosenRow);
        m_chosenKey = m_model->key(m_chosenRow);
    }
    const QModelIndex index = chosenIndex();
    m_view->setCurrentIndex(index);
    if (!index.isValid())
        return;
    m_view->scrollTo(index);
    // The first item is seen with the name of its group, which comes last: a view that has not got
    // its height yet has room for one row.
    if (index.row() == 0 && index.parent().isValid())
        m_view->scrollTo(index.parent());
}

QModelIndex CatalogList::chosenIndex() const
{
    return m_chosenRow < 0 ? QModelIndex() : m_tree->mapFromSource(m_model->index(m_chosenRow));
}

void CatalogList::currentChanged(const QModelIndex &current)
{
    const QModelIndex source = m_tree->mapToSource(current);
    if (m_selecting || !source.isValid())
        return;
    m_chosenRow = source.row();
    m_chosenKind = m_model->kind(m_chosenRow);
    m_chosenKey = m_model->key(m_chosenRow);
    Q_EMIT chosen(m_chosenRow);
}

void CatalogList::filter(const QString &text)
{
    {
        const QScopedValueRollback selecting(m_selecting, true);
        m_tree->setText(text);
    }
    showTree();
}

// What was chosen before and is hidden now is not meant.
void CatalogList::takeMatch()
{
    if (!chosenIndex().isValid())
        m_view->setCurrentIndex(m_filter->firstMatch());
    if (chosenIndex().isValid())
        Q_EMIT activated();
}

bool CatalogList::isChosenHidden() const
{
    return m_chosenRow >= 0 && !chosenIndex().isValid();
}

void CatalogList::choose(models::CatalogKind kind, const QString &key)
{
    const int row = m_model->rowOf(kind, key);
    if (row < 0)
        return;
    m_chosenRow = row;
    if (!chosenIndex().isValid())
        m_filter->clear();
    selectChosen();
    Q_EMIT chosen(row);
}

void CatalogList::clearChoice()
{
    m_chosenRow = -1;
    const QScopedValueRollback selecting(m_selecting, true);
    m_view->setCurrentIndex({});
}

int CatalogList::chosenRow() const
{
    return m_chosenRow;
}

void CatalogList::hideOptions()
{
    m_optionsButton->hide();
}

void CatalogList::focusFilter()
{
    m_filter->focusAll();
}

} // namespace sonde::widgets
