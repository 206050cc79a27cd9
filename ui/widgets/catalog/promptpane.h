// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"
#include "session/catalog/completionsource.h"
#include "widgets/catalog/argumentpane.h"

#include <QPointer>

#include <string>

class QPushButton;

namespace sonde::session {
class PromptStore;
}

namespace sonde::widgets {

class DoingButton;

// One prompt: what it is, its arguments, and the exact request.
class PromptPane : public ArgumentPane {
    Q_OBJECT
public:
    explicit PromptPane(QWidget *parent = nullptr);

    void setItem(session::PromptStore *store, const mcp::ListItem &item);
    const QString &prompt() const { return m_name; }

    // With the arguments as they stand. What is required and missing is said once, and then it is
    // sent all the same: what the server says to that may be what somebody wants to see.
    void send() override;
    void sendAgain() override;
    void cancel() override;
    bool canSend() const override;
    bool canSendAgain() const override;
    bool isPending() const override;
    void focusForm() override;
    void clear() override;

    QString problem() const; // that is said; empty: nothing

private:
    QLayout *makeButtons();
    void setArguments(const json::Value &arguments);
    void edited();
    void refresh();
    void showPreview();
    void sendParams(const Bytes &params);

    QPointer<session::PromptStore> m_store;
    QString m_name;
    std::string m_argumentsText; // as the server described them
    bool m_warned = false; // of what is missing
    session::CompletionSource m_completions;

    QPushButton *m_get;
    QPushButton *m_again;
    QPushButton *m_cancel;
    DoingButton *m_doing;
};

} // namespace sonde::widgets
