// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restart.h"
#include "models/changes/startrecord.h"

#include <QString>

#include <deque>
#include <functional>
#include <utility>

namespace sonde::session {

// Notes with the starts of a server what the trace tells about them. Calls go on after a start was
// noted, and messages are checked later, so the newest starts are looked at again: each until it is
// over and all its messages are checked.
class StartMeasure {
public:
    static constexpr int kMeasuredStarts = 3; // the newest ones of this run of Sonde

    using Look = std::function<models::StartRecord(const QString &, const models::StartSpan &)>;
    void setLook(Look look) { m_look = std::move(look); }
    // Whether it noted something new.
    bool update(const QString &server, std::deque<models::Restart> &restarts) const;

private:
    bool note(const QString &server, const models::StartSpan &span, models::Restart &restart) const;

    Look m_look;
};

} // namespace sonde::session
