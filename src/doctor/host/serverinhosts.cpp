// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/serverinhosts.h"

#include "config/filetext.h"
#include "doctor/host/windowsfiles.h"
#include "hosts/files/hostfile.h"
#include "hosts/servers/serversoffile.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <string_view>

namespace sonde::doctor {

namespace {

using hosts::Base;
using hosts::FoundFile;
using hosts::Host;
using hosts::HostEntry;

// Files that people write servers into, because an earlier version of the host, another host or a
// page of documentation names them, and that the host does not read.
struct WrongFile {
    const char *host;
    Base base;
    const char *path;
};
constexpr WrongFile kWrongFiles[]{
    {"claude-code", Base::Home, ".claude/settings.json"},
    {"claude-code", Base::Home, ".claude/mcp.json"},
    {"claude-code", Base::Project, ".claude/mcp.json"},
    {"claude-desktop", Base::Config, "claude/claude_desktop_config.json"},
    {"cline", Base::Home, ".cline/mcp.json"},
    {"cline", Base::Config,
        "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"},
    {"cursor", Base::Config, "Cursor/User/mcp.json"},
};

hosts::Surroundings surroundingsOf(const config::Profile &profile, const Machine &machine)
{
    const QString project =
        profile.workingDirectory.isEmpty() ? QDir::currentPath() : profile.workingDirectory;
    auto here = hosts::Surroundings::of(hosts::kThisSystem, machine.home(), project,
        [&machine](const QString &name) { return machine.variable(name); });
    here.root = machine.root();
    return here;
}

// Elsewhere, /mnt may have the disk of another system, or a share that does not respond.
std::vector<FoundFile> filesBesideWsl(const Machine &machine)
{
    return machine.variable(QStringLiteral("WSL_DISTRO_NAME")).isEmpty()
        ? std::vector<FoundFile>()
        : filesOfWindows(machine.root());
}

QString pathOf(const WrongFile &file, const hosts::Surroundings &here)
{
    const QString &folder = file.base == Base::Home ? here.home
        : file.base == Base::Config                 ? here.config
                                                    : here.project;
    return folder + u'/' + QLatin1String(file.path);
}

bool isOfWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        || c == '-' || c == '.' || c == '/';
}

// "sh" is not in "hash", and "tide" not in "tide-old".
bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isOfWord(text[at - 1])) && (end == text.size() || !isOfWord(text[end])))
            return true;
    }
    return false;
}

bool isSameProgram(const QString &a, const QString &b)
{
    return a == b || QFileInfo(a).fileName() == QFileInfo(b).fileName();
}

} // namespace

ServerInHosts::ServerInHosts(const config::Profile &profile, const Machine &machine)
    : m_profile(profile)
    , m_surroundings(surroundingsOf(profile, machine))
    , m_files(hosts::findFiles(nullptr, m_surroundings))
    , m_filesOfWindows(filesBesideWsl(machine))
{
    for (const FoundFile &file : m_files) {
        for (const HostEntry &entry : file.document.entries()) {
            if (entry.project.isEmpty() || entry.project == m_surroundings.project)
                m_all.push_back({&file, &entry});
        }
    }
    std::copy_if(m_all.begin(), m_all.end(), std::back_inserter(m_places),
        [this](const Place &place) { return isServer(*place.entry); });
    for (const FoundFile &file : m_filesOfWindows) {
        // The home may be that of a user of Windows.
        if (std::any_of(m_files.begin(), m_files.end(),
                [&file](const FoundFile &each) { return each.path == file.path; }))
            continue;
        for (const HostEntry &entry : file.document.entries()) {
            if (entry.project.isEmpty() && isServer(entry))
                m_placesOfWindows.push_back({&file, &entry});
        }
    }
}

bool ServerInHosts::isServer(const HostEntry &entry) const
{
    if (!m_profile.hasProcess())
        return !entry.url.isEmpty() && entry.url == m_profile.target();
    return !entry.program.isEmpty() && isSameProgram(entry.program, m_profile.program)
        && entry.arguments == m_profile.arguments;
}

