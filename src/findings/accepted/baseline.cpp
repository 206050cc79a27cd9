// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/accepted/baseline.h"

#include "base/domainerror.h"
#include "findings/catalogue/findingstr.h"
#include "json/builder.h"
#include "json/document.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <utility>

namespace sonde::findings {

namespace {

bool isLess(const Baseline::Entry &a, const Baseline::Entry &b)
{
    return a.identity < b.identity;
}

Error writeError(const QString &file, const QString &why)
{
    return configError(Text::tr("Cannot write the baseline “%1”: %2.").arg(file, why));
}

} // namespace

bool Baseline::Entry::fits(const Identity &found) const
{
    return identity.rule == found.rule
        && (identity.method.isEmpty() || identity.method == found.method)
        && (identity.target.isEmpty() || identity.target == found.target);
}

Result<Baseline> Baseline::read(const QString &file)
{
    QFile opened(file);
    if (!opened.open(QIODevice::ReadOnly))
        return configError(
            Text::tr("Cannot read the baseline “%1”: %2.").arg(file, opened.errorString()));
    const QByteArray bytes = opened.read(kMaxBytes + 1);
    const auto document = json::Document::parse(Bytes::fromByteArray(bytes));
    const auto accepted = document.root()["accepted"];
    if (bytes.size() > kMaxBytes || !document.isValid() || !accepted.isArray()
        || accepted.count() > kMaxEntries)
        return configError(Text::tr("“%1” is not a baseline. Create one with “sonde-cli check "
                                    "--write-baseline”, or export one from the findings of a "
                                    "server.")
                               .arg(file));
    Baseline made;
    for (const json::Value entry : accepted) {
        if (!entry["rule"].isString())
            return configError(Text::tr("An entry of the baseline “%1” has no “rule”.").arg(file));
        made.m_entries.push_back(
            {{entry["rule"].text(), entry["method"].toString(), entry["target"].toString()},
                entry["reason"].toString().left(kMaxReason), entry["date"].toString()});
    }
    std::stable_sort(made.m_entries.begin(), made.m_entries.end(), isLess);
    return made;
}

std::string Baseline::text() const
{
    json::Builder out;
    out.beginObject().member("version", 1).key("accepted").beginArray();
    for (const Entry &entry : m_entries) {
        out.beginObject().member("rule", std::string_view(entry.identity.rule));
        const auto add = [&out](std::string_view name, const QString &value) {
            if (!value.isEmpty())
                out.member(name, QStringView(value));
        };
        add("method", entry.identity.method);
        add("target", entry.identity.target);
        add("reason", entry.reason);
        add("date", entry.date);
        out.endObject();
    }
    return out.endArray().endObject().takeString() + '\n';
}

Result<void> Baseline::writeNew(const QString &file) const
{
    const std::string written = text();
    QFile made(file);
    if (!made.open(QIODevice::WriteOnly | QIODevice::NewOnly)
        || made.write(written.data(), qint64(written.size())) != qint64(written.size())
        || !made.flush())
        return writeError(file, made.errorString());
    return {};
}

Result<void> Baseline::save(const QString &file) const
{
    const std::string written = text();
    if (!QDir().mkpath(QFileInfo(file).absolutePath()))
        return writeError(file, Text::tr("its folder cannot be created"));
    QSaveFile made(file);
    if (!made.open(QIODevice::WriteOnly)
        || made.write(written.data(), qint64(written.size())) != qint64(written.size())
        || !made.commit())
        return writeError(file, made.errorString());
    return {};
}

const Baseline::Entry *Baseline::find(const Identity &found) const
{
    // Entries of one rule follow each other.
    const auto first = std::partition_point(m_entries.begin(), m_entries.end(),
        [&found](const Entry &entry) { return entry.identity.rule < found.rule; });
    for (auto at = first; at != m_entries.end() && at->identity.rule == found.rule; ++at) {
        if (at->fits(found))
            return &*at;
    }
    return nullptr;
}

Result<void> Baseline::accept(Entry entry)
{
    entry.reason.truncate(kMaxReason);
    const auto place = std::lower_bound(m_entries.begin(), m_entries.end(), entry, isLess);
    if (place != m_entries.end() && place->identity == entry.identity) {
        *place = std::move(entry);
        return {};
    }
    if (m_entries.size() >= kMaxEntries)
        return configError(Text::tr("A baseline has at most %1 entries. Remove those that are no "
                                    "longer found.")
                               .arg(kMaxEntries));
    m_entries.insert(place, std::move(entry));
    return {};
}

void Baseline::withdraw(const Identity &found)
{
    std::erase_if(m_entries, [&found](const Entry &entry) { return entry.fits(found); });
}

} // namespace sonde::findings
