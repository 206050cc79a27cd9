// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/messagenote.h"

#include "look/controls/inlinemessage.h"
#include "models/trace/tracemodel.h"

namespace sonde::widgets {

MessageNote::MessageNote(
    const models::TraceModel &model, look::InlineMessage &line, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_line(line)
{
    connect(&model, &models::TraceModel::notesChanged, this, &MessageNote::refresh);
}

void MessageNote::setMessage(trace::Number number)
{
    m_number = number;
    refresh();
}

void MessageNote::refresh()
{
    const trace::Note note = m_model.store().notes().of(m_number);
    const QString text = QString::fromStdString(note.text);
    m_line.showMessage(look::InlineMessage::Kind::Info, text,
        text.isEmpty() ? tr("Write a note…") : tr("Edit note…"),
        note.marked ? tr("Marked") : tr("Note"));
    m_line.setVisible(!note.isEmpty());
}

} // namespace sonde::widgets
