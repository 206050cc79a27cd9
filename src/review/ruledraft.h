// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/queuedrequest.h"
#include "review/remark.h"
#include "review/responserule.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::review {

// A rule while a person writes it: it need not make sense yet.
struct RuleDraft {
    bool enabled = true;
    QString method; // empty: any
    QString when; // a filter, as it is typed
    ResponseRule::How how = ResponseRule::How::Ask;
    std::string response; // JSON text
    int code = -1;
    QString message;
    QStringList program; // and its arguments
    int delayMs = 0;
    // As it is written in the list; empty: it is written anew, with what stands above.
    std::string raw;

    bool operator==(const RuleDraft &other) const = default;
};

// The rules of a list. What they hold beside what is known stays in `raw`.
std::vector<RuleDraft> draftsOf(const json::Value &array);
// The rule that responds with `response` to requests like this one: of the same method, caused by
// the same tool, prompt or resource, and, of an elicitation, with the same message.
RuleDraft ruleFor(
    const RequestedInput &question, const std::string &target, const std::string &response);
// One object, as it is kept.
std::string textOf(const RuleDraft &draft);
// The whole list, a rule a line; empty without rules.
std::string textOf(const std::vector<RuleDraft> &drafts);
// Why it cannot be used, a sentence; empty: it can.
QString problemOf(const RuleDraft &draft);
// What does not fit in its response, as far as that can be told without a request.
Remarks remarksOf(const RuleDraft &draft, const QString &revision);

// What rules would do about a question that was seen; nothing is sent.
struct RuleTrial {
    int rule = 0; // its number in the list, from 1; 0: none is for it, a person is asked
    ResponseRule::How how = ResponseRule::How::Ask;
    std::string response; // of How::Response, filled in
    Remarks remarks; // what does not fit in that
};
RuleTrial tryRules(const std::vector<ResponseRule> &rules, const RequestedInput &question,
    const std::string &target, const QString &revision);

} // namespace sonde::review
