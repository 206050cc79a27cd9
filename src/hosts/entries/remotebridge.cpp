// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/remotebridge.h"

#include "hosts/table/hoststr.h"

#include <QUrl>

#include <algorithm>

namespace sonde::hosts {

namespace {

// The package, a version of it, or a file of it: npx -y mcp-remote@latest URL
bool isMcpRemote(const QString &word)
{
    const QString plain = QString(word).replace(u'\\', u'/');
    const QString file = plain.section(u'/', -1);
    return file.section(u'@', 0, 0) == u"mcp-remote" || file.startsWith(u"mcp-remote.")
        || plain.contains(u"/mcp-remote/");
}

bool isUrl(const QString &word)
{
    return word.startsWith(u"https://") || word.startsWith(u"http://");
}

} // namespace

QString remoteBridgeText(const HostEntry &entry)
{
    const QStringList words = QStringList(entry.program) + entry.arguments;
    const auto bridge = std::find_if(words.begin(), words.end(), isMcpRemote);
    const auto url = std::find_if(bridge, words.end(), isUrl);
    if (url == words.end())
        return {};
    const QString server = QUrl(*url).host(); // the rest may be secret
    return Text::tr("mcp-remote connects this entry to %1. The tap records the messages between "
                    "the host and mcp-remote, but neither its HTTP exchanges nor its login. To "
                    "record these, tap an entry with the URL itself.")
        .arg(server);
}

} // namespace sonde::hosts
