// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"
#include "models/tap/breakpointtext.h"
#include "session/tap/messageprograms.h"
#include "session/tap/patience.h"
#include "session/tap/tapcomposer.h"
#include "tap/announce/tapline.h"
#include "tap/breakpoint/breakpoint.h"
#include "tap/breakpoint/breakpointengine.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace sonde::tap {
class ControlLink;
}

namespace sonde::session {

// The breakpoints of one tap, or of the connections to one server, kept under its name for later
// conversations, and the messages that they hold in the present one.
class TapBreakpoints : public QObject {
    Q_OBJECT
public:
    using Hits = tap::BreakpointEngine::Hits; // by number of the breakpoint

    static constexpr std::chrono::milliseconds kHitsPause{50};
    static constexpr std::chrono::milliseconds kHeldPause{50};
    static constexpr std::size_t kFewHeld = 3; // a person follows each change of them

    TapBreakpoints(QString name, models::Settings settings,
        models::TapClient client = models::TapClient::Host, QObject *parent = nullptr);

    models::TapClient client() const { return m_client; }

    // The tap that runs from now on. Without breakpoints Sonde does not take control of it.
    void connectTo(tap::ControlLink *link);

    tap::TapTransport transport() const { return m_transport; } // of the newest tap

    const std::vector<tap::Breakpoint> &list() const { return m_list; }
    std::size_t onCount() const;
    bool hasNumber(std::uint32_t number) const;
    bool holdsAny() const; // one that is on holds messages
    bool isFull() const { return m_list.size() >= tap::BreakpointEngine::kMaxBreakpoints; }
    // At the end of the list, with a number of its own. Returns its row; -1: the list is full.
    int add(tap::Breakpoint breakpoint);
    // One that was removed, at its row; with its number, unless another one has that by now. False:
    // the list is full.
    bool restore(int row, tap::Breakpoint breakpoint);
    // These ignore rows that do not exist. The number stays.
    void replace(int row, tap::Breakpoint breakpoint);
    void setOn(int row, bool on);
    void remove(int row);

    // Sends through the same tap.
    TapComposer &composer() { return m_composer; }
    // What the conversation has shown of how long either side waits.
    Patience &patience() { return m_patience; }

    const std::vector<tap::TapHeld> &held() const { return m_held; } // the oldest first
    const Hits &hits() const { return m_hits; } // in this conversation, as the tap counts them
    bool isHeld(std::uint64_t message) const;
    // The text that a person is making of a held message; nothing: it was not edited.
    std::optional<Bytes> draft(std::uint64_t message) const;
    void setDraft(std::uint64_t message, const Bytes &text);
    // Why the tap did not do what was decided on a message that it still holds.
    std::optional<tap::TapRefusal> refusal(std::uint64_t message) const;
    // Decided, and the tap has not said yet what became of it: it cannot be decided again.
    bool isDecided(std::uint64_t message) const { return m_decided.contains(message); }
    // The message is held until the tap says that it is gone. JSON is sent on one line, any other
    // text as it is; nothing is done for a text that canSend() refuses.
    void sendAsItWas(std::uint64_t message);
    void sendChanged(std::uint64_t message, const Bytes &text);
    void drop(std::uint64_t message);
    void sendAllAsTheyWere();
    void dropAll();
    void delay(std::uint64_t message, std::chrono::milliseconds time);
    // In place of the side that the request was sent to, which does not get it. As sendChanged().
    void respond(std::uint64_t message, const Bytes &response);
    // Over stdio a line is a message: a text that is not JSON must be one line, and not empty.
    static bool canSend(const Bytes &text);

Q_SIGNALS:
    void listChanged();
    void heldChanged(); // at most every kHeldPause while more than kFewHeld are held
    // Nothing was done of a decision; heldChanged() follows if the message is not held any more.
    void refused(quint64 message, sonde::tap::TapRefusal why);
    void hitsChanged(); // at most every kHitsPause

private:
    void hold(const tap::TapHeld &message);
    void say(std::uint64_t message, const tap::HeldDecision &decision);
    void release(const tap::TapGone &message);
    void refuse(std::uint64_t message, tap::TapRefusal why);
    void count(const tap::TapHits &hits);
    void end();
    void clearHeld();
    void changeHeld();
    void changed();
    std::uint32_t freeNumber() const;
    void decide(std::uint64_t message, const tap::HeldDecision &decision);
    void decideAll(tap::HeldDecision::Kind kind);
    void decideText(std::uint64_t message, tap::HeldDecision::Kind kind, const Bytes &text);
    bool hasRow(int row) const { return row >= 0 && std::size_t(row) < m_list.size(); }

    const QString m_name;
    const models::TapClient m_client;
    models::Settings m_settings;
    QPointer<tap::ControlLink> m_link;
    tap::TapTransport m_transport = tap::TapTransport::Stdio;
    TapComposer m_composer;
    Patience m_patience;
    MessagePrograms m_programs;
    std::vector<tap::Breakpoint> m_list;
    std::vector<tap::TapHeld> m_held;
    std::map<std::uint64_t, Bytes> m_drafts; // of m_held
    std::set<std::uint64_t> m_decided; // of m_held
    std::map<std::uint64_t, tap::TapRefusal> m_refusals; // of m_held
    Hits m_hits;
    QTimer m_hitsTimer;
    QTimer m_heldTimer; // a flood of held messages is a flood of changes
    bool m_isHeldNew = false; // since heldChanged()
};

} // namespace sonde::session
