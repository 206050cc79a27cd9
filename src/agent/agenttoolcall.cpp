// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/agenttoolcall.h"

#include "demo/call/toolresult.h"

namespace sonde::agent {

std::string AgentToolCall::redacted(std::string text) const
{
    m_redactor->redact(text);
    return text;
}

void AgentToolCall::finish(std::string structured) const
{
    const std::string text = redacted(std::move(structured));
    m_call->finish(demo::ToolResult(m_call->features()).text(text).structured(text).json());
}

void AgentToolCall::fail(std::string_view sentence) const
{
    m_call->finish(
        demo::ToolResult(m_call->features()).text(redacted(std::string(sentence))).error().json());
}

std::string_view beginningOf(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0U) == 0x80U)
        --bytes;
    return text.substr(0, bytes);
}

std::string utf8Of(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size())).toStdString();
}

} // namespace sonde::agent
