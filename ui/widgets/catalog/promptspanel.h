// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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

    bool canSend() const override;
    bool canSendAgain() const override;
    bool isPending() const override;
    void send() override;
    void sendAgain() override;
    void cancel() override;
    void copyText(); // of the conversation
    void copyJson(); // its messages, as they arrived

Q_SIGNALS:
    void resourceRequested(const QString &uri); // a link in a message

protected:
    std::vector<session::ListStore *> booksOf(mcp::Client *client) override;
    void showItem(int row) override;
    void showNoItem() override;
    bool isNested() const override;
    void nest(bool nested) override;

private:
    static AnswerPane *makeResult(); // without a parent yet
    void copy(const QString &text);

    QAction *m_reload;
    PromptPane *m_pane;
};

} // namespace sonde::widgets
