// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/call.h"
#include "trace/transfer/redactor.h"

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>

namespace sonde::agent {

inline constexpr std::size_t kBudget = 12'000; // bytes of a result, about 3,000 tokens
inline constexpr std::size_t kMaxLine = 400; // bytes of a line in a result

// A call of one of the tools, which ends once. What it ends with has no secrets.
class AgentToolCall {
public:
    AgentToolCall(demo::Call &call, trace::Redactor &redactor)
        : m_call(&call)
        , m_redactor(&redactor)
    {
    }

    demo::Call &call() const { return *m_call; }
    json::Value argument(std::string_view name) const
    {
        return m_call->params()["arguments"][name];
    }
    QString text(std::string_view name) const { return argument(name).toString(); }
    std::int64_t integer(std::string_view name, std::int64_t otherwise) const
    {
        return argument(name).toInt64().value_or(otherwise);
    }

    // With an object that matches the output schema of the tool.
    void finish(std::string structured) const;
    // With a sentence for the model: what is wrong, and what to do.
    void fail(std::string_view sentence) const;
    void fail(const QString &sentence) const { fail(sentence.toStdString()); }

    std::string redacted(std::string text) const;

private:
    demo::Call *m_call;
    trace::Redactor *m_redactor;
};

// The beginning of a text that has at most so many bytes, without a part of a character.
std::string_view beginningOf(std::string_view text, std::size_t bytes);
// Bytes from outside as UTF-8.
std::string utf8Of(std::string_view bytes);

} // namespace sonde::agent
