// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/ruledraft.h"

#include "review/responsecheck.h"
#include "review/reviewtr.h"
#include "trace/filter/filtertoken.h"
#include "json/builder.h"

namespace sonde::review {

namespace {

using How = ResponseRule::How;

RuleDraft draftOf(const json::Value &rule)
{
    RuleDraft draft;
    draft.raw = rule.raw();
    draft.enabled = rule["enabled"].toBool().value_or(true);
    draft.method = rule["method"].toString();
    draft.when = rule["when"].toString();
    draft.how = sortOf(rule).value_or(How::Ask);
    draft.response = rule["answer"].raw();
    draft.code = static_cast<int>(rule["error"]["code"].toInt64().value_or(-1));
    draft.message = rule["error"]["message"].toString();
    for (const json::Value &word : rule["program"])
        draft.program += word.toString();
    draft.delayMs = static_cast<int>(rule["delayMs"].toInt64().value_or(0));
    return draft;
}

void writeAction(json::Builder &out, const RuleDraft &draft)
{
    switch (draft.how) {
    case How::Response:
        out.rawMember("answer", draft.response.empty() ? "{}" : draft.response);
        break;
    case How::Decline:
        out.member("decline", true);
        break;
    case How::Cancel:
        out.member("cancel", true);
        break;
    case How::Error:
        out.key("error").beginObject();
        out.member("code", std::int64_t(draft.code)).member("message", QStringView(draft.message));
        out.endObject();
        break;
    case How::Program:
        out.key("program").beginArray();
        for (const QString &word : draft.program)
            out.string(QStringView(word));
        out.endArray();
        break;
    case How::Ask:
        out.member("ask", true);
        break;
    }
}

constexpr qsizetype kMaxQuoted = 200; // characters of a value in the filter of a new rule

// Longer values, and those with line breaks, are left out: the rule then matches more requests.
void addCondition(QStringList &conditions, const QString &field, const QString &value)
{
    if (!value.isEmpty() && value.size() <= kMaxQuoted && !value.contains(u'\n'))
        conditions << field % QStringLiteral(" == ") % trace::quotedForFilter(value);
}

} // namespace

RuleDraft ruleFor(
    const RequestedInput &question, const std::string &target, const std::string &response)
{
    RuleDraft draft;
    draft.method = question.method;
    QStringList conditions;
    addCondition(conditions, QStringLiteral("target"), QString::fromStdString(target));
    if (question.kind == Kind::Form || question.kind == Kind::Url)
        addCondition(
            conditions, QStringLiteral("params.message"), question.params["message"].toString());
    draft.when = conditions.join(QStringLiteral(" and "));
    draft.how = How::Response;
    draft.response = response;
    return draft;
}

std::vector<RuleDraft> draftsOf(const json::Value &array)
{
    std::vector<RuleDraft> drafts;
    for (const json::Value &rule : array) {
        if (drafts.size() == ResponseRule::kMaxRules)
            break;
        drafts.push_back(draftOf(rule));
    }
    return drafts;
}

std::string textOf(const RuleDraft &draft)
{
    if (!draft.raw.empty())
        return draft.raw;
    json::Builder out;
    out.beginObject();
    if (!draft.enabled)
        out.member("enabled", false);
    if (!draft.method.isEmpty())
        out.member("method", QStringView(draft.method));
    if (!draft.when.isEmpty())
        out.member("when", QStringView(draft.when));
    if (draft.delayMs > 0)
        out.member("delayMs", std::int64_t(draft.delayMs));
    writeAction(out, draft);
    return out.endObject().takeString();
}

std::string textOf(const std::vector<RuleDraft> &drafts)
{
    if (drafts.empty())
        return {};
    std::string text = "[";
    for (std::size_t i = 0; i < drafts.size(); ++i)
        text += (i == 0 ? "\n  " : ",\n  ") + textOf(drafts[i]);
    return text + "\n]";
}

QString problemOf(const RuleDraft &draft)
{
    const json::Document document = json::Document::parse(textOf(draft));
    if (!document.isValid())
        return Text::tr("the response is not JSON");
    const auto rule = ruleFromJson(document.root());
    return rule ? QString() : rule.error().sentence;
}

Remarks remarksOf(const RuleDraft &draft, const QString &revision)
{
    if (draft.how != How::Response || draft.response.find("{{") != std::string::npos)
        return {}; // what it is filled in with is known with a request
    const json::Document response = json::Document::parse(draft.response);
    if (!response.isValid())
        return {};
    const RequestedInput question{{}, draft.method, kindOf(draft.method, {}), {}};
    // Without a request, an elicitation may ask for a form or for a visit to a URL.
    if (question.kind == Kind::Form
        && checkResponse({{}, draft.method, Kind::Url, {}}, response.root(), revision).empty())
        return {};
    return checkResponse(question, response.root(), revision);
}

RuleTrial tryRules(const std::vector<ResponseRule> &rules, const RequestedInput &question,
    const std::string &target, const QString &revision)
{
    RuleTrial trial;
    for (std::size_t at = 0; at < rules.size(); ++at) {
        const ResponseRule &rule = rules[at];
        if (!fits(rule, question.method.toStdString(), question.params, target))
            continue;
        trial.rule = static_cast<int>(at) + 1;
        trial.how = rule.how;
        if (rule.how == How::Response) {
            trial.response = expandResponse(rule.response, question.params);
            const json::Document response = json::Document::parse(trial.response);
            trial.remarks = checkResponse(question, response.root(), revision);
        }
        break;
    }
    return trial;
}

} // namespace sonde::review
