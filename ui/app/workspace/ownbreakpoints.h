// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"
#include "tap/breakpoint/breakpoint.h"
#include "wire/link/linkworker.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>

class QThread;

namespace sonde::session {
class TapBreakpoints;
}

namespace sonde::app {

// The breakpoints of Sonde's own connections, by server. They outlive the connections, and are kept
// in the settings.
class OwnBreakpoints : public QObject {
    Q_OBJECT
public:
    // `wire` is the thread of the connections; it outlives them.
    OwnBreakpoints(QThread &wire, models::Settings settings);
    ~OwnBreakpoints() override;

    session::TapBreakpoints &of(const QString &server); // made when it is first asked for
    int held(const QString &server) const; // how many messages wait for a decision
    // Puts them into the connections of a client.
    wire::DecorateTransport decorator(const QString &server, tap::TapTransport transport);
    void rename(const QString &server, const QString &newName);

Q_SIGNALS:
    void heldChanged(const QString &server); // held() of it

private:
    struct Entry;
    Entry &entry(const QString &server);

    QThread &m_wire;
    models::Settings m_settings;
    std::map<QString, std::unique_ptr<Entry>> m_entries;
};

} // namespace sonde::app
