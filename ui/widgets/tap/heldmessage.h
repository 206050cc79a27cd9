// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "models/tap/heldmodel.h"
#include "rpc/message.h"
#include "tap/announce/tapline.h"
#include "json/document.h"

#include <QPointer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

class QLabel;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
class InlineMessage;
class PanelTitle;
class Splitter;
} // namespace sonde::look

namespace sonde::session {
class TapBreakpoints;
}

namespace sonde::widgets {

class EditList;
class HeldButtons;
class WaitBar;

// One held message: how long it has been held, the bytes that came beside the text that a person
// makes of them, and what can be done with it.
class HeldMessage : public QWidget {
    Q_OBJECT
public:
    // The schema of a tool's arguments; null: not known.
    using InputSchema =
        std::function<std::shared_ptr<const json::Document>(const std::string &tool)>;

    explicit HeldMessage(QWidget *parent = nullptr);

    // nullptr: nothing holds messages. Shows none until setMessage() is called.
    void setBreakpoints(session::TapBreakpoints *breakpoints);
    // One that the breakpoints hold; nullopt: none.
    void setMessage(const std::optional<models::HeldRow> &message);
    void setHeldFor(const QString &time); // the shown one: "0:12"
    void setNarrow(bool narrow);
    void setInputSchema(InputSchema schema) { m_inputSchema = std::move(schema); }

    content::JsonEditor &editor() { return *m_editor; }
    EditList &edits() { return *m_edits; }
    // The buttons, and what is asked before a decision: for a place that does not scroll. Shown and
    // hidden with the message.
    QWidget &decisions() { return *m_decisions; }
    std::optional<std::uint64_t> shown() const; // the number of the message
    const std::optional<models::HeldRow> &held() const { return m_held; } // the shown one
    // The next one may be shown when it is gone.
    bool isDecided() const { return m_decided; }
    void setDecided() { m_decided = true; } // with others
    QString banner() const; // what it says of the message
    // What it asks before it sends, or why nothing was done of a decision; empty: nothing.
    QString question() const;
    const QString &refusal() const { return m_refusal; } // why nothing was done of a decision
    // The text of the editor; asks first if it is not JSON.
    void sendChanged();

Q_SIGNALS:
    void traceRequested(); // of the shown one

private:
    QWidget *makeBanner();
    QWidget *makeSides();
    QWidget *makeDecisions();
    HeldButtons *makeButtons();
    void respond();
    void showFacts();
    void showRefusal(quint64 message, tap::TapRefusal why);
    // Whose side waits for the message, or for the response to it; nothing: none is known to.
    std::optional<rpc::Channel> waitingSide() const;
    QString givingUp(); // a clause; empty: nothing is known
    QString beingSent() const; // a clause; empty: it is held without a limit
    void edited();
    void compare();
    void send(const Bytes &text);

    QPointer<session::TapBreakpoints> m_breakpoints;
    QLabel *m_lead;
    look::ColorLabel *m_facts;
    look::ColorLabel *m_evidence; // for when the other side gives up
    WaitBar *m_bar;
    look::Splitter *m_sides;
    look::PanelTitle *m_cameTitle;
    content::JsonEditor *m_came;
    look::PanelTitle *m_goesTitle;
    content::JsonEditor *m_editor;
    EditList *m_edits;
    InputSchema m_inputSchema;
    std::string m_tool; // that the text of the editor calls
    std::shared_ptr<const json::Document> m_schema; // of m_tool; null: not known
    look::InlineMessage *m_question;
    HeldButtons *m_buttons;
    QWidget *m_decisions;
    std::optional<models::HeldRow> m_held;
    rpc::Message m_decoded; // m_held
    QString m_refusal; // of the decision on m_held
    bool m_decided = false;
    bool m_setting = false;
};

} // namespace sonde::widgets
