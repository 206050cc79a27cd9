// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/catalogpanel.h"

#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/emptystate.h"
#include "look/controls/splitter.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/changesview.h"
#include "widgets/catalog/itempane.h"
#include "widgets/catalog/observeditems.h"
#include "widgets/request/responsepane.h"

#include <QShortcut>
#include <QStackedLayout>

namespace sonde::widgets {

namespace {

constexpr int kMethodNotFound = -32601;
constexpr std::size_t kMaxCursor = 500; // bytes of it that are shown

using ListState = session::ListStore::State;

// A server without templates may not know the method that lists them: nothing to speak of.
bool lacksTemplates(const session::ListStore &store)
{
    return store.kind() == models::CatalogKind::Template && store.error()
        && store.error()->code == kMethodNotFound;
}

QString pagesText(qsizetype items, qsizetype pages)
{
    const QString all = items == 1
        ? CatalogPanel::tr("1 item")
        : CatalogPanel::tr("%1 items", nullptr, int(items)).arg(countText(items));
    return pages == 1
        ? CatalogPanel::tr("%1 on 1 page").arg(all)
        : CatalogPanel::tr("%1 on %2 pages", nullptr, int(pages)).arg(all, countText(pages));
}

} // namespace

CatalogPanel::CatalogPanel(Words words, QWidget *parent)
    : Panel(parent)
    , m_words(std::move(words))
    , m_stack(new QStackedLayout(this))
    , m_empty(new look::EmptyState(this))
    , m_columns(new look::Splitter(Qt::Horizontal, this))
    , m_changes(new ChangesFrame(m_columns, this))
{
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_changes);
    m_stack->setContentsMargins(0, 6, 0, 0);
    connect(m_changes, &ChangesFrame::seen, this, [this] {
        for (session::ListStore *store : m_stores)
            store->forgetChanges();
        m_list->setFocus();
    });
    connect(m_empty, &look::EmptyState::buttonClicked, this, [this] {
        if (!m_stores.empty() && m_stores.front() && m_stores.front()->state() == ListState::Failed)
            reload();
        else
            Q_EMIT connectRequested();
    });
}

void CatalogPanel::setColumns(
    CatalogList *list, ItemPane *pane, ResponsePane *result, const QList<int> &shares)
{
    m_list = list;
    look::passFocus(*this, [this]() -> QWidget * {
        QWidget *const page = m_stack->currentWidget();
        return page == m_changes ? m_list : page;
    });
    m_pane = pane;
    m_result = result;
    m_shares = shares;
    m_columns->addWidget(m_list);
    m_columns->addWidget(m_pane);
    m_columns->setChildrenCollapsible(false);
    addResultColumn();
    connectList();
    connectResult();
    connect(m_pane, &ItemPane::stateChanged, this, &CatalogPanel::actionsChanged);
    connect(m_pane, &ItemPane::doingRequested, this, &CatalogPanel::doingRequested);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, m_pane, &ItemPane::cancel);
    refresh();
}

void CatalogPanel::addResultColumn()
{
    m_columns->addWidget(m_result);
    m_result->show(); // a hidden part gets no share
    m_columns->setDefaultSizes(m_shares);
    m_columns->setStretchFactor(0, 0); // more width is for the item and what it gave
}

void CatalogPanel::connectList()
{
    connect(m_list, &CatalogList::chosen, this, [this](int row) { showItem(row); });
    connect(m_list, &CatalogList::activated, m_pane, &ItemPane::focusForm);
    connect(m_list, &CatalogList::pageByPageRequested, this, [this](bool pages) {
        for (session::ListStore *store : m_stores)
            store->setPageByPage(pages);
    });
    connect(m_list, &CatalogList::nextPageRequested, this, [this] {
        for (session::ListStore *store : m_stores)
            store->loadMore();
    });
    connect(m_list, &CatalogList::reloadRequested, this, &CatalogPanel::reload);
}

void CatalogPanel::connectResult()
{
    connect(m_result, &ResponsePane::answered, this, &CatalogPanel::actionsChanged);
    connect(m_result, &ResponsePane::traceRequested, this, [this] { showInTrace(); });
    connect(m_result, &ResponsePane::linkRequested, this, &CatalogPanel::linkRequested);
    connect(m_result, &ResponsePane::saved, this, [this](const QString &path, qint64 bytes) {
        Q_EMIT succeeded(tr("Saved %1 as %2").arg(bytesText(bytes), path));
    });
}

