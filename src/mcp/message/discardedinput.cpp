// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/discardedinput.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "base/utf8.h"
#include "base/visiblecharacter.h"
#include "mcp/message/mcptext.h"
#include "wire/link/event.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kMaxReadAgain = std::size_t(64) << 10; // of a last line without its end

bool beginsLike(std::string_view text, std::string_view lowerCase)
{
    return text.size() >= lowerCase.size()
        && std::equal(lowerCase.begin(), lowerCase.end(), text.begin(), [](char wanted, char c) {
               return wanted == (c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c);
           });
}

} // namespace

QString DiscardedInput::Item::text() const
{
    const bool marked = beginning.starts_with(kByteOrderMark);
    const auto rest = std::string_view(beginning).substr(marked ? kByteOrderMark.size() : 0);
    QString text = QString::fromUtf8(rest.data(), qsizetype(rest.size()));
    std::transform(text.cbegin(), text.cend(), text.begin(), visibleCharacter);
    if (marked)
        text.prepend(QStringLiteral("\\uFEFF"));
    if (bytes == 0)
        return Text::tr("(an empty line)");
    return bytes > beginning.size() ? text + u'…' : text;
}

void DiscardedInput::add(const rpc::Message &message, Stamp at)
{
    add(message, message.reason, hintOf(message), at);
}

void DiscardedInput::addResponse(const rpc::Message &message, const rpc::Id &meant, Stamp at)
{
    const QString id = QString::fromStdString(message.id.substr(0, kMaxText));
    if (message.id.empty())
        add(message, Text::tr("The response has no id, so it cannot be matched to a request."),
            Hint::None, at);
    else if (meant.empty())
        add(message,
            Text::tr("The response has the id %1, which matches no pending request.").arg(id),
            Hint::None, at);
    else if (meant == message.id)
        add(message, Text::tr("The response arrived before the request with this id was sent."),
            Hint::None, at);
    else
        add(message,
            Text::tr("The response has the id %1, but the request has %2. A response must have "
                     "exactly the id of its request (JSON-RPC 2.0 section 5).")
                .arg(id, QString::fromStdString(meant)),
            Hint::OtherId, at);
}

void DiscardedInput::addEcho(const rpc::Message &message, Stamp at)
{
    add(message, Text::tr("This is the request of the client itself."), Hint::Echo, at);
}

void DiscardedInput::add(const rpc::Message &message, const QString &reason, Hint hint, Stamp at)
{
    const std::string_view text = message.bytes().view();
    ++m_count;
    m_bytes += text.size();
    if (hint != Hint::None && hint >= m_hint) {
        m_hint = hint;
        m_hintAt = m_count;
    }
    m_newest.at = at;
    m_newest.problem = message.problem;
    m_newest.bytes = text.size();
    m_newest.beginning = std::string(cutUtf8(text, kMaxText));
    m_newest.reason = reason;
    if (m_first.size() < kMaxFirst)
        m_first.push_back(m_newest);
}

// Some servers make the same few mistakes.
DiscardedInput::Hint DiscardedInput::hintOf(const rpc::Message &message)
{
    std::string_view text = message.bytes().view();
    text = text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
    const auto &error = message.document.error();
    const bool goesOn = std::exchange(m_breaksOff,
        message.problem == rpc::Problem::NotJson && error
            && error->offset >= message.bytes().size());
    if (beginsLike(text, "content-length:"))
        return Hint::LspFraming;
    if (text.starts_with(kByteOrderMark))
        return Hint::ByteOrderMark;
    if (isUtf16(message.bytes().view()))
        return Hint::Utf16;
    if (goesOn)
        return Hint::SeveralLines;
    if (message.problem == rpc::Problem::Unfinished && text.size() <= kMaxReadAgain
        && json::Document::parse(text).isValid())
        return Hint::NoLineEnd;
    return message.problem == rpc::Problem::StrayOutput && !text.empty() ? Hint::LogLine
                                                                         : Hint::None;
}

