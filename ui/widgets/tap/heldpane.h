// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"
#include "tap/announce/tapline.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
class EmptyState;
class InlineMessage;
class PanelTitle;
class Splitter;
} // namespace sonde::look

namespace sonde::models {
class HeldModel;
}

namespace sonde::session {
class TapBreakpoints;
}

namespace sonde::widgets {

class HeldButtons;
class PlainTable;

// The messages that a tap holds: their list, and of the chosen one the bytes that came beside the
// text that a person makes of them. A message that arrives changes neither the focus nor the
// choice.
class HeldPane : public QWidget {
    Q_OBJECT
public:
    explicit HeldPane(QWidget *parent = nullptr);

    // nullptr: no tap. It outlives the next call.
    void setBreakpoints(session::TapBreakpoints *breakpoints);
    void setNarrow(bool narrow);

    PlainTable &list() { return *m_list; }
    content::JsonEditor &editor() { return *m_editor; }
    QString banner() const; // what it says of the chosen message
    // What it asks before it sends, or why nothing was done of a decision; empty: nothing.
    QString question() const;
    QString emptyReason() const; // while nothing is shown
    bool canSend() const { return m_shown.has_value(); }
    // The text of the editor; asks first if it is not JSON.
    void sendChanged();

Q_SIGNALS:
    void canSendChanged();
    void focusLeft(); // what had the focus is hidden: nothing is held any more

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeMessage();
    QWidget *makeSides();
    HeldButtons *makeButtons();
    void respond();
    void refresh();
    void choose(int row);
    void showMessage(int row);
    void showNone();
    void showRefusal(quint64 message, tap::TapRefusal why);
    void tick();
    QString givingUp(int row); // a clause; empty: nothing is known
    void edited();
    void send(const Bytes &text);

    QPointer<session::TapBreakpoints> m_breakpoints;
    models::HeldModel *m_model;
    PlainTable *m_list;
    look::EmptyState *m_empty;
    QWidget *m_message;
    QLabel *m_lead;
    look::ColorLabel *m_facts;
    look::Splitter *m_sides;
    look::PanelTitle *m_cameTitle;
    content::JsonEditor *m_came;
    look::PanelTitle *m_goesTitle;
    content::JsonEditor *m_editor;
    look::InlineMessage *m_question;
    HeldButtons *m_buttons;
    QTimer m_clock;
    std::optional<std::uint64_t> m_shown; // the number of the message
    rpc::Message m_decoded; // the shown one
    QString m_refusal; // of the decision on the shown one
    bool m_decided = false; // on the shown one: the next may follow when it is gone
    bool m_setting = false;
};

} // namespace sonde::widgets
