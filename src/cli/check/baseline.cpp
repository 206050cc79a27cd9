// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/check/baseline.h"

#include "cli/output/text.h"
#include "json/builder.h"
#include "json/document.h"

#include <QFile>
#include <QStringList>

#include <set>
#include <tuple>

namespace sonde::cli {

namespace {

Error fileError(const QString &sentence)
{
    return Error{Domain::Usage, 0, sentence, {}, {}};
}

struct About {
    QString method;
    QString target;
};

// What the message of a finding is about: a method, and the tool, prompt or resource.
About aboutOf(const findings::Finding &finding, const trace::Store &store,
    const std::vector<trace::Record> &records)
{
    const auto number = finding.messages.front();
    if (number == 0 || number > records.size())
        return {};
    const trace::Record &record = records[number - 1];
    return {store.string(record.method), store.string(record.target)};
}

} // namespace

Result<Baseline> Baseline::read(const QString &file)
{
    QFile opened(file);
    if (!opened.open(QIODevice::ReadOnly))
        return fileError(
            Text::tr("Cannot read the baseline “%1”: %2.").arg(file, opened.errorString()));
    const auto document = json::Document::parse(Bytes::fromByteArray(opened.read(kMaxBytes + 1)));
    const auto accepted = document.root()["accepted"];
    if (opened.size() > kMaxBytes || !document.isValid() || !accepted.isArray()
        || accepted.count() > kMaxEntries)
        return fileError(
            Text::tr("“%1” is not a baseline. Create one with --write-baseline.").arg(file));
    Baseline made;
    for (const json::Value entry : accepted) {
        if (!entry["rule"].isString())
            return fileError(Text::tr("An entry of the baseline “%1” has no “rule”.").arg(file));
        made.m_entries.push_back(
            {entry["rule"].text(), entry["method"].toString(), entry["target"].toString()});
    }
    return made;
}

Result<void> Baseline::write(const QString &file, const std::vector<findings::Finding> &found,
    const trace::Store &store, const std::vector<trace::Record> &records)
{
    std::set<std::tuple<std::string, QString, QString>> entries;
    for (const findings::Finding &finding : found) {
        const About about = aboutOf(finding, store, records);
        entries.emplace(finding.requirement->id, about.method, about.target);
    }
    json::Builder out;
    out.beginObject().member("version", 1).key("accepted").beginArray();
    for (const auto &[rule, method, target] : entries) {
        out.beginObject().member("rule", std::string_view(rule));
        if (!method.isEmpty())
            out.member("method", QStringView(method));
        if (!target.isEmpty())
            out.member("target", QStringView(target));
        out.endObject();
    }
    const std::string text = out.endArray().endObject().takeString() + '\n';
    QFile made(file);
    if (!made.open(QIODevice::WriteOnly | QIODevice::NewOnly)
        || made.write(text.data(), qint64(text.size())) != qint64(text.size()) || !made.flush())
        return fileError(
            Text::tr("Cannot write the baseline “%1”: %2.").arg(file, made.errorString()));
    return {};
}

bool Baseline::accepts(const findings::Finding &finding, const trace::Store &store,
    const std::vector<trace::Record> &records)
{
    const About about = aboutOf(finding, store, records);
    bool accepted = false;
    for (Entry &entry : m_entries) {
        const bool fits = entry.rule == finding.requirement->id
            && (entry.method.isEmpty() || entry.method == about.method)
            && (entry.target.isEmpty() || entry.target == about.target);
        entry.wasUsed = entry.wasUsed || fits;
        accepted = accepted || fits;
    }
    return accepted;
}

QStringList Baseline::unused() const
{
    QStringList rules;
    for (const Entry &entry : m_entries) {
        if (!entry.wasUsed)
            rules << QString::fromStdString(entry.rule);
    }
    rules.removeDuplicates();
    return rules;
}

} // namespace sonde::cli
