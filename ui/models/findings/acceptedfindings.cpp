// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/acceptedfindings.h"

#include "config/serverfile.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

namespace sonde::models {

using findings::Baseline;
using findings::Identity;

AcceptedFindings::AcceptedFindings(const QString &folder, QObject *parent)
    : QObject(parent)
    , m_folder(folder)
{
}

QString AcceptedFindings::fileOf(const QString &server) const
{
    return m_folder.isEmpty() ? QString()
                              : config::serverFile(m_folder + QStringLiteral("/accepted"), server);
}

AcceptedFindings::Kept AcceptedFindings::load(const QString &server) const
{
    const QString file = fileOf(server);
    if (file.isEmpty() || !QFileInfo::exists(file))
        return {};
    auto read = Baseline::read(file);
    return read ? Kept{std::move(read).value(), {}} : Kept{{}, read.error().sentence};
}

AcceptedFindings::Kept &AcceptedFindings::of(const QString &server)
{
    auto found = m_kept.find(server);
    if (found == m_kept.end())
        found = m_kept.insert(server, load(server));
    return *found;
}

const Baseline::Entry *AcceptedFindings::find(const QString &server, const Identity &identity)
{
    return of(server).baseline.find(identity);
}

QString AcceptedFindings::problem(const QString &server)
{
    return of(server).problem;
}

Result<void> AcceptedFindings::change(const QString &server, const Edit &edit)
{
    Kept kept = m_folder.isEmpty() ? of(server) : load(server);
    if (!kept.problem.isEmpty())
        return Error{.domain = Domain::Config, .sentence = kept.problem};
    Baseline changed = kept.baseline;
    auto done = edit(changed);
    if (done && !m_folder.isEmpty() && !(changed == kept.baseline))
        done = changed.save(fileOf(server));
    if (!done)
        return done;
    m_changes.push_back({server, std::move(kept.baseline), changed});
    if (m_changes.size() > kMaxUndo)
        m_changes.erase(m_changes.begin());
    m_kept[server] = {std::move(changed), {}};
    Q_EMIT this->changed(server);
    return {};
}

Result<void> AcceptedFindings::accept(const QString &server, const Baseline::Entry &entry)
{
    return change(server, [&](Baseline &baseline) { return baseline.accept(entry); });
}

Result<void> AcceptedFindings::rename(const QString &server, const QString &newName)
{
    const Kept kept = m_folder.isEmpty() ? of(server) : load(server);
    if (!kept.problem.isEmpty())
        return Error{.domain = Domain::Config, .sentence = kept.problem};
    if (kept.baseline.entries().empty())
        return {};
    auto done = change(newName, [&kept](Baseline &baseline) -> Result<void> {
        for (const Baseline::Entry &entry : kept.baseline.entries()) {
            if (auto accepted = baseline.accept(entry); !accepted)
                return accepted;
        }
        return {};
    });
    if (!done)
        return done;
    // Changes of the old name cannot be taken back any more, nor can this.
    m_changes.pop_back();
    std::erase_if(m_changes, [&server](const Change &change) { return change.server == server; });
    m_kept.remove(server);
    const QString file = fileOf(server);
    if (!file.isEmpty() && !QFile::remove(file) && QFileInfo::exists(file))
        return Error{.domain = Domain::Config,
            .sentence =
                tr("The server keeps its accepted findings, but “%1” cannot be deleted. Delete the "
                   "file, or a new server with the old name will have them, too.")
                    .arg(file)};
    Q_EMIT changed(server);
    return {};
}

Result<void> AcceptedFindings::withdraw(const QString &server, const Identity &identity)
{
    return change(server, [&](Baseline &baseline) -> Result<void> {
        baseline.withdraw(identity);
        return {};
    });
}

Result<void> AcceptedFindings::undo()
{
    if (!canUndo())
        return {};
    const Change last = m_changes.back();
    auto done = change(last.server, [&](Baseline &baseline) -> Result<void> {
        if (!(baseline == last.after))
            return Error{.domain = Domain::Config,
                .sentence = tr("Cannot undo: “%1” has changed since.").arg(fileOf(last.server))};
        baseline = last.before;
        return {};
    });
    // What takes back is no change to take back.
    if (done)
        m_changes.pop_back();
    m_changes.pop_back();
    return done;
}

Result<std::size_t> AcceptedFindings::importFrom(const QString &server, const QString &file)
{
    const auto read = Baseline::read(file);
    if (!read)
        return read.error();
    const auto done = change(server, [&](Baseline &baseline) -> Result<void> {
        for (const Baseline::Entry &entry : read->entries()) {
            if (auto accepted = baseline.accept(entry); !accepted)
                return accepted;
        }
        return {};
    });
    if (!done)
        return done.error();
    return read->entries().size();
}

Result<void> AcceptedFindings::exportTo(const QString &server, const QString &file)
{
    return of(server).baseline.save(file);
}

} // namespace sonde::models
