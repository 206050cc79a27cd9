// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/discardedinput.h"

#include "base/utf8.h"
#include "base/visiblecharacter.h"
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

QString sizeText(std::uint64_t bytes)
{
    return bytes == 1 ? QStringLiteral("1 byte") : QStringLiteral("%1 bytes").arg(bytes);
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
        return QStringLiteral("(an empty line)");
    return bytes > beginning.size() ? text + u'…' : text;
}

void DiscardedInput::add(const rpc::Message &message, Stamp at)
{
    add(message, message.reason, hintOf(message), at);
}

void DiscardedInput::addAnswer(const rpc::Message &message, const rpc::Id &meant, Stamp at)
{
    const QString id = QString::fromStdString(message.id.substr(0, kMaxText));
    if (message.id.empty())
        add(message,
            QStringLiteral("The answer has no id, so it cannot be told to which request it is."),
            Hint::None, at);
    else if (meant.empty())
        add(message,
            QStringLiteral("The answer has the id %1, and no request with that waits.").arg(id),
            Hint::None, at);
    else if (meant == message.id)
        add(message, QStringLiteral("The answer came before the request with its id was sent."),
            Hint::None, at);
    else
        add(message,
            QStringLiteral("The answer has the id %1, and the request had %2: an answer has "
                           "the very id of its request (JSON-RPC 2.0 section 5).")
                .arg(id, QString::fromStdString(meant)),
            Hint::OtherId, at);
}

void DiscardedInput::addEcho(const rpc::Message &message, Stamp at)
{
    add(message, QStringLiteral("This is the request itself."), Hint::Echo, at);
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
        QStringLiteral("The line has not ended.")};
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
    QStringList parts;
    if (count > 0) {
        const QString where = m_lines ? QStringLiteral(" on stdout") : QString();
        const QString what = m_lines ? QStringLiteral("line") : QStringLiteral("message");
        parts += QStringLiteral("%1 %2%3 (%4)%5 could not be used")
                     .arg(count)
                     .arg(what, count == 1 ? QString() : QStringLiteral("s"),
                         sizeText(m_bytes - since.bytes), where);
    }
    if (m_unended.bytes > 0)
        parts += QStringLiteral("a line of %1%2 on stdout has not ended")
                     .arg(m_unended.bytes < wire::Unended::kExact ? QString()
                                                                  : QStringLiteral("at least "),
                         sizeText(m_unended.bytes));
    return parts.join(QStringLiteral(", and "));
}

QString DiscardedInput::evidence(const Point &since) const
{
    QStringList lines;
    const auto count = m_count - since.count;
    if (count > 0) {
        const bool fromStart = since.count < m_first.size() && count > 1;
        if (fromStart)
            lines += QStringLiteral("The first of them: ") + m_first[since.count].text();
        lines += (count == 1 ? QStringLiteral("It was: ") : QStringLiteral("The last of them: "))
            + m_newest.text();
        lines += QStringLiteral("Why it could not be used: ") + m_newest.reason;
    }
    if (m_unended.bytes > 0)
        lines += QStringLiteral("The line that has not ended: ") + m_unended.text();
    if (const QString cause = hint(since); !cause.isEmpty())
        lines += QStringLiteral("Likely cause: ") + cause;
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
        return QStringLiteral("Something else than messages is written to stdout. Log lines belong "
                              "on stderr.");
    case Hint::NoLineEnd:
        return QStringLiteral(
            "A message ends with a line end: the server wrote none, did not flush "
            "its output, or is still writing.");
    case Hint::SeveralLines:
        return QStringLiteral("The JSON goes on over several lines. A message over stdio is one "
                              "line, without line breaks inside (2025-11-25 basic/transports).");
    case Hint::OtherId:
        return QStringLiteral("The server answers with an id that is written in another way than "
                              "the request's: \"1\", 1 and 1.0 are three ids.");
    case Hint::ByteOrderMark:
        return QStringLiteral("The server writes a byte order mark (BOM) before the JSON, where "
                              "none may be (RFC 8259 section 8.1).");
    case Hint::LspFraming:
        return QStringLiteral("The server frames its messages with Content-Length, as the Language "
                              "Server Protocol has it. A message of MCP over stdio is one line, "
                              "and has no head (2025-11-25 basic/transports).");
    case Hint::Echo:
        return QStringLiteral("The program sends back what it is sent, so it is no MCP server.");
    }
    return {};
}

} // namespace sonde::mcp
