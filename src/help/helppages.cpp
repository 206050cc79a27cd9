// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "help/helppages.h"

#include <QFile>
#include <QRegularExpression>
#include <QStringList>

// A static library registers its resources only when they are named. Outside of any namespace, as
// Qt requires.
static void registerPages()
{
    Q_INIT_RESOURCE(help);
}

namespace sonde::help {

namespace {

const QStringList &names()
{
    static const QStringList all{QStringLiteral("start"), QStringLiteral("command-line"),
        QStringLiteral("server-requests"), QStringLiteral("authorization"),
        QStringLiteral("sessions"), QStringLiteral("filter"), QStringLiteral("jsonlines")};
    return all;
}

QString titleOf(const QString &markdown)
{
    static const QRegularExpression heading(
        QStringLiteral("^# (.*)$"), QRegularExpression::MultilineOption);
    return heading.match(markdown).captured(1);
}

} // namespace

QList<Topic> topics()
{
    QList<Topic> all;
    for (const QString &name : names())
        all.append({name, titleOf(page(name).value_or(QString()))});
    return all;
}

std::optional<QString> page(const QString &name)
{
    if (!names().contains(name))
        return std::nullopt;
    registerPages();
    QFile file(QStringLiteral(":/sonde/help/%1.md").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    static const QRegularExpression comments(QStringLiteral("<!--.*?-->\\n"));
    return QString::fromUtf8(file.readAll()).remove(comments);
}

} // namespace sonde::help
