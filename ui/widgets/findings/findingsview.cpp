// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/findingsview.h"

#include "base/formatting.h"
#include "look/colorlabel.h"
#include "look/emptystate.h"
#include "look/focuspass.h"
#include "look/iconengine.h"
#include "look/metrics.h"
#include "look/signdelegate.h"
#include "look/splitter.h"
#include "models/findings/findingtree.h"
#include "models/trace/findingtext.h"
#include "widgets/findings/coveragepage.h"
#include "widgets/kit/listfilter.h"
#include "widgets/trace/findingcard.h"

#include <QAction>
#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <chrono>

namespace sonde::widgets {

using findings::Level;
using models::FindingTree;

namespace {

constexpr std::chrono::milliseconds kSoon{100};
constexpr int kTreeShare = 480; // at first, of the width; a person moves the handle
constexpr int kCardShare = 520;
constexpr int kMessagesChars = 12;
constexpr int kTextChars = 24;

} // namespace

FindingsView::FindingsView(models::FindingList &list, QWidget *parent)
    : QWidget(parent)
    , m_list(list)
    , m_model(new FindingTree(list, this))
    , m_pageButtons(new QButtonGroup(this))
    , m_tree(new QTreeView(this))
    , m_filter(new ListFilter(tr("Search findings"), *m_tree, this))
    , m_grouping(new QComboBox(this))
    , m_progress(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_pages(new QStackedWidget(this))
    , m_places(new QStackedWidget(this))
    , m_empty(new look::EmptyState(this))
    , m_card(new FindingCard(this))
    , m_coverage(new CoveragePage(list, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addLayout(makeHead());
    column->addWidget(m_pages, 1);
    auto *splitter = new look::Splitter(Qt::Horizontal, this);
    splitter->addWidget(makeTree());
    splitter->addWidget(m_card);
    splitter->setDefaultSizes({kTreeShare, kCardShare});
    splitter->setChildrenCollapsible(false);
    m_places->addWidget(m_empty);
    m_places->addWidget(splitter);
    m_pages->addWidget(m_places);
    m_pages->addWidget(m_coverage);
    m_late.setSingleShot(true);
    m_late.setInterval(kSoon);
    connect(&m_late, &QTimer::timeout, this, &FindingsView::refresh);
    connect(&list, &models::FindingList::progressed, this, [this] {
        if (!m_late.isActive())
            m_late.start();
    });
    look::passFocus(*this, *m_filter);
    connect(m_empty, &look::EmptyState::buttonClicked, this, [this] {
        m_filter->clear();
        for (QToolButton *button : m_levels)
            button->setChecked(true);
        applyFilter();
    });
    connect(m_card, &FindingCard::jumpRequested, this,
        [this] { Q_EMIT findingRequested(*m_card->finding()); });
    applyFilter();
}

QHBoxLayout *FindingsView::makeHead()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(look::metrics().gap);
    m_findingsButton = makePageButton(tr("Findings"), 0);
    m_coverageButton = makePageButton(tr("Coverage"), 1);
    m_findingsButton->setChecked(true);
    row->addWidget(m_findingsButton);
    row->addWidget(m_coverageButton);
    row->addSpacing(look::metrics().margin);
    for (const Level level : {Level::Error, Level::Warning, Level::Info})
        row->addWidget(m_levels[static_cast<std::size_t>(level)] = makeLevelButton(level));
    row->addWidget(m_progress);
    row->addStretch();
    m_grouping->addItems({tr("By rule"), tr("By message"), tr("By area")});
    m_grouping->setAccessibleName(tr("Group findings"));
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_model->setGrouping(static_cast<FindingTree::Grouping>(index));
        refresh();
    });
    m_filter->setAccessibleName(tr("Search findings"));
    m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * kTextChars);
    connect(m_filter, &QLineEdit::textChanged, this, &FindingsView::applyFilter);
    row->addWidget(m_grouping);
    row->addWidget(m_filter);
    return row;
}

