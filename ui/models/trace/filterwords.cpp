// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/filterwords.h"

#include "models/trace/rowfindings.h"
#include "models/trace/tracemodel.h"

#include <QSet>

namespace sonde::models {

namespace {

constexpr int kRows = 20'000; // that are looked at
constexpr qsizetype kMaxWords = 200; // of one field

trace::FilterField fieldOf(const QString &method)
{
    using Field = trace::FilterField;
    if (method == u"tools/call")
        return Field::Tool;
    if (method == u"prompts/get")
        return Field::Prompt;
    return method.startsWith(u"resources/") ? Field::Uri : Field::Target;
}

} // namespace

trace::FilterVocabulary filterWords(const TraceModel &trace)
{
    trace::FilterVocabulary words;
    QSet<std::uint32_t> methods;
    QSet<std::uint64_t> targets;
    const auto add = [&words](trace::FilterField field, const QString &word) {
        QStringList &list = words[field];
        if (list.size() < kMaxWords && !word.isEmpty())
            list << word;
    };
    for (int row = trace.rowCount() - 1; row >= std::max(0, trace.rowCount() - kRows); --row) {
        const trace::Record &record = trace.record(row);
        if (record.method == 0)
            continue;
        if (!methods.contains(record.method)) {
            methods.insert(record.method);
            add(trace::FilterField::Method, trace.store().string(record.method));
        }
        const auto both = std::uint64_t(record.method) << 32U | record.target;
        if (record.target == 0 || record.kind != rpc::Kind::Request || targets.contains(both))
            continue;
        targets.insert(both);
        add(fieldOf(trace.store().string(record.method)), trace.store().string(record.target));
    }
    words[trace::FilterField::Server] = trace.servers();
    if (const RowFindings *findings = trace.findings()) {
        for (const QString &rule : findings->violatedRules())
            add(trace::FilterField::FindingRule, rule);
        words[trace::FilterField::FindingRule].sort();
    }
    return words;
}

trace::FilterVocabulary ruleWords(const TraceModel &trace, const QString &server)
{
    trace::FilterVocabulary words;
    QStringList &methods = words[trace::FilterField::Method];
    QStringList &targets = words[trace::FilterField::Target];
    methods = QStringList{QStringLiteral("sampling/createMessage"),
        QStringLiteral("elicitation/create"), QStringLiteral("roots/list")};
    QSet<std::uint32_t> seen;
    for (int row = trace.rowCount() - 1; row >= std::max(0, trace.rowCount() - kRows); --row) {
        const trace::Record &record = trace.record(row);
        const bool isRequest = record.kind == rpc::Kind::Request;
        const bool isSent = record.channel == rpc::Channel::Sent;
        const std::uint32_t word = isSent ? record.target : record.method;
        if (!isRequest || word == 0 || seen.contains(word)
            || trace.stream(record.stream).server != server)
            continue;
        seen.insert(word);
        const QString text = trace.store().string(word);
        if (isSent && fieldOf(trace.store().string(record.method)) != trace::FilterField::Target
            && targets.size() < kMaxWords)
            targets << text;
        else if (!isSent && methods.size() < kMaxWords && !methods.contains(text))
            methods << text;
    }
    return words;
}

} // namespace sonde::models
