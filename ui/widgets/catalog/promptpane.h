// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"
#include "session/completionsource.h"

#include <QPointer>
#include <QWidget>

#include <string>

class QPushButton;
class QTabWidget;

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
class PromptPane : public QWidget {
    Q_OBJECT
public:
    explicit PromptPane(QWidget *parent = nullptr);

    void setItem(session::PromptStore *store, const mcp::ListItem &item);
    void clear(); // nothing can be requested
    const QString &prompt() const { return m_name; }

    // With the arguments as they stand. What is required and missing is said once, and then it is
    // sent all the same: what the server says to that may be what somebody wants to see.
    void get();
    void getAgain(); // with the params of the last time
    void cancel();
    bool canGet() const;
    bool canGetAgain() const;
    bool isPending() const;
    void focusForm(); // the first argument, else the button

    ArgumentForm &form() { return *m_form; }
    const content::JsonEditor &preview() const;
    QString problem() const; // that is said; empty: nothing

    // Where there is no room beside the pane, the result is a tab of it, and comes to the front
    // when it is asked for. Without one again, the widget is the caller's to place.
    void adoptResult(QWidget *result);
    void returnResult();
    bool hasResult() const { return m_resultPage != nullptr; }

protected:
    void resizeEvent(QResizeEvent *event) override;

Q_SIGNALS:
    void stateChanged(); // what can be done now

private:
    QWidget *makeFormPage();
    QLayout *makeButtons();
    void setArguments(const json::Value &arguments);
    void edited();
    void refresh();
    void showPreview();
    void send(const Bytes &params);

    QPointer<session::PromptStore> m_store;
    QString m_name;
    std::string m_argumentsText; // as the server described them
    bool m_warned = false; // of what is missing
    session::CompletionSource m_completions;

    ItemHeading *m_heading;
    QTabWidget *m_tabs;
    QWidget *m_resultPage = nullptr;
    content::JsonTreeView *m_definition;
    look::InlineMessage *m_problem;
    ArgumentForm *m_form;
    RequestPreview *m_preview;
    QPushButton *m_get;
    QPushButton *m_again;
    QPushButton *m_cancel;
};

} // namespace sonde::widgets