bool CatalogPanel::setObservation(const QString &name, session::Observation *observation)
{
    const bool isAnother = name != m_server;
    setServer(name, nullptr);
    m_observation = observation;
    if (!m_observed) {
        m_observed = new ObservedItems(this);
        m_stack->addWidget(m_observed);
    } else if (isAnother) {
        m_observed->restart();
    }
    connect(observation, &session::Observation::changed, this, &CatalogPanel::refresh);
    refresh();
    return true;
}

void CatalogPanel::setServer(const QString &name, mcp::Client *client)
{
    if (m_observation)
        disconnect(m_observation, nullptr, this, nullptr);
    m_observation.clear();
    for (const auto &store : m_stores) {
        if (store)
            disconnect(store, nullptr, this, nullptr);
    }
    m_stores.clear();
    QWidget *const focused = focusInside();
    m_unlisted = m_unlisted && client == m_client;
    const bool isOtherName = name != m_server;
    const bool isAnother = name != m_server || client != m_client;
    if (isOtherName && !m_isRemoved)
        m_focused[m_server] = focused;
    if (isAnother)
        leaveServer(name);
    m_isRemoved = m_isRemoved && !isOtherName;
    m_server = name;
    m_client = client;
    if (isAnother)
        showNoItem();
    if (client) {
        for (session::ListStore *store : storesOf(client)) {
            m_stores.emplace_back(store);
            connect(store, &session::ListStore::changed, this, &CatalogPanel::refresh);
        }
    }
    refresh();
    if (focused && (isOtherName || focusInside() != focused))
        focusWork();
}

void CatalogPanel::setServers(const QStringList &names)
{
    const auto isGone = [&names](const auto &kept) { return !names.contains(kept.first); };
    std::erase_if(m_choices, isGone);
    std::erase_if(m_focused, isGone);
    m_isRemoved = !m_server.isEmpty() && !names.contains(m_server);
}

// The part of the panel that has the focus in the window; null when it is elsewhere.
QWidget *CatalogPanel::focusInside() const
{
    QWidget *const focused = window()->focusWidget();
    return focused && isAncestorOf(focused) ? focused : nullptr;
}

// Where it was when this server was left, or where the next key is of use. Left alone, the focus
// would go to whichever button is the next one when the field that had it goes.
void CatalogPanel::focusWork()
{
    QWidget *const page = m_stack->currentWidget();
    const auto kept = m_focused.find(m_server);
    QWidget *const last = kept == m_focused.end() ? nullptr : kept->second.data();
    const bool isThere = last && page->isAncestorOf(last) && last->isVisibleTo(page);
    (isThere ? last : page == m_changes ? m_list : page)->setFocus(Qt::OtherFocusReason);
}

void CatalogPanel::showPage(QWidget *page)
{
    if (m_stack->currentWidget() == page)
        return;
    const bool hasFocus = focusInside() != nullptr;
    m_stack->setCurrentWidget(page);
    if (hasFocus)
        focusWork();
}

// The filter hides what would be sent, and nobody is in its form: the key was not meant for it.
bool CatalogPanel::isOutOfReach() const
{
    const QWidget *const focused = focusInside();
    return m_list->isChosenHidden()
        && (!focused || focused == m_list || m_list->isAncestorOf(focused));
}

// What is shown, and would be sent, is of the server that was current.
void CatalogPanel::leaveServer(const QString &next)
{
    if (!m_server.isEmpty() && !m_isRemoved)
        m_choices[m_server] = m_list->choice();
    const auto kept = m_choices.find(next);
    m_list->restart(kept == m_choices.end() ? CatalogList::Choice() : kept->second);
    m_shown.clear();
}

int CatalogPanel::count() const
{
    std::size_t items = 0;
    if (m_observation) {
        for (const models::CatalogKind kind : kinds())
            items += m_observation->list(kind).items.size();
    }
    for (const auto &store : m_stores)
        items += store ? store->listing().items.size() : 0;
    return int(items);
}

void CatalogPanel::focusFilter()
{
    (m_observation ? m_observed->list() : *m_list).focusFilter();
}

void CatalogPanel::reload()
{
    for (session::ListStore *store : m_stores)
        store->load();
}

bool CatalogPanel::canRunCommand(Command command) const
{
    switch (command) {
    case Command::Call:
        return m_pane->canSend();
    case Command::CallAgain:
        return m_pane->canSendAgain();
    case Command::Cancel:
        return m_pane->isPending();
    case Command::ShowInTrace:
        return canShowInTrace();
    }
    return false;
}

