// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/findingsview.h"

#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/controls/signdelegate.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/client/client.h"
#include "models/findings/coverage.h"
#include "models/findings/findingtext.h"
#include "models/findings/findingtree.h"
#include "widgets/findings/acceptance.h"
#include "widgets/findings/acceptrow.h"
#include "widgets/findings/coveragepage.h"
#include "widgets/findings/findingcard.h"
#include "widgets/findings/hostpage.h"
#include "widgets/findings/notseenview.h"
#include "widgets/kit/field/listfilter.h"
#include "widgets/kit/frame/later.h"
#include "widgets/kit/table/wrappedhead.h"

#include <QAction>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
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
constexpr std::chrono::milliseconds kWhilePaused{500};
constexpr int kTreeShare = 480; // at first, of the width; a person moves the handle
constexpr int kCardShare = 520;
constexpr int kMessagesChars = 12;
constexpr int kServerChars = 16;
constexpr int kTextChars = 24;

} // namespace

FindingsView::FindingsView(models::FindingList &list, QWidget *parent)
    : QWidget(parent)
    , m_list(list)
    , m_model(new FindingTree(list, this))
    , m_pageButtons(new QButtonGroup(this))
    , m_tree(new QTreeView(this))
    , m_kept(*m_tree, *m_model)
    , m_filter(new ListFilter(tr("Search findings"), *m_tree, this))
    , m_grouping(new QComboBox(this))
    , m_newOnly(new QCheckBox(tr("&New only"), this))
    , m_summary(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_progress(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_pages(new QStackedWidget(this))
    , m_places(new QStackedWidget(this))
    , m_empty(new look::EmptyState(this))
    , m_card(new FindingCard(this))
    , m_acceptRow(new AcceptRow(this))
    , m_acceptance(new Acceptance(list, *m_acceptRow, *this))
    , m_coverage(makeCoverage())
    , m_hosts(
          new Later<HostPage>([this](HostPage &page) { page.setServer(m_server, m_client); }, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addWidget(makeHead());
    column->addWidget(m_pages, 1);
    auto *splitter = new look::Splitter(Qt::Horizontal, this);
    splitter->addWidget(makeTree());
    splitter->addWidget(makeSide());
    splitter->setDefaultSizes({kTreeShare, kCardShare});
    splitter->setChildrenCollapsible(false);
    m_places->addWidget(m_empty);
    m_places->addWidget(splitter);
    m_pages->addWidget(m_places);
    m_pages->addWidget(m_coverage);
    m_pages->addWidget(m_hosts);
    m_late.setSingleShot(true);
    m_late.setInterval(kSoon);
    connect(&m_late, &QTimer::timeout, this, &FindingsView::refresh);
    connect(&list, &models::FindingList::progressed, this, [this] {
        if (!m_late.isActive())
            m_late.start();
    });
    // What a paused trace does not take in is not checked either; how much that is grows unasked.
    m_paused.setInterval(kWhilePaused);
    connect(&m_paused, &QTimer::timeout, this, &FindingsView::refresh);
    connect(&list.trace(), &models::TraceModel::pausedChanged, this, [this](bool isPaused) {
        isPaused ? m_paused.start() : m_paused.stop();
        refresh();
    });
    if (list.trace().isPaused())
        m_paused.start();
    look::passFocus(*this, *m_pages);
    look::passFocus(*m_pages, [this] { return m_pages->currentWidget(); });
    look::passFocus(*m_places, *m_tree, *m_empty);
    connect(m_empty, &look::EmptyState::buttonClicked, this,
        [this] { isFiltered() ? showAll() : m_check->trigger(); });
    connect(m_card, &FindingCard::jumpRequested, this,
        [this] { Q_EMIT findingRequested(*m_card->finding()); });
    connect(m_card, &FindingCard::messageRequested, this, &FindingsView::messageRequested);
    connectAcceptance();
    applyFilter();
}

Later<CoveragePage> *FindingsView::makeCoverage()
{
    return new Later<CoveragePage>(
        [this](CoveragePage &page) {
            connect(&page.notSeenView(), &NotSeenView::findingsRequested, this,
                &FindingsView::showRule);
            connect(&page.notSeenView(), &NotSeenView::prepareRequested, this,
                &FindingsView::prepareRequested);
            page.notSeenView().setPreparable(m_client != nullptr);
            page.setServer(m_server);
        },
        this, m_list);
}

QWidget *FindingsView::makeHead()
{
    auto *head = new WrappedHead(this);
    QHBoxLayout *pages = head->addPart();
    m_findingsButton = makePageButton(tr("Findings"), 0);
    m_coverageButton = makePageButton(tr("Coverage"), 1);
    m_hostsButton = makePageButton(tr("Hosts"), 2);
    m_hostsButton->setToolTip(tr("Show the tools of the server as a host sees them"));
    m_findingsButton->setChecked(true);
    for (QToolButton *button : {m_findingsButton, m_coverageButton, m_hostsButton})
        pages->addWidget(button);
    pages->addSpacing(look::metrics().margin);
    QHBoxLayout *levels = head->addPart();
    for (const Level level : {Level::Error, Level::Warning, Level::Info})
        levels->addWidget(m_levels[static_cast<std::size_t>(level)] = makeLevelButton(level));
    levels->addWidget(m_summary);
    levels->addWidget(m_progress);
    m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * kTextChars);
    connect(m_filter, &QLineEdit::textChanged, this, &FindingsView::applyFilter);
    m_searchRow = head->addPart();
    m_searchRow->addStretch();
    m_searchRow->addWidget(m_acceptance->makeButton(this));
    m_searchRow->addWidget(m_filter);
    return head;
}

void FindingsView::setCheckAction(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    m_searchRow->insertWidget(m_searchRow->indexOf(m_filter), button);
    m_check = action;
    connect(action, &QAction::changed, this, &FindingsView::showEmpty);
}

QLayout *FindingsView::makeFoot()
{
    m_grouping->addItems({tr("Rule"), tr("Message"), tr("Area")});
    m_grouping->setAccessibleName(tr("Group findings"));
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_model->setGrouping(static_cast<FindingTree::Grouping>(index));
        refresh();
    });
    m_newOnly->setObjectName(QStringLiteral("newOnly"));
    m_newOnly->setToolTip(tr("List what the previous connection of the server did not have"));
    connect(m_newOnly, &QCheckBox::toggled, this, &FindingsView::applyFilter);
    auto *label = new QLabel(tr("&Group by"), this);
    label->setBuddy(m_grouping);
    auto *row = new QHBoxLayout;
    row->setSpacing(look::metrics().gap);
    row->addWidget(label);
    row->addWidget(m_grouping);
    row->addStretch();
    row->addWidget(m_newOnly);
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
        if (!on)
            return;
        m_pages->setCurrentIndex(page);
        m_summary->setVisible(page == 0); // the other pages say more
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
    m_tree->header()->resizeSection(
        FindingTree::ServerColumn, fontMetrics().averageCharWidth() * kServerChars);
    connect(m_tree, &QAbstractItemView::activated, this, &FindingsView::activate);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &FindingsView::showCurrent);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_kept.keep(); });
    connect(m_model, &QAbstractItemModel::modelReset, this, &FindingsView::restorePlaces);
    auto *copy = new QAction(look::icon("copy"), tr("Copy as Markdown"), m_tree);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, m_card, &FindingCard::copyMarkdown);
    m_tree->addActions({copy, m_acceptance->action(), m_acceptance->undoAction()});
    for (const int by : {1, -1}) {
        auto *step = new QAction(by > 0 ? tr("Next finding (F8)") : tr("Previous finding"), this);
        connect(step, &QAction::triggered, this, [this, by] { this->step(by); });
        m_tree->addAction(step);
    }
    m_tree->installEventFilter(this);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addWidget(m_tree, 1);
    column->addLayout(makeFoot());
    return side;
}