bool ServerInHosts::isIn(const Bytes &text) const
{
    const auto servers = hosts::readServersOfFile(text.view());
    return servers
        && std::any_of(servers->profiles.begin(), servers->profiles.end(),
            [this](const config::Profile &each) {
                return m_profile.isSameServer(each, &isSameProgram);
            });
}

// A file that cannot be parsed has only text, which may be UTF-16, or only bytes.
bool ServerInHosts::isMentioned(const Bytes &text) const
{
    QStringList words = m_profile.words();
    words.removeAll(QString());
    const auto readable = config::readFileText(text.view());
    const std::string all = readable ? readable->utf8 : std::string(text.view());
    return !words.isEmpty() && std::all_of(words.begin(), words.end(), [&all](const QString &word) {
        return hasWord(all, word.toStdString());
    });
}

bool ServerInHosts::hasServer(const Host &host) const
{
    return std::any_of(m_places.begin(), m_places.end(),
        [&host](const Place &place) { return place.file->host->id == host.id; });
}

bool ServerInHosts::hasPlaceIn(const QString &path) const
{
    return std::any_of(m_places.begin(), m_places.end(),
        [&path](const Place &place) { return place.file->path == path; });
}

const ServerInHosts::Place *ServerInHosts::hiding(const Place &place) const
{
    const std::vector<Place> same =
        hosts::sameNames(hosts::pointersTo(m_files), place, m_surroundings.project);
    const auto found = std::find_if(m_all.begin(), m_all.end(), [&](const Place &other) {
        return std::any_of(same.begin(), same.end(),
                   [&other](const Place &each) { return each.entry == other.entry; })
            && hosts::precedence(other, place) == hosts::Precedence::First
            && !isServer(*other.entry) && !other.entry->isDisabled;
    });
    return found == m_all.end() ? nullptr : &*found;
}

const FoundFile *ServerInHosts::userFile(const Host &host) const
{
    // Not those of plugins and extensions, whatever place the host was found by.
    const Host &own = *hosts::findHost(host.id);
    for (const hosts::ConfigFile &file : hosts::configFiles(own, m_surroundings)) {
        if (file.scope != hosts::Scope::User || file.form != &own || file.isOfOthers)
            continue;
        const auto found = std::find_if(m_files.begin(), m_files.end(),
            [&file](const FoundFile &each) { return each.path == file.path; });
        if (found != m_files.end() && found->document.isValid())
            return &*found;
    }
    return nullptr;
}

std::vector<const FoundFile *> ServerInHosts::broken() const
{
    std::vector<const FoundFile *> files;
    for (const FoundFile &file : m_files) {
        if (!file.error && !file.document.isValid() && !file.document.problems().empty()
            && isMentioned(file.document.bytes()))
            files.push_back(&file);
    }
    return files;
}

std::vector<ServerInHosts::Misplaced> ServerInHosts::misplaced() const
{
    std::vector<Misplaced> all;
    for (const FoundFile &file : m_files) {
        // Of several hosts that read one file, one may have another container; and an entry may be
        // that of another project.
        const auto &entries = file.document.entries();
        const bool isThere = std::any_of(entries.begin(), entries.end(),
            [this](const HostEntry &entry) { return isServer(entry); });
        if (!file.error && file.document.isValid() && !hasServer(*file.host) && !isThere
            && !hasPlaceIn(file.path) && isIn(file.document.bytes()))
            all.push_back({file.host, file.path, {}});
    }
    for (const WrongFile &wrong : kWrongFiles) {
        const Host *host = hosts::findHost(QLatin1String(wrong.host));
        const QString path = pathOf(wrong, m_surroundings);
        if (!host || hasServer(*host) || !QFileInfo::exists(path))
            continue;
        const auto text = hosts::readHostFile(path);
        if (text && isIn(*text))
            all.push_back({host, path, hosts::configFiles(*host, m_surroundings).front().path});
    }
    return all;
}

} // namespace sonde::doctor
