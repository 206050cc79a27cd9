// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/catalogpanel.h"

#include "look/emptystate.h"
#include "look/splitter.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/changesview.h"
#include "widgets/request/answerpane.h"

#include <QLocale>
#include <QStackedLayout>

namespace sonde::widgets {

namespace {

const QList<int> kShares{220, 370, 390}; // of the width: list, item, what it gave
constexpr int kMethodNotFound = -32601;
constexpr qsizetype kMaxCursor = 60; // characters

using State = ListBook::State;

// A server without templates may not know the method that lists them: nothing to speak of.
bool lacksTemplates(const ListBook &book)
{
    return book.kind() == models::CatalogKind::Template && book.error()
        && book.error()->code == kMethodNotFound;
}

} // namespace

CatalogPanel::CatalogPanel(Words words, AnswerPane *result, QWidget *parent)
    : Panel(parent)
    , m_words(std::move(words))
    , m_stack(new QStackedLayout(this))
    , m_empty(new content::EmptyState(this))
    , m_columns(new content::Splitter(Qt::Horizontal, this))
    , m_list(new CatalogList(m_words.filter, this))
    , m_result(result)
    , m_changes(new ChangesFrame(m_columns, this))
{
    m_result->setParent(this); // before, there was nothing to be a child of
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_changes);
    m_stack->setContentsMargins(0, 6, 0, 0);
    connect(m_list, &CatalogList::chosen, this, [this](int row) { showItem(row); });
    connect(m_list, &CatalogList::pageByPageWanted, this, [this](bool pages) {
        for (ListBook *book : m_books)
            book->setPageByPage(pages);
    });
    connect(m_list, &CatalogList::nextPageWanted, this, [this] {
        for (ListBook *book : m_books)
            book->loadMore();
    });
    connect(m_list, &CatalogList::reloadWanted, this, &CatalogPanel::reload);
    connect(m_changes, &ChangesFrame::seen, this, [this] {
        for (ListBook *book : m_books)
            book->forgetChanges();
        m_list->setFocus();
    });
    connect(m_result, &AnswerPane::answered, this, &CatalogPanel::doableChanged);
    connect(m_result, &AnswerPane::copied, this, &CatalogPanel::copied);
    connect(m_result, &AnswerPane::messageWanted, this, &CatalogPanel::messageWanted);
    connect(m_result, &AnswerPane::saved, this, [this](const QString &path, qint64 bytes) {
        Q_EMIT succeeded(tr("Saved %1 bytes as %2").arg(QLocale().toString(bytes), path));
    });
    connect(m_empty, &content::EmptyState::buttonClicked, this, [this] {
        if (!m_books.empty() && m_books.front() && m_books.front()->state() == State::Failed)
            reload();
        else
            Q_EMIT connectWanted();
    });
}

void CatalogPanel::setPane(QWidget *pane)
{
    m_columns->addWidget(m_list);
    m_columns->addWidget(pane);
    m_columns->addWidget(m_result);
    m_columns->setDefaultSizes(kShares);
    m_columns->setStretchFactor(0, 0); // more width is for the item and what it gave
    m_columns->setChildrenCollapsible(false);
    refresh();
}

void CatalogPanel::setServer(const QString &name, mcp::Client *client)
{
    for (const auto &book : m_books) {
        if (book)
            disconnect(book, nullptr, this, nullptr);
    }
    m_books.clear();
    m_unlisted = m_unlisted && client == m_client;
    m_server = name;
    m_client = client;
    if (client) {
        for (ListBook *book : booksOf(client)) {
            m_books.emplace_back(book);
            connect(book, &ListBook::changed, this, &CatalogPanel::refresh);
        }
    }
    refresh();
}

int CatalogPanel::count() const
{
    std::size_t items = 0;
    for (const auto &book : m_books)
        items += book ? book->listing().items.size() : 0;
    return int(items);
}

void CatalogPanel::focusFilter()
{
    m_list->focusFilter();
}

void CatalogPanel::reload()
{
    for (ListBook *book : m_books)
        book->load();
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

void CatalogPanel::setNarrow(bool narrow)
{
    if (narrow == isNested())
        return;
    nest(narrow);
    if (!narrow) {
        m_columns->addWidget(m_result);
        m_columns->setDefaultSizes(kShares);
        m_columns->setStretchFactor(0, 0);
        m_result->show();
    }
}

void CatalogPanel::showUnlisted()
{
    m_unlisted = true;
    refresh();
}

bool CatalogPanel::canShowInTrace() const
{
    return m_result->shown() != nullptr;
}

void CatalogPanel::showInTrace()
{
    if (canShowInTrace())
        Q_EMIT messageWanted(m_result->shown()->received.steady, rpc::Channel::Received);
}

void CatalogPanel::refresh()
{
    const ListBook *first = m_books.empty() ? nullptr : m_books.front().data();
    const State state = first ? first->state() : State::NotAsked;
    const bool anything = count() > 0;
    if (m_server.isEmpty())
        showEmpty(tr("There is no server in the list yet."), {});
    else if (m_client && (m_unlisted || anything))
        showLists();
    else if (state == State::NotOffered)
        showEmpty(m_words.notOffered.arg(m_server), {});
    else if (state == State::Failed)
        showEmpty(first->error()->sentence, tr("Ask again"));
    else if (state == State::Known)
        showEmpty(m_words.empty.arg(m_server), {});
    else if (state == State::Asking)
        showEmpty(tr("The list was asked for."), {});
    else
        showEmpty(tr("%1 is not connected.").arg(m_server), tr("Connect"));
    Q_EMIT countChanged();
    Q_EMIT doableChanged();
}

void CatalogPanel::showLists()
{
    std::vector<std::pair<const void *, std::size_t>> present;
    std::vector<models::CatalogModel::Part> parts;
    models::ListChanges changes;
    for (const auto &book : m_books) {
        const auto &items = book->listing().items;
        present.emplace_back(items.empty() ? nullptr : items.front().page.get(), items.size());
        changes.append(book->changes());
    }
    if (std::exchange(m_shown, present) != present) {
        for (const auto &book : m_books)
            parts.push_back({book->kind(), book->listing()});
        m_list->setParts(parts);
    }
    m_changes->setChanges(changes);
    refreshPages();
    m_stack->setCurrentWidget(m_changes);
}

void CatalogPanel::refreshPages()
{
    const QLocale locale;
    QStringList said;
    QStringList troubles;
    int pages = 0;
    bool more = false;
    bool pageByPage = false;
    QString cursor;
    for (const auto &book : m_books) {
        pages += book->listing().pages;
        more = more || book->hasMore();
        pageByPage = pageByPage || book->isPageByPage();
        if (book->hasMore() && cursor.isEmpty())
            cursor = QString::fromStdString(*book->listing().next).left(kMaxCursor);
        if (const QString trouble = book->trouble(); !trouble.isEmpty() && !lacksTemplates(*book))
            troubles += trouble;
    }
    if (pageByPage || pages > int(m_books.size()))
        said.prepend(
            tr("%1 items on %2 pages").arg(locale.toString(count()), locale.toString(pages)));
    if (more)
        said += tr("next cursor %1").arg(cursor);
    m_list->setPages(said.join(QStringLiteral(" · ")), pageByPage, more);
    m_list->setTrouble(troubles.join(u' '));
}

void CatalogPanel::showEmpty(const QString &why, const QString &action)
{
    m_empty->setText(m_words.what, why);
    m_empty->setButton(action);
    m_stack->setCurrentWidget(m_empty);
}

} // namespace sonde::widgets
