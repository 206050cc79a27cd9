// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "json/document.h"

#include <QObject>

#include <vector>

namespace sonde::widgets {

class FindingsPage;
class MessageSide;

// The values of a request and its response that findings are about: their trees mark them, choose
// the value of the current finding, and lead to all findings of a value.
class WrongValues : public QObject {
    Q_OBJECT
public:
    WrongValues(FindingsPage &page, MessageSide &request, MessageSide &response,
        QObject *parent = nullptr); // which they outlive

    // What the sides show, and which of them was selected: its first finding becomes the current
    // one, as soon as the message was read. Numbers are 0 where there is none.
    void setMessages(trace::Number selected, trace::Number request, trace::Number response);
    void setResponse(trace::Number response); // that came later
    // There may be new findings about these messages.
    void update();
    bool concerns(trace::Number first, trace::Number last) const;

    // Makes it the current finding.
    void select(const findings::Finding &finding);
    // The side with the message of the current finding; null without one.
    MessageSide *currentSide() const;
    // Chooses the value of the current finding.
    void chooseValue();

Q_SIGNALS:
    void valueChosen(sonde::widgets::MessageSide *side, sonde::json::NodeId node);
    void updated(); // how many findings there are
    void findingsRequested(); // to be shown in full

private:
    MessageSide *sideOf(trace::Number number) const;
    void mark(MessageSide &side);
    void sideRead(MessageSide &side);
    void goToFirst();
    void addStep(MessageSide &side);
    std::vector<int> rowsAt(const MessageSide &side) const;
    void nextAt(const MessageSide &side);

    FindingsPage &m_page;
    MessageSide &m_left;
    MessageSide &m_right;
    trace::Number m_selected = 0;
    trace::Number m_request = 0;
    trace::Number m_response = 0;
    bool m_goToFirst = false; // once its message was read
};

} // namespace sonde::widgets
