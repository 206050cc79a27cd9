// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/wrongvalues.h"

#include "content/json/jsontreeview.h"
#include "look/painting/iconengine.h"
#include "models/findings/findingtext.h"
#include "widgets/findings/findingspage.h"
#include "widgets/trace/messageside.h"

#include <QAction>
#include <QItemSelectionModel>

#include <algorithm>
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
    for (MessageSide *side : {&m_left, &m_right}) {
        connect(side, &MessageSide::finished, this, [this, side] { sideRead(*side); });
        addStep(*side);
    }
}

// A row of a tree has room for one sentence; this leads to the others.
void WrongValues::addStep(MessageSide &side)
{
    content::JsonTreeView *tree = side.tree();
    auto *next =
        new QAction(look::signIcon(models::Sign::Finding), tr("Next finding of this value"), tree);
    next->setObjectName(QStringLiteral("nextFindingOfValue"));
    next->setEnabled(false);
    tree->addAction(next);
    connect(next, &QAction::triggered, this, [this, &side] { nextAt(side); });
    const auto adjust = [this, next, &side] { next->setEnabled(!rowsAt(side).empty()); };
    connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, next, adjust);
    connect(this, &WrongValues::updated, next, adjust);
}

// Of the findings about the current value of the side.
std::vector<int> WrongValues::rowsAt(const MessageSide &side) const
{
    std::vector<int> rows;
    const json::NodeId node = side.tree()->currentNode();
    if (!side.document() || side.isReading() || node == json::kNoNode)
        return rows;
    for (int row = 0; row < m_page.count(); ++row) {
        const Finding &finding = m_page.findings().at(row);
        const json::Value value = sideOf(finding.messages.front()) == &side
            ? side.document()->pointer(finding.pointer)
            : json::Value();
        if (value && value.id() == node)
            rows.push_back(row);
    }
    return rows;
}

// After the current one, from the last one to the first.
void WrongValues::nextAt(const MessageSide &side)
{
    const std::vector<int> rows = rowsAt(side);
    if (rows.empty())
        return;
    const int current = m_page.currentRow();
    const auto next = std::upper_bound(rows.begin(), rows.end(), current);
    const bool isIn = std::find(rows.begin(), rows.end(), current) != rows.end();
    const int row = isIn && next != rows.end() ? *next : rows.front();
    m_page.select(m_page.findings().at(row));
    Q_EMIT findingsRequested();
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
