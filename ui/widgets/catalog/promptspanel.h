// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/completions.h"
#include "widgets/catalog/catalogpanel.h"

namespace sonde::session {
class PromptStore;
}

namespace sonde::widgets {

class PromptPane;

// The prompts of the current server: the list, the chosen one with its arguments, and the
// conversation it gives.
class PromptsPanel : public CatalogPanel {
    Q_OBJECT
public:
    explicit PromptsPanel(QWidget *parent = nullptr);

    Tab tab() const override;
    void updateActions() override;
    PromptPane &pane() { return *m_pane; }

    // Not a prompt that is not listed, or has no field for an argument of the request.
    bool fill(const json::Value &request) override;
    void copyText(); // of the conversation
    void copyJson(); // its messages, as they arrived

protected:
    std::vector<session::ListStore *> storesOf(mcp::Client *client) override;
    std::vector<models::CatalogKind> kinds() const override
    {
        return {models::CatalogKind::Prompt};
    }
    void showItem(int row) override;
    void showNoItem() override;

private:
    ResponsePane *makeResult();
    void makeCopyButtons();

    QAction *m_reload;
    CatalogList *m_prompts; // before the pane, as the Tab key goes
    PromptPane *m_pane;
};

} // namespace sonde::widgets
