// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/cataloglist.h"

#include "look/colorlabel.h"
#include "look/iconengine.h"
#include "look/metrics.h"
#include "models/catalog/catalogtree.h"
#include "widgets/catalog/catalogdelegate.h"
#include "widgets/kit/listfilter.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

using models::CatalogModel;
using models::CatalogTree;

CatalogList::CatalogList(const QString &what, QWidget *parent)
    : QWidget(parent)
    , m_model(new CatalogModel(this))
    , m_tree(new CatalogTree(this))
    , m_view(new QTreeView(this))
    , m_filter(new ListFilter(what, *m_view, this))
    , m_trouble(new look::ColorLabel(models::ColorRole::Warn, this))
    , m_pages(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_next(new QPushButton(tr("Next page"), this))
{
    m_tree->setSourceModel(m_model);
    connect(m_filter, &QLineEdit::textChanged, this, &CatalogList::filter);
    connect(m_filter, &ListFilter::taken, this, &CatalogList::activated);
    makeView(what);
    m_trouble->setSign(models::Sign::ToolError);
    m_trouble->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // words may be long
    m_trouble->setWordWrap(true);
    m_pages->setFont(look::smallFont());
    connect(m_next, &QPushButton::clicked, this, &CatalogList::nextPageRequested);

    auto *options = new QToolButton(this);
    options->setIcon(look::icon("more"));
    options->setAutoRaise(true);
    options->setFocusPolicy(Qt::TabFocus);
    options->setToolTip(tr("Change how the list is loaded"));
    options->setAccessibleName(options->toolTip());
    options->setPopupMode(QToolButton::InstantPopup);
    options->setMenu(new QMenu(options));
    m_pageByPage = options->menu()->addAction(tr("Page by page"));
    m_pageByPage->setCheckable(true);
    connect(m_pageByPage, &QAction::triggered, this, &CatalogList::pageByPageRequested);
    const QAction *again = options->menu()->addAction(look::icon("restart"), tr("Reload"));
    connect(again, &QAction::triggered, this, &CatalogList::reloadRequested);

    auto *top = new QHBoxLayout;
    top->setSpacing(2);
    top->addWidget(m_filter, 1);
    top->addWidget(options);
    auto *bottom = new QHBoxLayout;
    bottom->addWidget(m_pages, 1);
    bottom->addWidget(m_next);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(top);
    layout->addWidget(m_view, 1);
    layout->addLayout(bottom);
    layout->addWidget(m_trouble);
    setFocusProxy(m_view);
    setPages({}, false, false);
    setTrouble({});
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

void CatalogList::setPages(const QString &state, bool pageByPage, bool more)
{
    m_pages->setText(state);
    m_pages->setVisible(!state.isEmpty());
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
        m_view->expandAll();
    }
    const bool sameRow = wanted >= 0 && wanted < m_model->rowCount()
        && m_model->kind(wanted) == m_chosenKind && m_model->key(wanted) == m_chosenKey;
    m_chosenRow = sameRow ? wanted : m_model->rowOf(m_chosenKind, m_chosenKey);
    const bool choosesFirst = std::exchange(m_restarted, false) || m_chosenKey.isEmpty();
    if (m_chosenRow < 0 && choosesFirst && m_model->rowCount() > 0)
        m_chosenRow = 0;
    selectChosen();
    if (m_chosenRow >= 0)
        Q_EMIT chosen(m_chosenRow);
}

// A row that is filtered out stays chosen, and is not selected.
void CatalogList::selectChosen()
{
    const QScopedValueRollback selecting(m_selecting, true);
    if (m_chosenRow >= 0) {
        m_chosenKind = m_model->kind(m_chosenRow);
        m_chosenKey = m_model->key(m_chosenRow);
    }
    const QModelIndex index = chosenIndex();
    m_view->setCurrentIndex(index);
    if (index.isValid())
        m_view->scrollTo(index);
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
        m_view->expandAll();
    }
    selectChosen();
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

void CatalogList::focusFilter()
{
    m_filter->focusAll();
}

} // namespace sonde::widgets
