// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <QObject>

namespace sonde::look {
class InlineMessage;
}

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {

// What a person wrote about a message, above it.
class MessageNote final : public QObject {
    Q_OBJECT
public:
    // Both outlive it. The line is hidden without a note.
    MessageNote(const models::TraceModel &model, look::InlineMessage &line, QObject *parent);

    void setMessage(trace::Number number);

private:
    void refresh();

    const models::TraceModel &m_model;
    look::InlineMessage &m_line;
    trace::Number m_number = 0;
};

} // namespace sonde::widgets
