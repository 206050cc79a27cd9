// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <QMetaObject>
#include <QObject>

namespace sonde::widgets {

class MessageDetail;
class MessageSide;
class TracePanel;

// Marks what a search has found in the message that it leads to: the value in the tree, and the
// bytes.
class FoundPlace : public QObject {
    Q_OBJECT
public:
    // The panel outlives the detail, whose child this is.
    FoundPlace(TracePanel &panel, MessageDetail &detail);

private:
    void show(trace::Number number, qint64 begin, qint64 end);
    void mark(MessageSide &side);

    MessageDetail &m_detail;
    QMetaObject::Connection m_reading;
    qint64 m_begin = 0; // in the bytes of the message
    qint64 m_end = 0;
};

} // namespace sonde::widgets
