// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"
#include "session/completionsource.h"
#include "widgets/catalog/itempane.h"

#include <QPointer>

#include <string>

class QPushButton;

namespace sonde::content {
class JsonEditor;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::look {
class InlineMessage;
}

namespace sonde::session {
class PromptStore;
}

namespace sonde::widgets {

class ArgumentForm;
class ItemHeading;
class RequestPreview;

// One prompt: what it is, its arguments, and the exact request.
class PromptPane : public ItemPane {
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

    ArgumentForm &form() { return *m_form; }
    const content::JsonEditor &preview() const;
    QString problem() const; // that is said; empty: nothing

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeFormPage();
    QLayout *makeButtons();
    void setArguments(const json::Value &arguments);
    void edited();
    void refresh();
    void showPreview();
    void request(const Bytes &params);

    QPointer<session::PromptStore> m_store;
    QString m_name;
    std::string m_argumentsText; // as the server described them
    bool m_warned = false; // of what is missing
    session::CompletionSource m_completions;

    ItemHeading *m_heading;
    content::JsonTreeView *m_definition;
    look::InlineMessage *m_problem;
    ArgumentForm *m_form;
    RequestPreview *m_preview;
    QPushButton *m_get;
    QPushButton *m_again;
    QPushButton *m_cancel;
};

} // namespace sonde::widgets
