// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/value.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

// Sampling in the words of OpenAI's chat completions, which many model servers speak. Pure: text
// in, text out. Numbers and schemas go through byte for byte.
namespace sonde::review {

// The body of POST …/chat/completions for the params of sampling/createMessage.
Bytes chatRequest(const json::Value &params, const QString &model, bool stream);

// The result of sampling/createMessage out of a completion; `model` is used when the completion
// names none. Fails when there is no response in it.
Result<Bytes> samplingResult(const json::Value &completion, const QString &model);

// What an endpoint says in place of a response: its error.message, or the start of its text.
QString chatErrorText(std::string_view body);

// A completion that comes in pieces: the data of server-sent events.
class ChatStream {
public:
    static constexpr std::size_t kMaxText = std::size_t(64) << 20;
    static constexpr std::size_t kMaxCalls = 1000;

    // False when it must not go on: over a limit, or an error came; result() says which.
    bool receive(std::string_view data);
    bool isDone() const { return m_done; } // "[DONE]" came
    const std::string &text() const { return m_text; }
    Result<Bytes> result(const QString &model) const;

private:
    struct Call {
        std::string id, name, arguments;
    };
    void addCall(const json::Value &call);

    std::string m_text;
    std::string m_model;
    std::string m_finish;
    std::vector<Call> m_calls;
    std::size_t m_size = 0;
    QString m_problem;
    bool m_done = false;
};

} // namespace sonde::review
