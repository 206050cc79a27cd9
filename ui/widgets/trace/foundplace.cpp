// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/foundplace.h"

#include "content/bytes/bytesview.h"
#include "content/json/jsontreeview.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"

namespace sonde::widgets {

FoundPlace::FoundPlace(TracePanel &panel, MessageDetail &detail)
    : QObject(&detail)
    , m_detail(detail)
{
    connect(&panel, &TracePanel::placeFound, this, &FoundPlace::show);
}

// After the message was selected. A long one is still being read.
void FoundPlace::show(trace::Number number, qint64 begin, qint64 end)
{
    disconnect(m_reading);
    if (m_detail.number() != number)
        return;
    m_begin = begin;
    m_end = end;
    MessageSide &side = *m_detail.selectedSide();
    if (!side.isReading())
        return mark(side);
    m_reading = connect(&side, &MessageSide::finished, this, [this, &side, number] {
        disconnect(m_reading);
        if (m_detail.number() == number)
            mark(side);
    });
}

void FoundPlace::mark(MessageSide &side)
{
    side.selectAt(static_cast<std::size_t>(m_begin));
    m_detail.nodeChosen(&side, side.tree()->currentNode());
    if (m_detail.bytes().bytes().data() == side.bytes().data()) // those that are shown
        m_detail.bytes().setHighlight(
            static_cast<std::size_t>(m_begin), static_cast<std::size_t>(m_end));
}

} // namespace sonde::widgets
