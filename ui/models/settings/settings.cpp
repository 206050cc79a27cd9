// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/settings/settings.h"

#include <QSettings>
#include <QStringBuilder>

#include <algorithm>

namespace sonde::models {

namespace {

const QString kTheme = QStringLiteral("view/theme");
const QString kComfortable = QStringLiteral("view/comfortable");
const QString kLanguage = QStringLiteral("view/language");
const QString kTextSize = QStringLiteral("view/textSize");
const QString kReducedMotion = QStringLiteral("view/reducedMotion");
const QString kShortcuts = QStringLiteral("shortcuts");
const QString kHandshakeTimeout = QStringLiteral("newServers/handshakeTimeout"); // milliseconds
const QString kIdleTimeout = QStringLiteral("newServers/idleTimeout");
const QString kTotalTimeout = QStringLiteral("newServers/totalTimeout");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kLayout = QStringLiteral("window/layout");
const QString kServersFolded = QStringLiteral("window/serversFolded");
const QString kServersWidth = QStringLiteral("window/serversWidth");
const QString kRequestsWidth = QStringLiteral("window/requestsWidth");
const QString kTraceHeight = QStringLiteral("window/traceHeight");
const QString kTraceColumns = QStringLiteral("window/traceColumns");
const QString kKeepDays = QStringLiteral("sessions/keepDays");
const QString kKeepBytes = QStringLiteral("sessions/keepBytes");
const QString kOpenedSessions = QStringLiteral("sessions/opened");
const QString kFollowsServer = QStringLiteral("trace/followsServer");
const QString kServerMarks = QStringLiteral("servers/mark/");
const QString kServerMarkCount = QStringLiteral("servers/marks");
const QString kClosedGroups = QStringLiteral("tools/closed/");
const QString kTrustedServers = QStringLiteral("tools/trusted/");
const QString kSavedCallsFile = QStringLiteral("savedCalls/file/");
const QString kConfirmedCalls = QStringLiteral("savedCalls/confirmed/");
const QString kLastSavedCall = QStringLiteral("savedCalls/last/");
const QString kTapBreakpoints = QStringLiteral("taps/breakpoints/");
const QString kFilterHistory = QStringLiteral("filters/history");
const QString kSavedFilters = QStringLiteral("filters/saved");
const QString kColourRules = QStringLiteral("filters/rules");
const QString kTypedArguments = QStringLiteral("values/");
const QString kResponseProgram = QStringLiteral("review/program");
const QString kResponseTimeout = QStringLiteral("review/timeout");
const QString kResponseEndpoint = QStringLiteral("review/endpoint");
const QString kResponseModel = QStringLiteral("review/model");
const QString kResponseStream = QStringLiteral("review/stream");
const QString kSavedResponses = QStringLiteral("review/answers");

// Users and servers choose the names: encoded, a slash in a name does not become a group.
QString keyOf(const QString &group, const QString &name)
{
    return group % QString::fromLatin1(name.toUtf8().toBase64(QByteArray::Base64UrlEncoding));
}

QString typedGroup(const QString &server, const QString &tool)
{
    return keyOf(keyOf(kTypedArguments, server) % u'/', tool);
}

QString responseKey(const QString &name)
{
    return kSavedResponses % u'/' % QString::fromLatin1(name.toUtf8().toPercentEncoding());
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

void Settings::setLanguage(const QString &language)
{
    setValue(kLanguage, language);
}

int Settings::textSize() const
{
    constexpr int kDesktopSize = 100;
    return value(kTextSize, kDesktopSize).toInt();
}

void Settings::setTextSize(int percent)
{
    setValue(kTextSize, percent);
}

bool Settings::reducedMotion() const
{
    return value(kReducedMotion).toBool();
}

void Settings::setReducedMotion(bool reduced)
{
    setValue(kReducedMotion, reduced);
}

QMap<QString, QString> Settings::shortcuts() const
{
    QMap<QString, QString> all;
    if (!m_file)
        return all;
    m_file->beginGroup(kShortcuts);
    for (const QString &action : m_file->childKeys().mid(0, kMaxShortcuts)) {
        const QVariant stored = m_file->value(action);
        if (stored.typeId() == QMetaType::QString)
            all.insert(action, stored.toString());
        else if (stored.typeId() == QMetaType::QStringList) // "Ctrl+," without quotes
            all.insert(action, stored.toStringList().join(u','));
    }
    m_file->endGroup();
    return all;
}

void Settings::setShortcut(const QString &action, const QString &keys)
{
    setValue(kShortcuts % u'/' % action, keys);
}

void Settings::removeShortcut(const QString &action)
{
    if (m_file)
        m_file->remove(kShortcuts % u'/' % action);
}

Settings::Timeouts Settings::timeouts(
    const Timeouts &fallback, std::chrono::milliseconds most) const
{
    const auto read = [this, most](const QString &key, std::chrono::milliseconds usual) {
        bool isNumber = false;
        const std::chrono::milliseconds stored(value(key).toLongLong(&isNumber));
        return isNumber && stored.count() > 0 && stored <= most ? stored : usual;
    };
    return {read(kHandshakeTimeout, fallback.handshake), read(kIdleTimeout, fallback.idle),
        read(kTotalTimeout, fallback.total)};
}

void Settings::setTimeouts(const Timeouts &timeouts)
{
    setValue(kHandshakeTimeout, qlonglong(timeouts.handshake.count()));
    setValue(kIdleTimeout, qlonglong(timeouts.idle.count()));
    setValue(kTotalTimeout, qlonglong(timeouts.total.count()));
}

Settings::Window Settings::window() const
{
    return {value(kGeometry).toByteArray(), value(kLayout).toByteArray(),
        value(kServersFolded).toBool(), value(kTraceColumns).toByteArray(),
        value(kServersWidth).toInt(), value(kRequestsWidth).toInt(),
        value(kTraceHeight, -1).toInt()};
}

void Settings::setWindow(const Window &window)
{
    setValue(kGeometry, window.geometry);
    setValue(kLayout, window.layout);
    setValue(kServersFolded, window.serversFolded);
    setValue(kServersWidth, window.serversWidth);
    setValue(kRequestsWidth, window.requestsWidth);
    setValue(kTraceHeight, window.traceHeight);
    setValue(kTraceColumns, window.traceColumns);
}

int Settings::keepDays(int fallback) const
{
    return value(kKeepDays, fallback).toInt();
}

void Settings::setKeepDays(int days)
{
    setValue(kKeepDays, days);
}

qint64 Settings::keepBytes(qint64 fallback) const
{
    return value(kKeepBytes, fallback).toLongLong();
}

void Settings::setKeepBytes(qint64 bytes)
{
    setValue(kKeepBytes, bytes);
}

bool Settings::followsServer() const
{
    return value(kFollowsServer, false).toBool();
}

void Settings::setFollowsServer(bool follows)
{
    setValue(kFollowsServer, follows);
}

QStringList Settings::openedSessions() const
{
    return value(kOpenedSessions).toStringList();
}

void Settings::setOpenedSessions(const QStringList &paths)
{
    setValue(kOpenedSessions, paths);
}

int Settings::serverMark(const QString &server) const
{
    return value(keyOf(kServerMarks, server), -1).toInt();
}

void Settings::setServerMark(const QString &server, int mark)
{
    setValue(keyOf(kServerMarks, server), mark);
}

int Settings::serverMarkCount() const
{
    return std::max(0, value(kServerMarkCount).toInt());
}

void Settings::setServerMarkCount(int count)
{
    setValue(kServerMarkCount, count);
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

QStringList Settings::confirmedCalls(const QString &server) const
{
    return value(keyOf(kConfirmedCalls, server)).toStringList().mid(0, kMaxConfirmedCalls);
}

void Settings::setConfirmedCalls(const QString &server, const QStringList &digests)
{
    setValue(keyOf(kConfirmedCalls, server),
        digests.mid(std::max<qsizetype>(0, digests.size() - kMaxConfirmedCalls)));
}

QString Settings::lastSavedCall(const QString &server) const
{
    return value(keyOf(kLastSavedCall, server)).toString();
}

void Settings::setLastSavedCall(const QString &server, const QString &name)
{
    setValue(keyOf(kLastSavedCall, server), name);
}

QByteArray Settings::tapBreakpoints(const QString &tap) const
{
    return value(keyOf(kTapBreakpoints, tap)).toByteArray();
}

void Settings::setTapBreakpoints(const QString &tap, const QByteArray &breakpoints)
{
    const QString key = keyOf(kTapBreakpoints, tap);
    if (m_file && breakpoints.isEmpty())
        m_file->remove(key);
    else
        setValue(key, breakpoints);
}

Settings::Filters Settings::filters() const
{
    return {value(kFilterHistory).toStringList(), value(kSavedFilters).toStringList(),
        value(kColourRules).toStringList()};
}

void Settings::setFilters(const Filters &filters)
{
    setValue(kFilterHistory, filters.history);
    setValue(kSavedFilters, filters.saved);
    setValue(kColourRules, filters.rules);
}

QMap<QString, Settings::TypedArguments> Settings::typedArguments(
    const QString &server, const QString &tool) const
{
    QMap<QString, TypedArguments> typed;
    if (!m_file)
        return typed;
    m_file->beginGroup(typedGroup(server, tool));
    for (const QString &schema : m_file->childGroups())
        typed.insert(schema,
            {m_file->value(schema % QStringLiteral("/text")).toByteArray(),
                m_file->value(schema % QStringLiteral("/when")).toDateTime()});
    m_file->endGroup();
    return typed;
}

void Settings::setTypedArguments(
    const QString &server, const QString &tool, const QString &schema, const TypedArguments &typed)
{
    const QString key = typedGroup(server, tool) % u'/' % schema;
    setValue(key % QStringLiteral("/text"), typed.text);
    setValue(key % QStringLiteral("/when"), typed.when);
}

void Settings::removeTypedArguments(
    const QString &server, const QString &tool, const QString &schema)
{
    if (m_file)
        m_file->remove(typedGroup(server, tool) % u'/' % schema);
}

Settings::ResponseProgram Settings::responseProgram() const
{
    const ResponseProgram usual;
    return {
        value(kResponseProgram).toString(), value(kResponseTimeout, usual.timeoutSeconds).toInt()};
}

void Settings::setResponseProgram(const ResponseProgram &program)
{
    setValue(kResponseProgram, program.commandLine);
    setValue(kResponseTimeout, program.timeoutSeconds);
}

Settings::ResponseEndpoint Settings::responseEndpoint() const
{
    const ResponseEndpoint usual;
    return {value(kResponseEndpoint).toString(), value(kResponseModel).toString(),
        value(kResponseStream, usual.stream).toBool()};
}

void Settings::setResponseEndpoint(const ResponseEndpoint &endpoint)
{
    setValue(kResponseEndpoint, endpoint.url);
    setValue(kResponseModel, endpoint.model);
    setValue(kResponseStream, endpoint.stream);
}

QStringList Settings::savedResponses() const
{
    QStringList names;
    if (!m_file)
        return names;
    m_file->beginGroup(kSavedResponses);
    for (const QString &key : m_file->childKeys())
        names << QString::fromUtf8(QByteArray::fromPercentEncoding(key.toLatin1()));
    m_file->endGroup();
    return names;
}

QByteArray Settings::savedResponse(const QString &name) const
{
    return value(responseKey(name)).toByteArray();
}

void Settings::setSavedResponse(const QString &name, const QByteArray &response)
{
    setValue(responseKey(name), response);
}

void Settings::sync()
{
    if (m_file)
        m_file->sync();
}

} // namespace sonde::models
