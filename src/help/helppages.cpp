// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "help/helppages.h"

#include <QCoreApplication>
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
    static const QStringList all =
        QStringLiteral("start connect tools trace findings server-requests authorization sessions "
                       "filter command-line ci jsonlines settings privacy")
            .split(u' ');
    return all;
}

QString titleOf(const QString &markdown)
{
    static const QRegularExpression heading(
        QStringLiteral("^# (.*)$"), QRegularExpression::MultilineOption);
    return heading.match(markdown).captured(1);
}

// Of the translated pages, with a slash at its end; empty: English.
QString languageFolder()
{
    const QString language = QCoreApplication::translate("Manual", "en",
        "The folder of the manual's pages in your language, as ja or zh_CN. Not a word.");
    return language == QLatin1String("en") ? QString() : language + u'/';
}

std::optional<QString> readPage(const QString &folder, const QString &name)
{
    if (!names().contains(name))
        return std::nullopt;
    registerPages();
    QFile file(QStringLiteral(":/sonde/help/%1%2.md").arg(folder, name));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    static const QRegularExpression comments(QStringLiteral("<!--.*?-->\\n"));
    return QString::fromUtf8(file.readAll()).remove(comments);
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
    const QString folder = languageFolder();
    const auto translated = folder.isEmpty() ? std::nullopt : readPage(folder, name);
    return translated ? translated : originalPage(name);
}

std::optional<QString> originalPage(const QString &name)
{
    return readPage({}, name);
}

} // namespace sonde::help
