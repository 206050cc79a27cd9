// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findingexcerpts.h"

#include "base/formatting.h"
#include "findings/context/report.h"
#include "models/trace/tracemodel.h"
#include "json/document.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sonde::models {

using findings::Finding;
using findings::Instead;

namespace {

const QString kMore = QStringLiteral("  …\n");

QString keyOf(const json::Value &value)
{
    const auto key = value.rawKey();
    return key.empty() ? QString() : findings::shown(key) + QStringLiteral(": ");
}

// The container's members around the marked one, or its first ones. The change is written in the
// place of the marked member, or behind the others.
class ExcerptWriter {
public:
    FindingExcerpt write(
        const json::Value &container, const json::Value &marked, const Instead *change)
    {
        if (!container.isContainer()) {
            mark(change && change->member.empty() ? findings::shown(change->json)
                                                  : findings::shown(container));
            return m_excerpt;
        }
        const auto at = marked ? marked.indexInParent() : 0U;
        const auto first = at > kExcerptMembers ? at - kExcerptMembers : 0U;
        const auto end = std::min(container.count(), at + kExcerptMembers + 1U);
        m_excerpt.text = container.isArray() ? QStringLiteral("[\n") : QStringLiteral("{\n");
        if (first > 0)
            m_excerpt.text += kMore;
        const bool adds = change && !change->member.empty();
        for (auto i = first; i < end; ++i)
            line(container.at(i), marked, change, adds || i + 1 < container.count());
        if (end < container.count())
            m_excerpt.text += kMore;
        if (adds)
            add(*change);
        m_excerpt.text += container.isArray() ? u']' : u'}';
        return m_excerpt;
    }

private:
    void mark(const QString &text)
    {
        m_excerpt.markBegin = int(m_excerpt.text.size());
        m_excerpt.text += text;
        m_excerpt.markEnd = int(m_excerpt.text.size());
    }
    void line(
        const json::Value &value, const json::Value &marked, const Instead *change, bool hasNext)
    {
        m_excerpt.text += QStringLiteral("  ") + keyOf(value);
        if (!marked || value.id() != marked.id())
            m_excerpt.text += findings::shown(value);
        else
            mark(change && change->member.empty() && !findings::isSecretPlace(value)
                    ? findings::shown(change->json)
                    : findings::shown(value));
        m_excerpt.text += hasNext ? QStringLiteral(",\n") : QStringLiteral("\n");
    }
    void add(const Instead &change)
    {
        m_excerpt.text += QStringLiteral("  ");
        mark(QStringLiteral("\"%1\": %2")
                 .arg(QString::fromStdString(change.member), QString::fromStdString(change.json)));
        m_excerpt.text += u'\n';
    }

    FindingExcerpt m_excerpt;
};

Bytes textOf(trace::Number number, const TraceModel &trace)
{
    const int row = trace.rowOf(number);
    if (row < 0 || trace.record(row).length > kMaxExcerptMessage)
        return {};
    auto read = trace.store().read(trace.record(row));
    return read ? std::move(read).value() : Bytes();
}

QString titleOf(trace::Number number, const QString &pointer)
{
    const QString title = u'#' + countText(number);
    return pointer.isEmpty() ? title : title + QStringLiteral(" · ") + pointer;
}

FindingExcerpt excerptOf(trace::Number number, const json::Value &container,
    const json::Value &marked, const Instead *change)
{
    FindingExcerpt excerpt = ExcerptWriter().write(container, marked, change);
    excerpt.title = titleOf(number, container.pointer());
    return excerpt;
}

// What a message declares of the tool that the finding is about, or else the whole message.
FindingExcerpt explainingOf(
    const Finding &finding, trace::Number number, const Bytes &text, const TraceModel &trace)
{
    const auto document = json::Document::parse(text);
    const std::string target = trace.store().string(finding.about.target).toStdString();
    for (const json::Value tool : document.root()["result"]["tools"]) {
        if (!target.empty() && tool["name"].equals(target))
            return excerptOf(number, tool,
                finding.pointer.startsWith(QLatin1String("/result")) ? tool["outputSchema"]
                                                                     : json::Value(),
                nullptr);
    }
    return excerptOf(number, document.root(), {}, nullptr);
}

// "Mcp-Method: tools/call"
FindingExcerpt headerOf(trace::Number number, const Instead &header)
{
    FindingExcerpt excerpt;
    excerpt.title = titleOf(number, {});
    excerpt.text = findings::shown(header.member + ": " + header.json);
    excerpt.markBegin = int(header.member.size()) + 2;
    excerpt.markEnd = int(excerpt.text.size());
    return excerpt;
}

void addWrong(FindingExcerpts &excerpts, const Finding &finding, const Bytes &text)
{
    const auto number = finding.messages.front();
    const auto document = json::Document::parse(text);
    if (!document.isValid()) {
        const QString shown = findings::shown(text.view());
        excerpts.wrong = FindingExcerpt{titleOf(number, {}), shown, 0, int(shown.size())};
        return;
    }
    const json::Value value =
        finding.pointer.isEmpty() ? document.root() : document.pointer(finding.pointer);
    const bool isWhole = !value || value.id() == document.root().id();
    const bool isHeader = finding.instead.isHeader;
    const bool adds = !finding.instead.member.empty() && !isHeader;
    const json::Value container =
        isWhole || adds ? (value ? value : document.root()) : value.parent();
    const json::Value marked = isWhole || adds ? json::Value() : value;
    excerpts.wrong = excerptOf(number, container, marked, nullptr);
    if (isHeader)
        excerpts.instead = headerOf(number, finding.instead);
    else if (!finding.instead.json.empty() && (adds || marked))
        excerpts.instead = excerptOf(number, container, marked, &finding.instead);
}

// What happened is no message: the row says it.
FindingExcerpt eventOf(trace::Number number, int row, const TraceModel &trace)
{
    const auto cell = [&](int column) { return trace.index(row, column).data().toString(); };
    const QString detail = cell(TraceModel::TargetColumn);
    QString text = cell(TraceModel::MethodColumn);
    if (!detail.isEmpty())
        text += QStringLiteral(": ") + detail;
    return {titleOf(number, {}), text, 0, int(text.size())};
}

// Nothing for a message.
std::optional<FindingExcerpt> eventOf(trace::Number number, const TraceModel &trace)
{
    const int row = trace.rowOf(number);
    return row >= 0 && trace.record(row).kind == rpc::Kind::Lifecycle
        ? std::optional(eventOf(number, row, trace))
        : std::nullopt;
}

} // namespace

FindingExcerpts findingExcerpts(const Finding &finding, const TraceModel &trace)
{
    FindingExcerpts excerpts;
    excerpts.wrong = eventOf(finding.messages.front(), trace);
    if (!excerpts.wrong) {
        const Bytes text = textOf(finding.messages.front(), trace);
        if (text.isEmpty())
            return excerpts;
        addWrong(excerpts, finding, text);
    }
    for (std::size_t i = 1; i < finding.messages.size() && i <= std::size_t(kMaxExplaining); ++i) {
        if (auto event = eventOf(finding.messages[i], trace)) {
            excerpts.explaining.push_back(std::move(*event));
            continue;
        }
        const Bytes other = textOf(finding.messages[i], trace);
        if (!other.isEmpty())
            excerpts.explaining.push_back(explainingOf(finding, finding.messages[i], other, trace));
    }
    return excerpts;
}

} // namespace sonde::models
