// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/hostlist.h"

#include "accept/accepttr.h"
#include "accept/factreader.h"
#include "json/document.h"

#include <QFile>

#include <algorithm>

// A static library registers its resources only when they are named. Outside of any namespace, as
// Qt requires.
static void registerHosts()
{
    Q_INIT_RESOURCE(accept);
}

namespace sonde::accept {

namespace {

Error refusal(const QString &sentence)
{
    Error error;
    error.domain = Domain::Json;
    error.sentence = sentence;
    return error;
}

} // namespace

const HostList &HostList::instance()
{
    static const HostList list = [] {
        registerHosts();
        QFile file(QStringLiteral(":/sonde/hosts-accept.json"));
        auto read = HostList::read(
            file.open(QIODevice::ReadOnly) ? Bytes::fromByteArray(file.readAll()) : Bytes());
        // tst_hostlist proves that this does not happen.
        return read ? std::move(read).value() : HostList();
    }();
    return list;
}

Result<HostList> HostList::read(const Bytes &text)
{
    if (text.size() > kMaxBytes)
        return refusal(Text::tr("The list of hosts is larger than %1 bytes.").arg(kMaxBytes));
    const auto document = json::Document::parse(text);
    if (!document.isValid() || !document.root()["hosts"].isArray())
        return refusal(Text::tr("The list of hosts is not a JSON object with hosts."));
    HostList made;
    for (const json::Value entry : document.root()["hosts"]) {
        JudgingHost host;
        host.id = entry["id"].toString();
        host.name = entry["name"].toString();
        host.version = entry["version"].toString();
        host.isApi = entry["kind"].equals("api");
        for (const json::Value alias : entry["aliases"])
            host.aliases << alias.toString();
        if (host.id.isEmpty() || host.name.isEmpty() || made.find(host.id))
            return refusal(Text::tr("A host has no usable id or name: “%1”.").arg(host.id));
        for (const json::Value each : entry["facts"]) {
            FactReader reader(each);
            host.facts.push_back(reader.read());
            if (!reader.complaint().isEmpty())
                return refusal(Text::tr("A fact of “%1” has no usable “%2” (%3).")
                                   .arg(host.id, reader.complaint(), each.pointer()));
        }
        made.m_all.push_back(std::move(host));
    }
    return made;
}

const JudgingHost *HostList::find(const QString &name) const
{
    const auto found = std::find_if(m_all.begin(), m_all.end(),
        [&](const JudgingHost &host) { return host.id == name || host.aliases.contains(name); });
    return found == m_all.end() ? nullptr : &*found;
}

QStringList HostList::ids() const
{
    QStringList ids;
    for (const JudgingHost &host : m_all)
        ids << host.id;
    return ids;
}

} // namespace sonde::accept
