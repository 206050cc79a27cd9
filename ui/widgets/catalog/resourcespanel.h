// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/catalog/catalogpanel.h"

namespace sonde::content {
class TextDiffView;
}

namespace sonde::session {
class ResourceRead;
class ResourceStore;
} // namespace sonde::session

namespace sonde::widgets {

class ResourcePane;

// The resources and templates of the current server: the lists, the chosen one with what is needed
// to read it, its contents, and how they differ from what was read before.
class ResourcesPanel : public CatalogPanel {
    Q_OBJECT
public:
    explicit ResourcesPanel(QWidget *parent = nullptr);

    Tab tab() const override;
    void updateActions() override;
    // Reads a resource of the current server that something links to, in the list or not. The
    // address of a page that is not in the list is only made ready to be read.
    void openUri(const QString &uri);
    void showUri(const QString &uri); // chooses it, or makes it ready to be read
    bool fill(const json::Value &request) override;
    void askForUri(); // an empty field for one
    ResourcePane &pane() { return *m_pane; }
    const content::TextDiffView &diff() const { return *m_diff; }

protected:
    std::vector<session::ListStore *> storesOf(mcp::Client *client) override;
    std::vector<models::CatalogKind> kinds() const override
    {
        return {models::CatalogKind::Resource, models::CatalogKind::Template};
    }
    void showItem(int row) override;
    void showNoItem() override;

private:
    ResponsePane *makeResult();
    session::ResourceStore *store() const;
    void showRead();
    void showDifference();

    QAction *m_reload, *m_readUri;
    CatalogList *m_resources; // before the pane, as the Tab key goes
    ResourcePane *m_pane;
    content::TextDiffView *m_diff;
    QPointer<session::ResourceRead> m_read; // whose contents are shown
    std::shared_ptr<const mcp::Response> m_compared; // with the one before it
};

} // namespace sonde::widgets
