// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/savedcallstore.h"

#include "models/settings/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace sonde::session {

SavedCallStore::SavedCallStore(QSettings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
}

QString SavedCallStore::folder() const
{
    return QFileInfo(m_settings->fileName()).absolutePath();
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
            own.isEmpty() ? config::SavedCalls::defaultPath(folder(), name) : own);
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
        return Error{Domain::Config, 0, tr("Cannot save the call: no server is selected."), {}, {}};
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

} // namespace sonde::session
