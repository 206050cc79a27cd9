// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/resourcespanel.h"

#include "content/text/textdiffview.h"
#include "session/catalog/resourcestore.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/recordedparams.h"
#include "widgets/catalog/resourcepane.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/responsepane.h"

#include <QAction>
#include <QLineEdit>
#include <QTabWidget>
#include <QTreeView>

namespace sonde::widgets {

namespace {
const QList<int> kShares{220, 370, 390}; // of the width: list, item, contents
}

ResourcesPanel::ResourcesPanel(QWidget *parent)
    : CatalogPanel({tr("The server's resources appear here."), tr("%1 does not offer resources."),
                       tr("%1 offers resources, but its list is empty.")},
        parent)
    , m_reload(addToMenu(
          Menu::Tools, QStringLiteral("reloadResources"), tr("Reload &resources"), "restart"))
    , m_readUri(addToMenu(
          Menu::Tools, QStringLiteral("readUri"), tr("Read a resource by &URI…"), "resource"))
    , m_resources(new CatalogList(tr("Filter resources"), this))
    , m_pane(new ResourcePane(this))
    , m_diff(new content::TextDiffView(this))
{
    m_resources->view().setAccessibleName(tr("Resources"));
    setColumns(m_resources, m_pane, makeResult(), kShares);
    connect(m_reload, &QAction::triggered, this, &ResourcesPanel::reload);
    connect(m_readUri, &QAction::triggered, this, [this] {
        Q_EMIT showRequested();
        askForUri();
    });
    connect(&list(), &CatalogList::activated, this, [this] {
        if (m_pane->form().isHidden())
            m_pane->send();
    });
    connect(m_pane, &ResourcePane::uriChanged, this, &ResourcesPanel::showRead);
    connect(this, &CatalogPanel::linkRequested, this, &ResourcesPanel::openUri);
    showRead();
}

Panel::Tab ResourcesPanel::tab() const
{
    return {"resources", tr("&Resources"), "resource", QKeySequence(Qt::CTRL | Qt::Key_3)};
}

void ResourcesPanel::updateActions()
{
    m_reload->setEnabled(canReload());
    m_readUri->setEnabled(canReload());
}

ResponsePane *ResourcesPanel::makeResult()
{
    auto *pane = new ResponsePane(
        tr("Contents"),
        [](const std::shared_ptr<const json::Document> &document, const json::Value &result) {
            return content::contentsOfResources(document, result["contents"]);
        },
        this);
    pane->tabs().addTab(m_diff, tr("Compare"));
    return pane;
}

session::ResourceStore *ResourcesPanel::store() const
{
    return client() ? session::ResourceStore::of(client()) : nullptr;
}

std::vector<session::ListStore *> ResourcesPanel::storesOf(mcp::Client *client)
{
    session::ResourceStore *store = session::ResourceStore::of(client);
    return {&store->resources(), &store->templates()};
}

void ResourcesPanel::showItem(int row)
{
    if (store())
        m_pane->setItem(store(), list().model().kind(row), list().model().item(row));
}

void ResourcesPanel::showNoItem()
{
    m_pane->clear();
    showRead();
}

void ResourcesPanel::showUri(const QString &uri)
{
    if (!store() || uri.isEmpty())
        return;
    if (list().model().rowOf(models::CatalogKind::Resource, uri) >= 0)
        return list().choose(models::CatalogKind::Resource, uri);
    list().clearChoice();
    m_pane->setUri(store(), uri);
    showUnlisted();
}

bool ResourcesPanel::fill(const json::Value &request)
{
    const json::Value params = recordedParams(request, "resources/read", {"uri"});
    const QString uri = params["uri"].toString();
    showUri(uri);
    return !uri.isEmpty();
}

void ResourcesPanel::openUri(const QString &uri)
{
    if (!store() || uri.isEmpty())
        return;
    showUri(uri);
    // More likely a page than a resource of this server: asking for it is a person's choice.
    const bool isListed = list().model().rowOf(models::CatalogKind::Resource, uri) >= 0;
    if (!isListed && uri.startsWith(QLatin1String("http"), Qt::CaseInsensitive))
        m_pane->focusForm();
    else
        m_pane->send();
}

void ResourcesPanel::askForUri()
{
    if (!store())
        return;
    list().clearChoice();
    m_pane->setUri(store(), {});
    showUnlisted();
    m_pane->uriField().setFocus(Qt::ShortcutFocusReason);
}

// What is known of the URI that is in the field now.
void ResourcesPanel::showRead()
{
    session::ResourceRead *read = store() ? store()->known(m_pane->uri()) : nullptr;
    if (m_read && read == m_read)
        return;
    if (m_read)
        disconnect(m_read, nullptr, this, nullptr);
    m_read = read;
    const QString nothing = tr("This resource has not been read yet.");
    if (read) {
        connect(read, &session::ResourceRead::changed, this, &ResourcesPanel::showDifference);
        result().setRequest(&read->request(), nothing, read->newest());
    } else {
        result().setRequest(nullptr, nothing);
    }
    showDifference();
}

void ResourcesPanel::showDifference()
{
    const int tab = result().tabs().indexOf(m_diff);
    const auto previous = m_read ? m_read->previous() : nullptr;
    if (!previous) {
        m_compared.reset();
        Q_EMIT actionsChanged();
        m_diff->setNothing(tr("What was read last is compared with what was read before; this "
                              "resource was not read twice yet."));
        result().tabs().setTabText(tab, tr("Compare"));
        return;
    }
    Q_EMIT actionsChanged();
    const auto newest = m_read->newest();
    if (std::exchange(m_compared, newest) == newest)
        return;
    m_diff->compare([previous, newest] { return session::comparableContents(*previous, *newest); });
    result().tabs().setTabText(
        tab, tr("Compare #%1 with #%2").arg(m_read->reads() - 1).arg(m_read->reads()));
}

} // namespace sonde::widgets
