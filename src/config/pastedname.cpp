// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/pastedparts.h"

#include "config/configerror.h"
#include "config/configtext.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <array>

namespace sonde::config {

namespace {

QString presentable(QString name)
{
    name.removeIf([](QChar c) { return !c.isPrint() && !c.isSurrogate(); });
    return name.trimmed().left(kMaxNameLength).trimmed();
}

// "/a/server.js" → "server.js", "@scope/server@1.0" → "server", "mcp/fetch:latest" → "fetch",
// "weather/dist/index.js" → "weather".
QString nameOfWord(const QString &word)
{
    static const QStringList entryPoints{QStringLiteral("index"), QStringLiteral("main"),
        QStringLiteral("__main__"), QStringLiteral("cli"), QStringLiteral("stdio")};
    static const QStringList outputFolders{QStringLiteral("dist"), QStringLiteral("build"),
        QStringLiteral("out"), QStringLiteral("lib"), QStringLiteral("bin"), QStringLiteral("src"),
        QStringLiteral("."), QStringLiteral("..")};
    const QStringList parts = word.split(u'/', Qt::SkipEmptyParts);
    if (parts.isEmpty())
        return {};
    const QString &name = parts.last();
    if (entryPoints.contains(name.section(u'.', 0, 0))) {
        const auto folder = std::find_if(parts.rbegin() + 1, parts.rend(),
            [](const QString &part) { return !outputFolders.contains(part); });
        if (folder != parts.rend())
            return *folder;
    }
    const qsizetype version = name.indexOf(QRegularExpression(QStringLiteral("[@:=]")), 1);
    return version > 0 ? name.left(version) : name;
}

} // namespace

QString nameOfCommand(const QString &program, const QStringList &arguments)
{
    static constexpr std::array runners{QLatin1String("npx"), QLatin1String("npm"),
        QLatin1String("pnpm"), QLatin1String("pnpx"), QLatin1String("yarn"), QLatin1String("bun"),
        QLatin1String("bunx"), QLatin1String("deno"), QLatin1String("node"), QLatin1String("tsx"),
        QLatin1String("uv"), QLatin1String("uvx"), QLatin1String("pipx"), QLatin1String("python"),
        QLatin1String("python3"), QLatin1String("docker"), QLatin1String("podman"),
        QLatin1String("java"), QLatin1String("dotnet"), QLatin1String("go"),
        QLatin1String("cargo")};
    static const QStringList verbs{QStringLiteral("run"), QStringLiteral("exec"),
        QStringLiteral("dlx"), QStringLiteral("x"), QStringLiteral("tool")};
    static const QStringList valued{QStringLiteral("-e"), QStringLiteral("--env"),
        QStringLiteral("-v"), QStringLiteral("--volume"), QStringLiteral("--mount"),
        QStringLiteral("--name"), QStringLiteral("--network"), QStringLiteral("-p"),
        QStringLiteral("--directory"), QStringLiteral("--project"), QStringLiteral("--env-file")};
    QString own = nameOfWord(program);
    if (std::find(runners.begin(), runners.end(), own) == runners.end())
        return own;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (valued.contains(arguments[i]))
            ++i;
        else if (!arguments[i].isEmpty() && !arguments[i].startsWith(u'-')
            && !verbs.contains(arguments[i]))
            return nameOfWord(arguments[i]);
    }
    return own;
}

QString shownName(const QString &name)
{
    return name.size() > kMaxShownName ? QString(name.left(kMaxShownName) + u'…') : name;
}

QString nameOf(const Profile &profile)
{
    QString name = presentable(profile.name);
    if (name.isEmpty() && profile.http()) {
        const QUrl url(profile.http()->url);
        name = presentable(url.host());
        if (url.port() > 0)
            name += u':' + QString::number(url.port());
    } else if (name.isEmpty()) {
        name = presentable(nameOfCommand(profile.program, profile.arguments));
    }
    return name.isEmpty() ? Text::tr("server") : name;
}

} // namespace sonde::config