void CatalogPanel::runCommand(Command command)
{
    if ((command == Command::Call || command == Command::CallAgain) && isOutOfReach()) {
        Q_EMIT failed(
            tr("Not sent: the filter hides %1. Select something in the list, or clear the filter.")
                .arg(m_list->choice().key));
        return;
    }
    switch (command) {
    case Command::Call:
        m_pane->send();
        break;
    case Command::CallAgain:
        m_pane->sendAgain();
        break;
    case Command::Cancel:
        m_pane->cancel();
        break;
    case Command::ShowInTrace:
        showInTrace();
        break;
    }
}

bool CatalogPanel::canReload() const
{
    return m_client && m_client->state() == mcp::ClientState::Ready;
}

void CatalogPanel::choose(models::CatalogKind kind, const QString &key)
{
    m_list->choose(kind, key);
    m_list->setFocus();
}

void CatalogPanel::openForm(models::CatalogKind kind, const QString &key)
{
    choose(kind, key);
    m_pane->focusForm();
}

void CatalogPanel::setNarrow(bool narrow)
{
    if (narrow == m_pane->hasResult())
        return;
    if (narrow) {
        m_pane->adoptResult(m_result);
    } else {
        m_pane->returnResult();
        addResultColumn();
    }
}

void CatalogPanel::showUnlisted()
{
    m_unlisted = true;
    refresh();
}

bool CatalogPanel::canShowInTrace() const
{
    return m_result->isTraceable();
}

void CatalogPanel::showInTrace()
{
    if (m_result->shown())
        Q_EMIT messageRequested(m_result->shown()->received.steady, rpc::Channel::Received);
}

void CatalogPanel::refresh()
{
    const session::ListStore *first = m_stores.empty() ? nullptr : m_stores.front().data();
    const ListState state = first ? first->state() : ListState::NotAsked;
    const bool anything = count() > 0;
    if (m_observation)
        showObserved();
    else if (m_server.isEmpty())
        showEmpty(tr("No server has been added yet."), {});
    else if (m_client && (m_unlisted || anything))
        showLists();
    else if (state == ListState::NotOffered)
        showEmpty(m_words.notOffered.arg(m_server), {});
    else if (state == ListState::Failed)
        showEmpty(first->error()->sentence, tr("Reload"));
    else if (state == ListState::Known)
        showEmpty(QString(m_words.empty.arg(m_server) % u' ' % first->trouble()).trimmed(), {});
    else if (state == ListState::Asking)
        showEmpty(tr("Loading the list…"), {});
    else
        showEmpty(tr("%1 is not connected.").arg(m_server), tr("Connect"));
    Q_EMIT countChanged();
    Q_EMIT actionsChanged();
}

void CatalogPanel::showObserved()
{
    if (count() == 0) {
        showEmpty(tr("The host has loaded no such list from the server yet."), {});
        return;
    }
    m_observed->show(*m_observation, kinds());
    showPage(m_observed);
}

void CatalogPanel::showLists()
{
    std::vector<std::pair<const void *, std::size_t>> present;
    std::vector<models::CatalogModel::Part> parts;
    models::ListChanges changes;
    for (const auto &store : m_stores) {
        const auto &items = store->listing().items;
        present.emplace_back(items.empty() ? nullptr : items.front().page.get(), items.size());
        changes.append(store->changes());
    }
    if (std::exchange(m_shown, present) != present) {
        for (const auto &store : m_stores)
            parts.push_back({store->kind(), store->listing()});
        m_list->setParts(parts);
    }
    m_changes->setChanges(changes);
    refreshPages();
    showPage(m_changes);
}

void CatalogPanel::refreshPages()
{
    QStringList troubles;
    int pages = 0;
    bool more = false;
    bool pageByPage = false;
    QString cursor;
    for (const auto &store : m_stores) {
        pages += store->listing().pages;
        more = more || store->hasMore();
        pageByPage = pageByPage || store->isPageByPage();
        if (store->hasMore() && cursor.isEmpty())
            cursor = QString::fromStdString(store->listing().next->substr(0, kMaxCursor));
        if (const QString trouble = store->trouble(); !trouble.isEmpty() && !lacksTemplates(*store))
            troubles += trouble;
    }
    const bool isPaged = pageByPage || more || pages > int(m_stores.size());
    m_list->setPages(!isPaged ? QString() : pagesText(count(), pages), cursor, pageByPage, more);
    m_list->setTrouble(troubles.join(u' '));
}

void CatalogPanel::showEmpty(const QString &why, const QString &action)
{
    m_empty->setText(m_words.what, why);
    m_empty->setButton(action);
    showPage(m_empty);
}

} // namespace sonde::widgets
