// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "about/versions.h"

#include "trace/file/database.h"
#include "wire/http/httpengine.h"
#include "json/builder.h"

#include <QStringList>

namespace sonde::about {

namespace {

const QString kVersion = QStringLiteral(SONDE_VERSION);

} // namespace

QString versionText(const QString &program, const QString &commit)
{
    QStringList libraries{QStringLiteral("Qt ") + QString::fromLatin1(qVersion())};
    if (const QString curl = wire::curlVersion(); !curl.isEmpty())
        libraries += QStringLiteral("libcurl ") + curl;
    libraries += QStringLiteral("SQLite ") + trace::sqliteVersion();
    QString text = program + u' ' + kVersion + u'\n' + libraries.join(QStringLiteral(", ")) + u'\n';
    if (!commit.isEmpty())
        text += QStringLiteral("Commit ") + commit + u'\n';
    return text;
}

std::string versionJson(const QString &program, const QString &commit)
{
    json::Builder line;
    line.beginObject()
        .member("program", QStringView(program))
        .member("version", QStringView(kVersion))
        .member("qt", std::string_view(qVersion()));
    if (const QString curl = wire::curlVersion(); !curl.isEmpty())
        line.member("libcurl", QStringView(curl));
    line.member("sqlite", QStringView(trace::sqliteVersion()));
    if (!commit.isEmpty())
        line.member("commit", QStringView(commit));
    line.endObject();
    return line.takeString() + '\n';
}

} // namespace sonde::about
