// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <Qt>

#include <QString>

namespace sonde::models {

// The shape a thing is drawn with, the same wherever it appears. Models say which, the delegates
// of ui/content paint it. Shape and word carry the meaning; the colour only repeats it.
enum class Sign {
    None,
    SentRequest,
    SentResponse,
    SentNotification,
    ReceivedRequest,
    ReceivedResponse,
    ReceivedNotification,
    Stderr,
    Lifecycle,
    Exchange,
    NotAMessage,
    Pending,
    Ok,
    ToolError,
    ProtocolError,
    NoResponse,
    Late,
    Cancelled,
    Auto,
    NotReached,
    Finding, // of a warning, and where its level is not known
    FindingError,
    FindingNote,
    Server, // its mark; the colour is that of the server
    Mark,
    Note,
    Changed, // differs from the default
};

// Which colour of the theme a text or a sign has.
enum class ColorRole {
    Normal,
    Muted,
    Sent,
    Received,
    Error,
    Warn,
    Ok,
    Auto,
    Accent,
    Server1, // of the marks of servers: kServerColors in a row
    Server2,
    Server3,
    Server4,
    Server5,
    Server6,
    Server7,
    Server8,
    Server9,
    Server10,
    Server11,
    Server12,
};
inline constexpr int kServerColors = 12;

// Every model that shows signs gives them as ints under these roles.
enum SignRoles {
    SignRole = Qt::UserRole + 100,
    TextColorRole = Qt::UserRole + 101,
    SignColorRole = Qt::UserRole + 102, // where the sign's own would be wrong; else invalid
    DepthRole = Qt::UserRole + 103, // how far the sign is indented: 1 below what it belongs to
    GroupRole = Qt::UserRole + 104, // rows with the same number belong together; 0 to none
    TagRole = Qt::UserRole + 106, // a word in a frame at the end of the cell: "new"
    ShortTextRole = Qt::UserRole + 107, // of a cell that is too narrow for its text
};

// The word that always stands beside the shape; empty for None.
QString signWord(Sign sign);
// The colour that goes with the shape.
ColorRole signColorRole(Sign sign);

} // namespace sonde::models
