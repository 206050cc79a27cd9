// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/places.h"

#include "bundle/bundlestore.h"
#include "config/detectioncache.h"
#include "trace/file/sessionplace.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace sonde::app {

namespace {

QString programOfSonde(const QString &name)
{
    const QFileInfo beside(QDir(QCoreApplication::applicationDirPath()), name);
    return beside.isExecutable() ? beside.absoluteFilePath() : QStandardPaths::findExecutable(name);
}

} // namespace

QString configFolder(const QString &given)
{
    if (!given.isEmpty())
        return QDir(given).absolutePath();
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        % QStringLiteral("/sonde");
}

QString sessionsFolder(const QString &given)
{
    if (!given.isEmpty())
        return configFolder(given) % QStringLiteral("/sessions");
    return trace::userSessionsFolder();
}

QString bundlesFolder(const QString &given)
{
    if (!given.isEmpty())
        return configFolder(given) % QStringLiteral("/bundles");
    return bundle::userBundlesFolder();
}

bool isRecordingFile(const QString &path)
{
    static const QStringList kSuffixes{QStringLiteral("sonde"), QStringLiteral("har"),
        QStringLiteral("jsonl"), QStringLiteral("ndjson"), QStringLiteral("log")};
    return kSuffixes.contains(QFileInfo(path).suffix().toLower());
}

QString recordingStem(const QDateTime &now)
{
    return now.toString(QStringLiteral("yyyy-MM-dd-HHmm"));
}

Result<QString> newSessionFile(const QString &folder, const QString &stem)
{
    constexpr int kMaxOfOneStem = 1000;
    if (!QDir().mkpath(folder)) {
        return Error{.domain = Domain::Storage,
            .sentence = QCoreApplication::translate(
                "Places", "Cannot create the folder %1 for session files.")
                            .arg(folder)};
    }
    // Session files hold private data: only their owner may read them.
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QString begin = folder % QLatin1Char('/') % stem;
    QString path = begin % QStringLiteral(".sonde");
    for (int number = 2; QFileInfo::exists(path) && number < kMaxOfOneStem; ++number)
        path = begin % QStringLiteral("-%1.sonde").arg(number);
    return path;
}

QString detectionFile(const QString &given)
{
    return given.isEmpty() ? config::DetectionCache::defaultPath()
                           : QString(configFolder(given) % QStringLiteral("/verdicts.json"));
}

QString commandLineProgram()
{
    return programOfSonde(QStringLiteral("sonde-cli"));
}

QString demoServer()
{
    return programOfSonde(QStringLiteral("sonde-demo-server"));
}

} // namespace sonde::app
