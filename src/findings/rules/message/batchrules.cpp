// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/brokentext.h"
#include "findings/rules/message/messagetables.h"

#include <algorithm>

// Batches, which revision 2025-03-26 alone has (2025-03-26 basic#batching).
namespace sonde::findings {

namespace {

json::Value bodyOf(const Context &context)
{
    return context.exchange->isPost() ? context.exchange->body.root() : json::Value();
}

// A batch with messages is not seen as a whole: each of them is a record of its own.
bool isEmptyArray(const Context &context)
{
    const auto root = context.root();
    return root.isArray() && root.count() == 0 && !context.message.document.error()
        && !isPosted(context);
}

void notEmptyLine(const Context &context, Report &report)
{
    if (!isEmptyArray(context))
        return report.notTested();
    report.whole(Text::tr("The batch is empty."));
}

void notEmptyPost(const Context &context, Report &report)
{
    if (!bodyOf(context).isArray())
        return report.notTested();
    if (bodyOf(context).count() == 0)
        report.whole(Text::tr("The batch is empty.")).party = Party::Client;
}

void notMixed(const Context &context, Report &report)
{
    const auto body = bodyOf(context);
    if (!body.isArray())
        return report.notTested();
    const auto isResponse = [](const json::Value &each) { return !each["method"]; };
    if (std::any_of(body.begin(), body.end(), isResponse)
        && !std::all_of(body.begin(), body.end(), isResponse))
        report.whole(Text::tr("The batch has responses and requests or notifications, too."));
}

// JSON-RPC 2.0 section 6: an empty array is an invalid request, with or without batches.
void emptyLine(const Context &context, Report &report)
{
    if (!isEmptyArray(context))
        return report.notTested();
    report
        .whole(Text::tr("The message is an empty batch; revision %1 has no batches.")
                   .arg(shown(revisionName(context.revision))))
        .remedy = Text::tr("Send each message by itself.");
}

void onlyThen(const Context &context, Report &report)
{
    if (context.record.problem == rpc::Problem::UnexpectedBatch)
        report
            .whole(Text::tr("The message is part of a batch, which revision %1 does not have.")
                       .arg(shown(revisionName(context.revision))))
            .remedy = Text::tr("Send each message by itself.");
}

void noBatchInPost(const Context &context, Report &report)
{
    const auto body = bodyOf(context);
    if (!body)
        return report.notTested();
    if (!body.isArray())
        return;
    Finding &found = report.whole(Text::tr("The body is a batch, which revision %1 does not have.")
                                      .arg(shown(revisionName(context.revision))));
    found.party = Party::Client;
    found.remedy = Text::tr("Send each message by itself.");
}

constexpr Rule kRules[] = {
    {"batch.not-empty", On::Invalid, {}, &notEmptyLine},
    {"batch.not-empty", On::Exchange, {}, &notEmptyPost, {}, Over::StreamableHttp},
    {"batch.not-mixed", On::Exchange, {}, &notMixed, {}, Over::StreamableHttp},
    {"batch.only-2025-03-26", On::Invalid, {}, &emptyLine},
    {"batch.only-2025-03-26", On::Message, {}, &onlyThen},
    {"batch.only-2025-03-26", On::Exchange, {}, &noBatchInPost, {}, Over::StreamableHttp},
};

} // namespace

std::span<const Rule> batchRules()
{
    return kRules;
}

} // namespace sonde::findings
