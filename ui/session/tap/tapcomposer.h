// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"
#include "tap/announce/tapline.h"

#include <QObject>
#include <QPointer>

#include <deque>
#include <optional>
#include <set>
#include <string>

namespace sonde::tap {
class ControlLink;
}

namespace sonde::session {

// Sends requests and notifications of one's own through one tap, in the name of its host or of its
// server. The tap keeps their responses from the other side.
class TapComposer : public QObject {
    Q_OBJECT
public:
    explicit TapComposer(QObject *parent = nullptr)
        : QObject(parent)
    {
    }

    // The tap that runs from now on.
    void connectTo(tap::ControlLink *link);
    bool isLive() const;

    // A JSON string, with its quotes, that no other request has as its id.
    static std::string newId();
    // Why the tap would refuse it, as far as that is known here; nullopt: it can be sent.
    std::optional<tap::TapRefusal> refusalOf(rpc::Channel channel, const Bytes &text) const;
    // sent() or refused() follows, at once if the tap would not take it. Returns the number that
    // they name. JSON is sent on one line. responded() follows with the response to a request, also
    // before sent(): the recording and the tap are read apart.
    quint64 send(rpc::Channel channel, const Bytes &text);
    // Everything that crosses the tap, in its order.
    void take(rpc::Channel channel, const rpc::Message &message);

Q_SIGNALS:
    void liveChanged();
    void sent(quint64 number);
    void refused(quint64 number, sonde::tap::TapRefusal why);
    void responded(quint64 number, const sonde::Bytes &response); // a result or an error

private:
    struct Open { // a request without a response
        rpc::Channel channel;
        rpc::Id id;
        quint64 number;
    };
    void refuse(quint64 number, tap::TapRefusal why);
    void end();

    QPointer<tap::ControlLink> m_link;
    std::set<quint64> m_waiting; // for the tap to say what became of them
    std::deque<Open> m_open; // the oldest first
    quint64 m_newest = 0;
};

} // namespace sonde::session
