// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/hostapproval.h"

#include "doctor/host/cursorapproval.h"
#include "hosts/files/hostfile.h"
#include "hosts/table/hosttable.h"

#include <QFileInfo>

#include <algorithm>
#include <array>

namespace sonde::doctor {

namespace {

using Findings = std::vector<DoctorFinding>;
using Place = ServerInHosts::Place;

// A file that a host keeps beside the one with its servers.
class HostState {
public:
    HostState(const hosts::Host &host, const QString &path)
        : m_path(path)
    {
        if (!QFileInfo::exists(path))
            return;
        if (const Result<Bytes> text = hosts::readHostFile(path))
            m_document = hosts::HostDocument::parse(host, *text);
    }

    const QString &path() const { return m_path; }
    bool isReadable() const { return m_document.isValid(); }
    json::Value root() const { return isReadable() ? m_document.root() : json::Value(); }

private:
    QString m_path;
    hosts::HostDocument m_document;
};

bool lists(const json::Value &names, const QString &name)
{
    return std::any_of(names.begin(), names.end(),
        [&name](const json::Value &each) { return each.isString() && each.toString() == name; });
}

DoctorFinding disabledIn(const Place &place, const QString &path)
{
    return {Kind::HostEntryDisabled, {place.file->host->name, place.entry->name, path}};
}

DoctorFinding notApproved(
    const Place &place, const QString &project, const QString &path, const QString &command)
{
    return {
        Kind::HostNotApproved, {place.file->host->name, place.entry->name, project, path, command}};
}

DoctorFinding untrusted(const Place &place, const QString &project, const QString &path)
{
    return {Kind::HostFolderUntrusted, {place.file->host->name, place.entry->name, project, path}};
}

Findings judgeCursor(const ServerInHosts &server, const Place &place)
{
    const hosts::Surroundings &here = server.surroundings();
    const QString file = cursorApprovalFile(here.home, here.project);
    if (cursorApproval(*place.entry, here.project, file) != CursorApproval::Missing)
        return {};
    return {notApproved(
        place, here.project, file, QString(place.file->host->approve).arg(place.entry->name))};
}

// Where Claude Code keeps what the user has decided: of the folder in its main file, and in three
// files of settings.
Findings judgeClaudeCode(const ServerInHosts &server, const Place &place)
{
    const hosts::Surroundings &here = server.surroundings();
    const hosts::Host &host = *place.file->host;
    const hosts::FoundFile *user = server.userFile(host);
    const QString userPath = user ? user->path : QString();
    const json::Value folder =
        user ? user->document.root()["projects"][here.project.toStdString()] : json::Value();
    const QString &name = place.entry->name;
    if (lists(folder["disabledMcpServers"], name))
        return {disabledIn(place, userPath)};
    if (place.file->scope != hosts::Scope::Project)
        return {};
    const QString moved = here.variable(QStringLiteral("CLAUDE_CONFIG_DIR"));
    const QString own = moved.isEmpty() ? here.home + QStringLiteral("/.claude") : moved;
    const std::array settings{HostState(host, own + QStringLiteral("/settings.json")),
        HostState(host, here.project + QStringLiteral("/.claude/settings.json")),
        HostState(host, here.project + QStringLiteral("/.claude/settings.local.json"))};
    bool isApproved = false;
    for (const HostState &each : settings) {
        if (lists(each.root()["disabledMcpjsonServers"], name))
            return {disabledIn(place, each.path())};
        isApproved = isApproved || lists(each.root()["enabledMcpjsonServers"], name)
            || each.root()["enableAllProjectMcpServers"].toBool().value_or(false);
    }
    if (lists(folder["disabledMcpjsonServers"], name))
        return {disabledIn(place, userPath)};
    isApproved = isApproved || lists(folder["enabledMcpjsonServers"], name)
        || folder["enableAllProjectMcpServers"].toBool().value_or(false);
    // A folder in which it was never started has no choices yet: it asks there.
    if (isApproved || !folder.exists())
        return {};
    return {notApproved(place, here.project, userPath, host.approve)};
}

bool isBelow(const QString &folder, const QString &above)
{
    return folder == above || folder.startsWith(above.endsWith(u'/') ? above : above + u'/');
}

// The rule of the deepest folder counts. TRUST_PARENT is of the folder above.
QString trustOf(const QString &folder, const json::Value &rules)
{
    QString trust;
    qsizetype depth = -1;
    for (const json::Value rule : rules) {
        QString path = json::toQString(rule.key());
        if (rule.equals("TRUST_PARENT"))
            path = QFileInfo(path).path();
        if (isBelow(folder, path) && path.size() > depth) {
            depth = path.size();
            trust = rule.toString();
        }
    }
    return trust;
}

// The files of Gemini CLI, and of Qwen Code, which descends from it.
Findings judgeGemini(const ServerInHosts &server, const Place &place)
{
    const hosts::Surroundings &here = server.surroundings();
    const hosts::Host &host = *place.file->host;
    const QString &name = place.entry->name;
    const hosts::FoundFile *user = server.userFile(host);
    const QString userPath = user ? user->path : QString();
    const json::Value settings = user ? user->document.root() : json::Value();
    const json::Value allowed = settings["mcp"]["allowed"];
    if (lists(settings["mcp"]["excluded"], name)
        || (allowed.isArray() && allowed.count() > 0 && !lists(allowed, name)))
        return {disabledIn(place, userPath)};
    const QString folder =
        user ? QFileInfo(userPath).path() : here.home + QStringLiteral("/.") + host.id;
    const HostState switches(host, folder + QStringLiteral("/mcp-server-enablement.json"));
    const json::Value own = switches.root()[name.toLower().trimmed().toStdString()];
    if (!own["enabled"].toBool().value_or(true))
        return {disabledIn(place, switches.path())};
    const HostState trusted(host, folder + QStringLiteral("/trustedFolders.json"));
    const auto isOn = settings["security"]["folderTrust"]["enabled"].toBool();
    const QString trust = trustOf(here.project, trusted.root());
    const bool isRefused = trust == u"DO_NOT_TRUST";
    if (isOn.value_or(isRefused) && (isRefused || trust.isEmpty())
        && !place.entry->program.isEmpty())
        return {untrusted(place, here.project, trusted.path())};
    return {};
}

Findings judgeCodex(const ServerInHosts &server, const Place &place)
{
    const QString &project = server.surroundings().project;
    const hosts::FoundFile *user = server.userFile(*place.file->host);
    if (place.file->scope != hosts::Scope::Project || !user)
        return {};
    const json::Value level =
        user->document.root()["projects"][project.toStdString()]["trust_level"];
    return level.equals("trusted") ? Findings() : Findings{untrusted(place, project, user->path)};
}

struct Judge {
    const char *host;
    Findings (*judge)(const ServerInHosts &, const Place &);
};
constexpr Judge kJudges[]{{"cursor", judgeCursor}, {"claude-code", judgeClaudeCode},
    {"gemini", judgeGemini}, {"qwen", judgeGemini}, {"codex", judgeCodex}};

} // namespace

std::vector<DoctorFinding> judgeApproval(const ServerInHosts &server, const Place &place)
{
    const auto judge = std::find_if(std::begin(kJudges), std::end(kJudges),
        [&](const Judge &each) { return place.file->host->id == QLatin1String(each.host); });
    return judge == std::end(kJudges) ? Findings() : judge->judge(server, place);
}

} // namespace sonde::doctor
