// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "trace/filter/filter.h"
#include "json/value.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::review {

// A response rule: "when method and filter match, respond with …".
struct ResponseRule {
    enum class How : std::uint8_t {
        Response, // with `response`
        Decline, // declines, or refuses with an error where nothing can be declined
        Cancel, // cancels a form or URL; otherwise as Decline
        Error, // with `code` and `message`; a call of the stateless era is stopped
        Program, // with the output of a program, see ResponseProgram
        Ask, // leaves the request to the user; later rules are not tried
    };
    static constexpr std::size_t kMaxRules = 100;
    static constexpr std::chrono::milliseconds kMaxDelay{600'000};

    bool enabled = true; // false: the rule keeps its number and is skipped
    std::string method; // "sampling/createMessage"; empty: any
    trace::Filter filter; // of the request; empty: every one fits
    How how = How::Ask;
    std::string response; // JSON object as text; expandResponse() fills it in
    int code = 0;
    QString message;
    QStringList program; // and its arguments
    std::chrono::milliseconds delay{0}; // before the response
};

// Rules as a profile keeps them, an array of objects such as
//   {"method":"sampling/createMessage","when":"params.maxTokens < 100","answer":{…},"delayMs":100}
// with one of "answer", "decline":true, "cancel":true, "error":{"code":-1,"message":"no"},
// "program":["cat"] and "ask":true; with "enabled":false it is off. One that cannot be used is off,
// keeps its number, and is among the problems.
struct RuleProblem {
    int number = 0; // of the rule, from 1; 0: the list itself is none
    QString place; // JSON Pointer into the list
    QString sentence; // "rule 2 (/1) cannot be used: delayMs is …"
};
struct ReadRules {
    std::vector<ResponseRule> rules;
    std::vector<RuleProblem> problems;
};
ReadRules rulesFromJson(const json::Value &array);
// One rule; the error says what is invalid.
Result<ResponseRule> ruleFromJson(const json::Value &rule);
// The action of a rule; nothing when it has none or more than one.
std::optional<ResponseRule::How> sortOf(const json::Value &rule);

// The response with values of the request: {{/messages/0/content/text}} in a string stands for what
// that JSON Pointer finds in `params`. A string that is nothing but one stands for the value itself
// as the server wrote it, or for null.
std::string expandResponse(std::string_view response, const json::Value &params);

// Whether the rule applies to this request; `target` is the target of the call that caused it.
bool fits(const ResponseRule &rule, const std::string &method, const json::Value &params,
    const std::string &target);

} // namespace sonde::review
