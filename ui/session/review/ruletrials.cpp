// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/review/ruletrials.h"

#include "models/session/rulemodel.h"
#include "session/connection/sessiontext.h"

namespace sonde::session {

namespace {

// Bytes of a response. In braces: after "= 300" lupdate takes std for the context of what follows.
constexpr std::size_t kMaxShown{300};
using How = review::ResponseRule::How;

QString outcomeText(const review::ResponseRule *rule, const review::RuleTrial &trial)
{
    if (!rule || trial.how == How::Ask)
        return Text::tr("you are asked");
    const std::string_view response = std::string_view(trial.response).substr(0, kMaxShown);
    QString text = models::ruleHowText(trial.how);
    switch (trial.how) {
    case How::Response:
        text = QString::fromUtf8(response.data(), qsizetype(response.size())).simplified();
        if (!trial.remarks.empty())
            text = Text::tr("%1 (does not fit: %2)").arg(text, trial.remarks.front().sentence);
        break;
    case How::Error:
        text += QStringLiteral(" %1 %2").arg(rule->code).arg(rule->message);
        break;
    case How::Program:
        text = Text::tr("the output of %1 (not run in this preview)").arg(rule->program.join(u' '));
        break;
    case How::Decline:
    case How::Cancel:
    case How::Ask:
        break;
    }
    return rule->delay.count() > 0 ? Text::tr("after %1 ms: %2").arg(rule->delay.count()).arg(text)
                                   : text;
}

QStringList trialRow(const std::vector<review::ResponseRule> &rules,
    const review::QueuedRequest &ask, const review::RequestedInput &question,
    const QString &revision)
{
    const review::RuleTrial trial = review::tryRules(rules, question, ask.cause.target, revision);
    const review::ResponseRule *rule =
        trial.rule > 0 ? &rules[std::size_t(trial.rule) - 1] : nullptr;
    const QString name = ask.isRound() ? QString::fromStdString(question.key) : ask.id();
    return {QString(review::titleOf(question) % QStringLiteral(" #") % name),
        rule ? Text::tr("rule %1").arg(trial.rule) : Text::tr("none"), outcomeText(rule, trial)};
}

} // namespace

std::vector<QStringList> trialRows(const std::vector<review::ResponseRule> &rules,
    const std::vector<std::shared_ptr<const review::QueuedRequest>> &asks, const QString &revision,
    std::size_t most)
{
    std::vector<QStringList> rows;
    for (auto ask = asks.rbegin(); ask != asks.rend() && rows.size() < most; ++ask) {
        const QString spoken = (*ask)->revision.isEmpty() ? revision : (*ask)->revision;
        for (const review::RequestedInput &question : (*ask)->questions)
            rows.push_back(trialRow(rules, **ask, question, spoken));
    }
    return rows;
}

} // namespace sonde::session