void DiscardedInput::setUnended(std::string_view beginning, std::uint64_t bytes, Stamp at)
{
    m_unended = {at, rpc::Problem::Unfinished, bytes, std::string(cutUtf8(beginning, kMaxText)),
        Text::tr("The line has no line end yet.")};
}

std::vector<DiscardedInput::Item> DiscardedInput::items() const
{
    std::vector<Item> items = m_first;
    if (m_count > m_first.size())
        items.push_back(m_newest);
    if (m_unended.bytes > 0)
        items.push_back(m_unended);
    return items;
}

QString DiscardedInput::summary(const Point &since) const
{
    const auto count = m_count - since.count;
    QStringList sentences;
    if (count > 0) {
        const QString size = bytesText(m_bytes - since.bytes);
        if (m_lines)
            sentences += count == 1 ? Text::tr("1 line (%1) on stdout could not be used.").arg(size)
                                    : Text::tr("%1 lines (%2) on stdout could not be used.",
                                        nullptr, pluralNumber(count))
                                          .arg(countText(count), size);
        else
            sentences += count == 1
                ? Text::tr("1 message (%1) could not be used.").arg(size)
                : Text::tr("%1 messages (%2) could not be used.", nullptr, pluralNumber(count))
                      .arg(countText(count), size);
    }
    if (m_unended.bytes > 0)
        sentences += (m_unended.bytes < wire::Unended::kExact
                ? Text::tr("A line of %1 on stdout has not ended.")
                : Text::tr("A line of at least %1 on stdout has not ended."))
                         .arg(bytesText(m_unended.bytes));
    return sentences.join(u' ');
}

QString DiscardedInput::evidence(const Point &since) const
{
    QStringList lines;
    const auto count = m_count - since.count;
    if (count > 0) {
        const bool fromStart = since.count < m_first.size() && count > 1;
        if (fromStart)
            lines += Text::tr("First: %1").arg(m_first[since.count].text());
        lines += (count == 1 ? Text::tr("Input: %1") : Text::tr("Last: %1")).arg(m_newest.text());
        lines += Text::tr("Reason: %1").arg(m_newest.reason);
    }
    if (m_unended.bytes > 0)
        lines += Text::tr("Unfinished line: %1").arg(m_unended.text());
    if (const QString cause = hint(since); !cause.isEmpty())
        lines += Text::tr("Likely cause: %1").arg(cause);
    return lines.join(u'\n');
}

QString DiscardedInput::hint(const Point &since) const
{
    if (m_hint != Hint::None && m_hintAt > since.count)
        return textOf(m_hint);
    return m_unended.bytes > 0 ? textOf(Hint::NoLineEnd) : QString();
}

QString DiscardedInput::textOf(Hint hint)
{
    switch (hint) {
    case Hint::None:
        break;
    case Hint::LogLine:
        return Text::tr(
            "The server writes non-protocol output to stdout. Log lines belong on stderr.");
    case Hint::NoLineEnd:
        return Text::tr("A message ends with a line end: the server wrote none, did not flush "
                        "its output, or is still writing.");
    case Hint::SeveralLines:
        return Text::tr("The JSON spans several lines. A message over stdio is one line without "
                        "line breaks (2025-11-25 basic/transports).");
    case Hint::OtherId:
        return Text::tr(
            "The server responds with an id of another form than the request's: \"1\", 1 "
            "and 1.0 are three ids.");
    case Hint::ByteOrderMark:
        return Text::tr("The server writes a byte order mark (BOM) before the JSON, which RFC 8259 "
                        "section 8.1 forbids.");
    case Hint::Utf16:
        return Text::tr("The server writes UTF-16. JSON must be UTF-8 (RFC 8259 section 8.1).");
    case Hint::LspFraming:
        return Text::tr(
            "The server frames its messages with Content-Length, like the Language Server "
            "Protocol. An MCP message over stdio is one line without headers "
            "(2025-11-25 basic/transports).");
    case Hint::Echo:
        return Text::tr("The program echoes its input, so it is not an MCP server.");
    }
    return {};
}

} // namespace sonde::mcp
