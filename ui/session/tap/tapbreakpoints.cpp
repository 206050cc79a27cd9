// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/tap/tapbreakpoints.h"

#include "tap/breakpoint/controlline.h"
#include "tap/breakpoint/controllink.h"
#include "json/document.h"
#include "json/singleline.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

namespace sonde::session {

using tap::Breakpoint;
using tap::ControlLink;
using tap::HeldDecision;
using tap::TapHeld;

namespace {

// As breakpointsLine() wrote them. What this version does not understand is no breakpoint.
std::vector<Breakpoint> keptBreakpoints(const QByteArray &line)
{
    auto parsed = tap::parseControlLine({line.data(), static_cast<std::size_t>(line.size())});
    if (!parsed)
        return {};
    for (tap::GateCommand &command : parsed.value()) {
        if (auto *const list = std::get_if<std::vector<Breakpoint>>(&command))
            return std::move(*list);
    }
    return {};
}

bool isJsonText(const Bytes &text)
{
    return json::Document::parse(text).isValid();
}

} // namespace

TapBreakpoints::TapBreakpoints(
    QString name, models::Settings settings, models::TapClient client, QObject *parent)
    : QObject(parent)
    , m_name(std::move(name))
    , m_client(client)
    , m_settings(settings)
    , m_list(keptBreakpoints(settings.tapBreakpoints(m_name)))
{
    m_hitsTimer.setSingleShot(true);
    m_hitsTimer.setInterval(kHitsPause);
    connect(&m_hitsTimer, &QTimer::timeout, this, &TapBreakpoints::hitsChanged);
    m_heldTimer.setSingleShot(true);
    m_heldTimer.setInterval(kHeldPause);
    connect(&m_heldTimer, &QTimer::timeout, this, [this] {
        if (m_isHeldNew)
            changeHeld();
    });
    connect(&m_programs, &MessagePrograms::decided, this, &TapBreakpoints::say);
}

void TapBreakpoints::connectTo(ControlLink *link)
{
    if (m_link)
        disconnect(m_link, nullptr, this, nullptr);
    m_link = link;
    m_transport = link->transport();
    m_hits.clear();
    clearHeld();
    Q_EMIT hitsChanged();
    connect(link, &ControlLink::held, this, &TapBreakpoints::hold);
    connect(link, &ControlLink::gone, this, &TapBreakpoints::release);
    connect(link, &ControlLink::counted, this, &TapBreakpoints::count);
    connect(link, &ControlLink::refused, this, [this](const tap::TapRefused &decision) {
        if (!decision.composed)
            refuse(decision.message, decision.why);
    });
    connect(link, &ControlLink::closed, this, &TapBreakpoints::end);
    m_composer.connectTo(link);
    if (!m_list.empty())
        link->say(tap::breakpointsLine(m_list));
}

std::size_t TapBreakpoints::onCount() const
{
    return std::size_t(
        std::count_if(m_list.begin(), m_list.end(), [](const Breakpoint &one) { return one.on; }));
}

bool TapBreakpoints::hasNumber(std::uint32_t number) const
{
    return std::any_of(m_list.begin(), m_list.end(),
        [number](const Breakpoint &one) { return one.number == number; });
}

bool TapBreakpoints::holdsAny() const
{
    return std::any_of(m_list.begin(), m_list.end(), [](const Breakpoint &one) {
        return one.on && one.action.kind == tap::BreakpointAction::Kind::Hold;
    });
}

int TapBreakpoints::add(Breakpoint breakpoint)
{
    if (isFull())
        return -1;
    breakpoint.number = freeNumber();
    m_list.push_back(std::move(breakpoint));
    changed();
    return static_cast<int>(m_list.size()) - 1;
}

std::uint32_t TapBreakpoints::freeNumber() const
{
    std::uint32_t last = 0;
    for (const Breakpoint &one : m_list)
        last = std::max(last, one.number);
    return last + 1;
}

bool TapBreakpoints::restore(int row, Breakpoint breakpoint)
{
    if (isFull())
        return false;
    if (hasNumber(breakpoint.number))
        breakpoint.number = freeNumber();
    const auto at = std::clamp(row, 0, static_cast<int>(m_list.size()));
    m_list.insert(m_list.begin() + at, std::move(breakpoint));
    changed();
    return true;
}

void TapBreakpoints::replace(int row, Breakpoint breakpoint)
{
    if (!hasRow(row))
        return;
    Breakpoint &present = m_list[std::size_t(row)];
    breakpoint.number = present.number;
    present = std::move(breakpoint);
    changed();
}

void TapBreakpoints::setOn(int row, bool on)
{
    if (!hasRow(row) || m_list[std::size_t(row)].on == on)
        return;
    m_list[std::size_t(row)].on = on;
    changed();
}

void TapBreakpoints::remove(int row)
{
    if (!hasRow(row))
        return;
    m_hits.erase(m_list[std::size_t(row)].number); // the number may be given again
    m_list.erase(m_list.begin() + row);
    changed();
}

// An empty list is said too: what the tap had is to go.
void TapBreakpoints::changed()
{
    const std::string line = tap::breakpointsLine(m_list);
    m_settings.setTapBreakpoints(m_name,
        m_list.empty() ? QByteArray()
                       : QByteArray(line.data(), static_cast<qsizetype>(line.size()) - 1));
    if (m_link)
        m_link->say(line);
    Q_EMIT listChanged();
}

void TapBreakpoints::hold(const TapHeld &message)
{
    const auto stopped = std::find_if(m_list.begin(), m_list.end(),
        [&message](const Breakpoint &one) { return one.number == message.breakpoint; });
    if (stopped != m_list.end() && stopped->action.kind == tap::BreakpointAction::Kind::Program)
        return m_programs.run(message.message, stopped->action.text, message.bytes);
    m_held.push_back(message);
    changeHeld();
}

void TapBreakpoints::release(const tap::TapGone &gone)
{
    m_programs.cancel(gone.message);
    if (gone.undecided)
        refuse(gone.message, *gone.undecided);
    const auto count =
        std::erase_if(m_held, [&gone](const TapHeld &one) { return one.message == gone.message; });
    m_drafts.erase(gone.message);
    m_decided.erase(gone.message);
    m_refusals.erase(gone.message);
    if (count > 0)
        changeHeld();
}

// Once for each decision: a message that went away before one is refused as well.
void TapBreakpoints::refuse(std::uint64_t message, tap::TapRefusal why)
{
    if (m_decided.erase(message) == 0)
        return;
    m_refusals[message] = why;
    Q_EMIT refused(message, why);
}

void TapBreakpoints::end()
{
    const std::set<std::uint64_t> decided = m_decided;
    for (const std::uint64_t message : decided)
        refuse(message, tap::TapRefusal::Ended);
    clearHeld();
}

// A flood of messages is a flood of counts.
void TapBreakpoints::count(const tap::TapHits &hits)
{
    m_hits = hits.counts;
    if (!m_hitsTimer.isActive())
        m_hitsTimer.start();
}

void TapBreakpoints::clearHeld()
{
    m_programs.clear();
    m_held.clear();
    m_drafts.clear();
    m_decided.clear();
    m_refusals.clear();
    changeHeld();
}

void TapBreakpoints::changeHeld()
{
    m_isHeldNew = m_held.size() > kFewHeld && m_heldTimer.isActive();
    if (m_isHeldNew)
        return;
    m_heldTimer.start();
    Q_EMIT heldChanged();
}

bool TapBreakpoints::isHeld(std::uint64_t message) const
{
    return std::any_of(m_held.begin(), m_held.end(),
        [message](const TapHeld &one) { return one.message == message; });
}

std::optional<Bytes> TapBreakpoints::draft(std::uint64_t message) const
{
    const auto found = m_drafts.find(message);
    return found == m_drafts.end() ? std::nullopt : std::optional(found->second);
}

void TapBreakpoints::setDraft(std::uint64_t message, const Bytes &text)
{
    const auto found = std::find_if(m_held.begin(), m_held.end(),
        [message](const TapHeld &one) { return one.message == message; });
    if (found == m_held.end())
        return;
    if (text == found->bytes)
        m_drafts.erase(message);
    else
        m_drafts[message] = text;
}

void TapBreakpoints::sendAsItWas(std::uint64_t message)
{
    decide(message, {HeldDecision::Kind::SendAsItWas});
}

bool TapBreakpoints::canSend(const Bytes &text)
{
    return isJsonText(text)
        || (!text.isEmpty() && text.view().find('\n') == std::string_view::npos);
}

void TapBreakpoints::sendChanged(std::uint64_t message, const Bytes &text)
{
    decideText(message, HeldDecision::Kind::SendChanged, text);
}

void TapBreakpoints::delay(std::uint64_t message, std::chrono::milliseconds time)
{
    HeldDecision decision{HeldDecision::Kind::Delay};
    decision.delay = time;
    decide(message, decision);
}

void TapBreakpoints::respond(std::uint64_t message, const Bytes &response)
{
    decideText(message, HeldDecision::Kind::Respond, response);
}

void TapBreakpoints::decideText(std::uint64_t message, HeldDecision::Kind kind, const Bytes &text)
{
    if (!canSend(text))
        return;
    const Bytes line = isJsonText(text) ? json::singleLine(text) : text;
    decide(message, {kind, std::string(line.view())});
}

void TapBreakpoints::drop(std::uint64_t message)
{
    decide(message, {HeldDecision::Kind::Drop});
}

void TapBreakpoints::sendAllAsTheyWere()
{
    decideAll(HeldDecision::Kind::SendAsItWas);
}

void TapBreakpoints::dropAll()
{
    decideAll(HeldDecision::Kind::Drop);
}

// In the order that they came in.
void TapBreakpoints::decideAll(HeldDecision::Kind kind)
{
    const std::vector<TapHeld> held = m_held; // a decision may end the hold at once
    for (const TapHeld &one : held)
        decide(one.message, {kind});
}

void TapBreakpoints::decide(std::uint64_t message, const HeldDecision &decision)
{
    if (!m_link || !isHeld(message) || !m_decided.insert(message).second)
        return;
    m_refusals.erase(message);
    // A line that is too long would end the connection to the tap, and let go all that it holds.
    if (decision.text.size() > tap::BreakpointAction::kMaxText)
        refuse(message, tap::TapRefusal::TooLong);
    else
        say(message, decision);
}

void TapBreakpoints::say(std::uint64_t message, const HeldDecision &decision)
{
    if (m_link)
        m_link->say(tap::decisionLine({message, decision}));
}

std::optional<tap::TapRefusal> TapBreakpoints::refusal(std::uint64_t message) const
{
    const auto found = m_refusals.find(message);
    return found == m_refusals.end() ? std::nullopt : std::optional(found->second);
}

} // namespace sonde::session
