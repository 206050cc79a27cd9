// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/savedcallstore.h"

#include "models/settings/settings.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSettings>

#include <utility>

namespace sonde::session {

namespace {

QString digestOf(const config::SavedCall &call)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArray &part :
        {call.name.toUtf8(), call.tool.toUtf8(), call.arguments.toByteArray()}) {
        hash.addData(QByteArray::number(part.size()));
        hash.addData(":");
        hash.addData(part);
    }
    return QString::fromLatin1(hash.result().toHex());
}

} // namespace

SavedCallStore::SavedCallStore(QSettings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
}

QString SavedCallStore::folderOf(const QSettings &settings)
{
    return QFileInfo(settings.fileName()).absolutePath();
}

void SavedCallStore::setServer(const QString &name)
{
    if (m_server == name)
        return;
    m_server = name;
    m_last.clear();
    m_calls = config::SavedCalls();
    m_problem.clear();
    if (m_settings && !name.isEmpty()) {
        const QString own = models::Settings(m_settings).savedCallsFile(name);
        m_calls = config::SavedCalls(
            own.isEmpty() ? config::SavedCalls::defaultPath(folderOf(*m_settings), name) : own);
        m_last = models::Settings(m_settings).lastSavedCall(name);
    }
    reload();
}

void SavedCallStore::setLast(const QString &name)
{
    m_last = name;
    if (m_settings && !m_server.isEmpty())
        models::Settings(m_settings).setLastSavedCall(m_server, name);
}

void SavedCallStore::reload()
{
    const auto loaded = file().isEmpty() ? Result<void>() : m_calls.load();
    m_problem = !loaded ? loaded.error().sentence : m_calls.notices().join(u'\n');
    Q_EMIT changed();
}

Result<void> SavedCallStore::change(const std::function<Result<void>()> &how)
{
    if (file().isEmpty())
        return Error{.domain = Domain::Config,
            .sentence = tr("Cannot save the call: no server is selected.")};
    auto done = m_calls.load();
    if (done)
        done = how();
    if (done)
        done = m_calls.save();
    if (!done)
        reload(); // what is in the file counts
    else
        Q_EMIT changed();
    return done;
}

Result<void> SavedCallStore::save(const QString &name, const QString &tool, const Bytes &arguments)
{
    auto saved = change([&] { return m_calls.put({name, tool, arguments}); });
    if (saved)
        setLast(name);
    return saved;
}

Result<void> SavedCallStore::rename(const QString &name, const QString &newName)
{
    auto renamed = change([&] { return m_calls.rename(name, newName); });
    if (renamed && m_last == name)
        setLast(newName);
    return renamed;
}

Result<void> SavedCallStore::remove(const QString &name)
{
    return change([&]() -> Result<void> {
        m_calls.remove(name);
        return {};
    });
}

Result<void> SavedCallStore::restore(const QString &server, config::SavedCall call)
{
    if (server != m_server) {
        SavedCallStore its(m_settings);
        its.setServer(server);
        return its.restore(server, std::move(call));
    }
    return change([&] {
        call.name = m_calls.freeName(call.name);
        return m_calls.put(std::move(call));
    });
}

Result<void> SavedCallStore::setAfterRestart(const QString &name, bool isAfterRestart)
{
    return change([&] { return m_calls.setAfterRestart(name, isAfterRestart); });
}

bool SavedCallStore::isConfirmed(const config::SavedCall &call) const
{
    return m_settings
        && models::Settings(m_settings).confirmedCalls(m_server).contains(digestOf(call));
}

void SavedCallStore::confirm(const config::SavedCall &call)
{
    if (!m_settings || m_server.isEmpty() || isConfirmed(call))
        return;
    models::Settings settings(m_settings);
    settings.setConfirmedCalls(m_server, settings.confirmedCalls(m_server) << digestOf(call));
    Q_EMIT changed();
}

Result<void> SavedCallStore::moveTo(const QString &path)
{
    const auto before = m_calls.calls();
    config::SavedCalls moved(path);
    auto done = moved.load();
    for (const config::SavedCall &call : before) {
        if (done && !moved.find(call.name))
            done = moved.put(call);
    }
    if (done)
        done = moved.save();
    if (!done)
        return done;
    models::Settings(m_settings).setSavedCallsFile(m_server, path);
    m_calls = std::move(moved);
    reload();
    return {};
}

// Where a person keeps the calls in a file of their own, it stays where it is.
Result<void> SavedCallStore::renameServer(
    QSettings &settings, const QString &server, const QString &newName)
{
    models::Settings values(&settings);
    const QString own = values.savedCallsFile(server);
    const QString last = values.lastSavedCall(server);
    const QString folder = folderOf(settings);
    auto moved = own.isEmpty() ? moveFile(config::SavedCalls::defaultPath(folder, server),
                     config::SavedCalls::defaultPath(folder, newName))
                               : Result<void>();
    if (!moved)
        return moved;
    values.setSavedCallsFile(newName, own);
    values.setSavedCallsFile(server, {});
    values.setLastSavedCall(newName, last);
    values.setLastSavedCall(server, {});
    return {};
}

Result<void> SavedCallStore::moveFile(const QString &from, const QString &to)
{
    if (!QFileInfo::exists(from) || (!QFileInfo::exists(to) && QFile::rename(from, to)))
        return {};
    config::SavedCalls old(from);
    config::SavedCalls moved(to);
    auto done = old.load();
    if (done)
        done = moved.load();
    for (const config::SavedCall &call : old.calls()) {
        if (done)
            done = moved.put(call);
    }
    if (done)
        done = moved.save();
    if (!done)
        return done;
    if (!QFile::remove(from))
        return Error{.domain = Domain::Config,
            .sentence = tr(
                "The server keeps its saved calls, but “%1” cannot be deleted. Delete the file, or "
                "a new server with the old name will have them, too.")
                            .arg(from)};
    return {};
}

} // namespace sonde::session