QWidget *FindingsView::makeSide()
{
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addWidget(m_card, 1);
    column->addWidget(m_acceptRow);
    return side;
}

void FindingsView::connectAcceptance()
{
    connect(m_card, &FindingCard::acceptRequested, m_acceptance, &Acceptance::toggle);
    connect(m_acceptance, &Acceptance::succeeded, this, &FindingsView::succeeded);
    connect(m_acceptance, &Acceptance::failed, this, &FindingsView::failed);
    connect(m_acceptRow, &AcceptRow::closed, m_tree, [this] { m_tree->setFocus(); });
}

CoveragePage &FindingsView::coverage() const
{
    return m_coverage->get();
}

HostPage &FindingsView::hosts() const
{
    return m_hosts->get();
}

void FindingsView::setServer(const QString &server)
{
    m_server = server;
    m_acceptance->setServer(server);
    if (CoveragePage *page = m_coverage->ifMade())
        page->setServer(server);
    applyFilter();
}

void FindingsView::setClient(mcp::Client *client)
{
    m_client = client;
    if (CoveragePage *page = m_coverage->ifMade())
        page->notSeenView().setPreparable(client != nullptr);
    if (HostPage *page = m_hosts->ifMade())
        page->setServer(m_server, client);
}

void FindingsView::focusFilter()
{
    m_findingsButton->setChecked(true);
    m_filter->focusAll();
}

