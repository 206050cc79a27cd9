// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "language/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QPointer>
#include <QTranslator>

#include <utility>

namespace sonde::language {

namespace {

constexpr QLatin1String kFolder(":/i18n");
constexpr QLatin1String kPrefix("sonde_");

// Those of the language that is spoken now.
QList<QPointer<QTranslator>> &installed()
{
    static QList<QPointer<QTranslator>> all;
    return all;
}

void install(QCoreApplication &application, const QString &file, const QString &folder)
{
    auto *translator = new QTranslator(&application);
    if (!translator->load(file, folder)) {
        delete translator;
        return;
    }
    QCoreApplication::installTranslator(translator);
    installed().append(translator);
}

} // namespace

QStringList translations()
{
    QStringList names;
    for (const QString &file : QDir(kFolder).entryList({kPrefix + QStringLiteral("*.qm")}))
        names << file.chopped(3).mid(kPrefix.size());
    return names;
}

QString chooseTranslation(const QStringList &wanted, const QStringList &available)
{
    for (QString language : wanted) {
        language.replace(u'-', u'_');
        if (language == u"C" || language.section(u'_', 0, 0) == u"en")
            return {};
        // "ja" will do for "ja_JP"; "zh_CN" will not for "zh_TW".
        for (const QString &one : {language, language.section(u'_', 0, 0)}) {
            if (available.contains(one))
                return one;
        }
    }
    return {};
}

QString desktopTranslation()
{
    return chooseTranslation(QLocale().uiLanguages(), translations());
}

void installLanguage(QCoreApplication &application, const QString &chosen)
{
    const QString name =
        chosen.isEmpty() ? desktopTranslation() : chooseTranslation({chosen}, translations());
    for (const QPointer<QTranslator> &before : std::exchange(installed(), {}))
        delete before;
    if (name.isEmpty())
        return;
    // Qt's own translation first: the translator that is installed last is searched first.
    install(application, QStringLiteral("qtbase_") + name,
        QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, kPrefix + name, kFolder);
}

} // namespace sonde::language