QToolButton *FindingsView::makePageButton(const QString &text, int page)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setAccessibleName(text);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_pageButtons->addButton(button, page);
    connect(button, &QToolButton::toggled, this, [this, page](bool on) {
        if (on)
            m_pages->setCurrentIndex(page);
    });
    return button;
}

// What is unchecked is not listed.
QToolButton *FindingsView::makeLevelButton(Level level)
{
    auto *button = new QToolButton(this);
    button->setIcon(look::signIcon(models::levelSign(level)));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setChecked(true);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::toggled, this, &FindingsView::applyFilter);
    return button;
}

QWidget *FindingsView::makeTree()
{
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new look::SignDelegate(m_tree));
    m_tree->setAccessibleName(tr("Findings"));
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(FindingTree::TitleColumn, QHeaderView::Stretch);
    m_tree->header()->resizeSection(
        FindingTree::MessageColumn, fontMetrics().averageCharWidth() * kMessagesChars);
    connect(m_tree, &QAbstractItemView::activated, this, &FindingsView::activate);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &FindingsView::showCurrent);
    connect(m_model, &QAbstractItemModel::modelReset, this, &FindingsView::showCurrent);
    auto *copy = new QAction(look::icon("copy"), tr("Copy as Markdown"), m_tree);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, m_card, &FindingCard::copyMarkdown);
    m_tree->addAction(copy);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    return m_tree;
}

void FindingsView::setServer(const QString &server)
{
    m_server = server;
    m_coverage->setServer(server);
    applyFilter();
}

void FindingsView::focusFilter()
{
    m_findingsButton->setChecked(true);
    m_filter->focusAll();
}

void FindingsView::applyFilter()
{
    FindingTree::Filter filter{m_server, m_filter->text(), {}};
    for (std::size_t i = 0; i < m_levels.size(); ++i)
        filter.levels[i] = m_levels[i]->isChecked();
    m_model->setFilter(filter);
    refresh();
}

void FindingsView::refresh()
{
    const models::LevelCounts counts = m_list.violated(m_server);
    for (const Level level : {Level::Error, Level::Warning, Level::Info}) {
        models::LevelCounts one;
        one.of(level) = counts.of(level);
        QToolButton &button = levelButton(level);
        button.setText(countText(counts.of(level)));
        const QString words =
            counts.of(level) == 0 ? models::levelWord(level) : models::countsText(one);
        button.setAccessibleName(words);
        button.setToolTip(tr("List findings of this level: %1").arg(words));
    }
    QStringList notes{models::behindText(m_list.behind())};
    if (m_list.omitted() > 0)
        notes << tr("%1 more are not listed").arg(countText(m_list.omitted()));
    notes.removeAll(QString());
    m_progress->setText(notes.join(QStringLiteral(" · ")));
    m_progress->setVisible(!notes.isEmpty());
    const bool isFiltered = counts.all() > 0 && m_model->shownFindings() == 0;
    m_empty->setText(tr("Violations of the specification appear here."),
        isFiltered ? tr("No finding matches.") : tr("None was found in the messages so far."));
    m_empty->setButton(isFiltered ? tr("Show all findings") : QString());
    m_places->setCurrentIndex(m_model->shownFindings() > 0 ? 1 : 0);
}

void FindingsView::showCurrent()
{
    auto finding = m_model->findingAt(m_tree->currentIndex());
    // Of a group its first finding.
    if (!finding && m_tree->currentIndex().isValid())
        finding =
            m_model->findingAt(m_model->index(0, 0, m_tree->currentIndex().siblingAtColumn(0)));
    m_card->showFinding(finding, finding ? m_list.serverOf(*finding) : QString());
}

void FindingsView::activate(const QModelIndex &index)
{
    if (const auto finding = m_model->findingAt(index)) {
        Q_EMIT findingRequested(*finding);
        return;
    }
    const QModelIndex group = index.siblingAtColumn(0);
    m_tree->setExpanded(group, !m_tree->isExpanded(group));
}

} // namespace sonde::widgets
