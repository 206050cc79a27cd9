// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/filterwords.h"

#include "models/tracemodel.h"

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
    return words;
}

} // namespace sonde::models
