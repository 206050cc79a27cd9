// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/settings/settings.h"

#include <QSettings>
#include <QStringBuilder>

namespace sonde::models {

namespace {

const QString kTheme = QStringLiteral("view/theme");
const QString kComfortable = QStringLiteral("view/comfortable");
const QString kLanguage = QStringLiteral("view/language");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kLayout = QStringLiteral("window/layout");
const QString kServersFolded = QStringLiteral("window/serversFolded");
const QString kMessageFolded = QStringLiteral("window/messageFolded");
const QString kTraceColumns = QStringLiteral("window/traceColumns");
const QString kKeepDays = QStringLiteral("sessions/keepDays");
const QString kKeepBytes = QStringLiteral("sessions/keepBytes");
const QString kClosedGroups = QStringLiteral("tools/closed/");
const QString kTrustedServers = QStringLiteral("tools/trusted/");
const QString kSavedCallsFile = QStringLiteral("savedCalls/file/");
const QString kLastSavedCall = QStringLiteral("savedCalls/last/");

// Users choose the names of servers: encoded, a slash in a name does not become a group.
QString keyOf(const QString &group, const QString &server)
{
    return group % QString::fromLatin1(server.toUtf8().toBase64(QByteArray::Base64UrlEncoding));
}

} // namespace

QVariant Settings::value(const QString &key, const QVariant &fallback) const
{
    return m_file ? m_file->value(key, fallback) : fallback;
}

void Settings::setValue(const QString &key, const QVariant &value)
{
    if (m_file)
        m_file->setValue(key, value);
}

int Settings::theme() const
{
    return value(kTheme).toInt();
}

void Settings::setTheme(int theme)
{
    setValue(kTheme, theme);
}

bool Settings::comfortableRows() const
{
    return value(kComfortable).toBool();
}

void Settings::setComfortableRows(bool comfortable)
{
    setValue(kComfortable, comfortable);
}

QString Settings::language() const
{
    return value(kLanguage).toString();
}

Settings::Window Settings::window() const
{
    return {value(kGeometry).toByteArray(), value(kLayout).toByteArray(),
        value(kServersFolded).toBool(), value(kMessageFolded).toBool(),
        value(kTraceColumns).toByteArray()};
}

void Settings::setWindow(const Window &window)
{
    setValue(kGeometry, window.geometry);
    setValue(kLayout, window.layout);
    setValue(kServersFolded, window.serversFolded);
    setValue(kMessageFolded, window.messageFolded);
    setValue(kTraceColumns, window.traceColumns);
}

int Settings::keepDays(int fallback) const
{
    return value(kKeepDays, fallback).toInt();
}

qint64 Settings::keepBytes(qint64 fallback) const
{
    return value(kKeepBytes, fallback).toLongLong();
}

QStringList Settings::closedToolGroups(const QString &server) const
{
    return value(keyOf(kClosedGroups, server)).toStringList();
}

void Settings::setClosedToolGroups(const QString &server, const QStringList &names)
{
    setValue(keyOf(kClosedGroups, server), names);
}

bool Settings::trustsTools(const QString &server) const
{
    return value(keyOf(kTrustedServers, server), false).toBool();
}

void Settings::setTrustsTools(const QString &server, bool trusts)
{
    if (trusts)
        setValue(keyOf(kTrustedServers, server), true);
    else if (m_file)
        m_file->remove(keyOf(kTrustedServers, server));
}

QString Settings::savedCallsFile(const QString &server) const
{
    return value(keyOf(kSavedCallsFile, server)).toString();
}

void Settings::setSavedCallsFile(const QString &server, const QString &path)
{
    setValue(keyOf(kSavedCallsFile, server), path);
}

QString Settings::lastSavedCall(const QString &server) const
{
    return value(keyOf(kLastSavedCall, server)).toString();
}

void Settings::setLastSavedCall(const QString &server, const QString &name)
{
    setValue(keyOf(kLastSavedCall, server), name);
}

void Settings::sync()
{
    if (m_file)
        m_file->sync();
}

} // namespace sonde::models