void FindingsView::applyFilter()
{
    FindingTree::Filter filter{m_server, m_filter->text(), {}, m_newOnly->isChecked()};
    for (std::size_t i = 0; i < m_levels.size(); ++i)
        filter.levels[i] = m_levels[i]->isChecked();
    m_model->setFilter(filter);
    refresh();
}

void FindingsView::showAll()
{
    m_filter->clear();
    for (QToolButton *button : m_levels)
        button->setChecked(true);
    m_newOnly->setChecked(false);
    applyFilter();
}

void FindingsView::showRule(const QString &rule)
{
    showAll();
    m_filter->setText(rule);
    m_findingsButton->setChecked(true);
    const QModelIndex group = m_model->index(0, 0);
    m_tree->expand(group);
    m_tree->setCurrentIndex(m_model->index(0, 0, group));
    m_tree->setFocus(Qt::OtherFocusReason);
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
    m_summary->setText(models::exercisedText(models::coverageOf(m_list, m_server)));
    const models::TraceModel &trace = m_list.trace();
    QStringList notes{models::behindText(m_list.behind()),
        trace.isPaused() ? models::pausedText(trace.waiting()) : QString()};
    if (m_list.omitted() > 0)
        notes << tr("%1 more are not listed").arg(countText(m_list.omitted()));
    notes.removeAll(QString());
    m_progress->setText(notes.join(QStringLiteral(" · ")));
    m_progress->setVisible(!notes.isEmpty());
    // One server needs no name at each of its findings.
    m_tree->setColumnHidden(
        FindingTree::ServerColumn, !m_server.isEmpty() || trace.servers().size() < 2);
    showEmpty();
    m_places->setCurrentIndex(m_model->shownFindings() > 0 ? 1 : 0);
}

bool FindingsView::isFiltered() const
{
    return m_list.violated(m_server).all() > 0 && m_model->shownFindings() == 0;
}

void FindingsView::showEmpty()
{
    const bool filtered = isFiltered();
    const bool canCheck = m_check && m_check->isEnabled();
    m_empty->setText(tr("Violations of the specification appear here."),
        filtered ? tr("No finding matches.") : tr("None was found in the messages so far."));
    m_empty->setButton(filtered ? tr("Show all findings")
            : canCheck          ? tr("Check the server…")
                                : QString());
}

void FindingsView::showCurrent()
{
    auto finding = m_model->findingAt(m_tree->currentIndex());
    // Of a group its first finding.
    if (!finding && m_tree->currentIndex().isValid())
        finding =
            m_model->findingAt(m_model->index(0, 0, m_tree->currentIndex().siblingAtColumn(0)));
    m_card->showFinding(finding, finding ? m_list.serverOf(*finding) : QString(),
        finding ? models::findingExcerpts(*finding, m_list.trace()) : models::FindingExcerpts(),
        finding ? m_list.acceptance(*finding) : nullptr);
    m_card->acceptButton().setVisible(m_list.accepted() != nullptr);
    m_acceptance->setFinding(finding);
}

void FindingsView::restorePlaces()
{
    m_kept.restore();
    showCurrent();
    chooseFirst();
}

// Who opens the panel reads something at once. Not before: an excerpt takes a look into a message.
void FindingsView::chooseFirst()
{
    if (isVisible() && !m_tree->currentIndex().isValid())
        m_tree->setCurrentIndex(m_model->index(0, 0));
}

void FindingsView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    chooseFirst();
}

// F8 belongs to the problems of the arguments of a tool elsewhere in the window.
bool FindingsView::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey =
        event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    const auto *key = isKey ? static_cast<QKeyEvent *>(event) : nullptr;
    if (watched != m_tree || !key || key->key() != Qt::Key_F8)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        step(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    return true;
}

// To the next finding, and to its message.
void FindingsView::step(int by)
{
    if (const auto finding = m_kept.step(by))
        Q_EMIT findingRequested(*finding);
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
