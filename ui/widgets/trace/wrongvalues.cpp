// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/wrongvalues.h"

#include "content/json/jsontreeview.h"
#include "models/findings/findingtext.h"
#include "widgets/findings/findingspage.h"
#include "widgets/trace/messageside.h"

#include <vector>

namespace sonde::widgets {

using findings::Finding;

WrongValues::WrongValues(
    FindingsPage &page, MessageSide &request, MessageSide &response, QObject *parent)
    : QObject(parent)
    , m_page(page)
    , m_left(request)
    , m_right(response)
{
    connect(&page, &FindingsPage::currentChanged, this, &WrongValues::chooseValue);
    for (MessageSide *side : {&m_left, &m_right})
        connect(side, &MessageSide::finished, this, [this, side] { sideRead(*side); });
}

void WrongValues::setMessages(trace::Number selected, trace::Number request, trace::Number response)
{
    m_selected = selected;
    m_request = request;
    m_response = response;
    m_goToFirst = true;
    update();
}

void WrongValues::setResponse(trace::Number response)
{
    m_response = response;
    update();
}

void WrongValues::update()
{
    m_page.showMessages(m_request, m_response);
    mark(m_left);
    mark(m_right);
    Q_EMIT updated();
    goToFirst();
}

bool WrongValues::concerns(trace::Number first, trace::Number last) const
{
    return (m_request >= first && m_request <= last) || (m_response >= first && m_response <= last);
}

void WrongValues::sideRead(MessageSide &side)
{
    mark(side);
    goToFirst();
}

MessageSide *WrongValues::sideOf(trace::Number number) const
{
    if (number == 0)
        return nullptr;
    if (number == m_request)
        return &m_left;
    return number == m_response ? &m_right : nullptr;
}

MessageSide *WrongValues::currentSide() const
{
    const auto finding = m_page.current();
    return finding ? sideOf(finding->messages.front()) : nullptr;
}

// Framed in the tree, with their sentences.
void WrongValues::mark(MessageSide &side)
{
    if (!side.document() || side.isReading())
        return;
    std::vector<content::JsonMark> marks;
    for (int row = 0; row < m_page.count(); ++row) {
        const Finding &finding = m_page.findings().at(row);
        if (sideOf(finding.messages.front()) != &side)
            continue;
        if (const json::Value value = side.document()->pointer(finding.pointer))
            marks.push_back({value.id(), models::withoutCodeMarks(finding.sentence),
                models::levelSign(finding.level)});
    }
    side.tree()->setMarks(marks);
}

void WrongValues::chooseValue()
{
    MessageSide *const side = currentSide();
    if (!side || side->isReading() || !side->document())
        return;
    if (const json::Value value = side->document()->pointer(m_page.current()->pointer)) {
        side->tree()->selectNode(value.id());
        Q_EMIT valueChosen(side, value.id());
    }
}

void WrongValues::goToFirst()
{
    const MessageSide *side = sideOf(m_selected);
    if (!m_goToFirst || !side || side->isReading())
        return;
    for (int row = 0; row < m_page.count(); ++row) {
        const Finding &finding = m_page.findings().at(row);
        if (finding.messages.front() != m_selected)
            continue;
        m_goToFirst = false;
        m_page.select(finding);
        chooseValue();
        return;
    }
}

void WrongValues::select(const Finding &finding)
{
    const MessageSide *side = sideOf(finding.messages.front());
    m_goToFirst = m_goToFirst && side && side->isReading();
    m_page.select(finding);
    chooseValue();
}

} // namespace sonde::widgets
