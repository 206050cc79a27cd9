// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/table/hosttable.h"

#include "hosts/table/hoststr.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace sonde::hosts {

namespace {

using enum Base;
using Word = QLatin1String;

constexpr auto kMcpServers = Word("mcpServers");

constexpr auto kCursorApproval = QT_TRANSLATE_NOOP("Hosts",
    "Cursor approves an entry as it is written. A changed entry is not started until you approve "
    "it again.");
constexpr auto kTrustPrompt = QT_TRANSLATE_NOOP(
    "Hosts", "VS Code asks whether you trust a changed entry when it starts the server.");
constexpr auto kProjectChoice = QT_TRANSLATE_NOOP("Hosts",
    "Claude Code asks once for the servers of a project (.mcp.json), and may ask again for a "
    "changed one.");
constexpr auto kFolderTrust =
    QT_TRANSLATE_NOOP("Hosts", "The host starts servers of a project only in a trusted folder.");
constexpr auto kProjectApproval =
    QT_TRANSLATE_NOOP("Hosts", "The host starts servers of a project only when they are approved.");

constexpr auto kQuitFully = QT_TRANSLATE_NOOP("Hosts", "Quit %1 completely, and start it again.");
constexpr auto kNewSession = QT_TRANSLATE_NOOP("Hosts", "Start a new session of %1.");
constexpr auto kByItself =
    QT_TRANSLATE_NOOP("Hosts", "%1 notices the change, and starts the server again.");

// How hosts come to start a changed entry, where that is known.
struct Reload {
    Word host;
    const char *text;
};
constexpr std::array<Reload, 6> kReloads{{{Word("claude-desktop"), kQuitFully},
    {Word("claude-code"), kNewSession}, {Word("codex"), kNewSession}, {Word("cline"), kByItself},
    {Word("roo"), kByItself}, {Word("crush"), kByItself}}};

HostPlace user(Base base, const char *path, std::vector<MovedBy> movedBy = {})
{
    return {Scope::User, base, Word(path), std::move(movedBy)};
}

HostPlace only(std::vector<System> systems, HostPlace place)
{
    place.systems = std::move(systems);
    return place;
}

HostPlace ofOthers(HostPlace place)
{
    place.isOfOthers = true;
    return place;
}

const std::vector<System> kUnix{System::Linux, System::MacOs};

HostPlace project(const char *path)
{
    return {Scope::Project, Project, Word(path)};
}

HostPlace system(const char *path, std::vector<MovedBy> movedBy = {})
{
    return {Scope::System, Root, Word(path), std::move(movedBy)};
}

// As Gemini CLI has them: beside the file of system(), wherever that is.
HostPlace systemDefaults(const char *path)
{
    return {Scope::SystemDefaults, Root, Word(path),
        {{Word("GEMINI_CLI_SYSTEM_DEFAULTS_PATH"), {}},
            {Word("GEMINI_CLI_SYSTEM_SETTINGS_PATH"), Word("../system-defaults.json")}}};
}

// A file that a host reads as well where a variable says so.
HostPlace further(std::vector<MovedBy> movedBy)
{
    return {Scope::User, Home, {}, std::move(movedBy)};
}

// A host without approval that has its servers in mcpServers.
Host plain(const char *id, const char *name, std::vector<HostPlace> places)
{
    return {Word(id), Word(name), Syntax::Json, {kMcpServers}, std::move(places)};
}

// The same with the environment of the desktop.
Host app(const char *id, const char *name, std::vector<HostPlace> places)
{
    Host host = plain(id, name, std::move(places));
    host.isOfDesktop = true;
    return host;
}

// A host whose files are not JSON.
Host other(const char *id, const char *name, Syntax syntax, std::vector<Word> containers,
    std::vector<HostPlace> places, Layout layout = Layout::Map)
{
    Host host{Word(id), Word(name), syntax, std::move(containers), std::move(places)};
    host.layout = layout;
    return host;
}

Host inTrustedFolders(Host host)
{
    host.approval = kFolderTrust;
    host.onlyProjectsApproved = true;
    return host;
}

std::vector<Host> editors()
{
    return {
        app("claude-desktop", "Claude Desktop",
            {user(Config, "Claude/claude_desktop_config.json"),
                only({System::Windows},
                    user(LocalData,
                        "Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/"
                        "claude_desktop_config.json")),
                only({System::Windows},
                    user(LocalData,
                        "Packages/Claude_*/LocalCache/Roaming/Claude/"
                        "claude_desktop_config.json"))}),
        {Word("claude-code"), Word("Claude Code"), Syntax::Json,
            {kMcpServers, Word("projects/*/mcpServers")},
            {user(Home, ".claude.json", {{Word("CLAUDE_CONFIG_DIR"), Word(".claude.json")}}),
                project(".mcp.json"),
                only({System::Linux}, system("etc/claude-code/managed-mcp.json")),
                only({System::MacOs},
                    system("Library/Application Support/ClaudeCode/managed-mcp.json"))},
            kProjectChoice, Word("claude mcp reset-project-choices"), true},
        {Word("cursor"), Word("Cursor"), Syntax::Json, {kMcpServers},
            {user(Home, ".cursor/mcp.json"), project(".cursor/mcp.json")}, kCursorApproval,
            Word("cursor-agent mcp enable %1")},
        {Word("vscode"), Word("VS Code"), Syntax::JsonWithComments, {Word("servers")},
            {user(Config, "Code/User/mcp.json"), user(Config, "Code/User/profiles/*/mcp.json"),
                only({System::Linux}, user(Home, ".vscode-server/data/User/mcp.json")),
                project(".vscode/mcp.json")},
            kTrustPrompt},
        {Word("vscode-insiders"), Word("VS Code Insiders"), Syntax::JsonWithComments,
            {Word("servers")},
            {user(Config, "Code - Insiders/User/mcp.json"),
                user(Config, "Code - Insiders/User/profiles/*/mcp.json")},
            kTrustPrompt},
        {Word("zed"), Word("Zed"), Syntax::JsonWithComments, {Word("context_servers")},
            {only(kUnix, user(DotConfig, "zed/settings.json")),
                only({System::Windows}, user(Config, "Zed/settings.json")),
                project(".zed/settings.json")},
            kFolderTrust, {}, true},
        plain("cline", "Cline",
            {user(Home, ".cline/data/settings/cline_mcp_settings.json",
                {{Word("CLINE_MCP_SETTINGS_PATH"), {}},
                    {Word("CLINE_DATA_DIR"), Word("settings/cline_mcp_settings.json")},
                    {Word("CLINE_DIR"), Word("data/settings/cline_mcp_settings.json")}})}),
        plain("roo", "Roo Code",
            {user(Config,
                 "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
                project(".roo/mcp.json")}),
        {Word("kilo"), Word("Kilo Code"), Syntax::JsonWithComments, {Word("mcp")},
            {user(DotConfig, "kilo/kilo.jsonc"), user(DotConfig, "kilo/kilo.json"),
                user(DotConfig, "kilo/config.json"), project("kilo.json"),
                project(".kilo/kilo.json"), project(".kilo/kilo.jsonc")}},
        plain(
            "junie", "Junie", {user(Home, ".junie/mcp/mcp.json"), project(".junie/mcp/mcp.json")}),
        plain("air", "JetBrains Air", {project(".air/mcp.json"), project(".mcp.json")}),
        plain("devin", "Devin Desktop (Windsurf)",
            {only(kUnix, user(DotConfig, "devin/mcp_config.json")),
                only({System::Windows}, user(Config, "devin/mcp_config.json")),
                user(Home, ".codeium/windsurf/mcp_config.json"),
                user(Home, ".codeium/mcp_config.json"), project(".devin/mcp_config.json")}),
        plain("kiro", "Kiro",
            {user(Home, ".kiro/settings/mcp.json"), project(".kiro/settings/mcp.json")}),
        plain("antigravity", "Antigravity",
            {user(Home, ".gemini/config/mcp_config.json"),
                user(Home, ".gemini/antigravity/mcp_config.json"),
                project(".agents/mcp_config.json")}),
        {Word("trae"), Word("Trae"), Syntax::Json, {kMcpServers},
            {user(Config, "Trae/User/mcp.json"), project(".trae/mcp.json")}, kProjectApproval, {},
            true},
        {Word("visual-studio"), Word("Visual Studio"), Syntax::Json, {Word("servers")},
            {only({System::Windows}, user(Home, ".mcp.json")), project(".vs/mcp.json"),
                only({System::Windows}, project(".mcp.json"))}},
    };
}

std::vector<Host> terminals()
{
    const std::vector<MovedBy> geminiSettings{{Word("GEMINI_CLI_SYSTEM_SETTINGS_PATH"), {}}};
    return {
        plain("copilot", "Copilot CLI",
            {user(Home, ".copilot/mcp-config.json",
                 {{Word("COPILOT_HOME"), Word("mcp-config.json")}}),
                project(".mcp.json")}),
        {Word("gemini"), Word("Gemini CLI"), Syntax::JsonWithComments, {kMcpServers},
            {user(Home, ".gemini/settings.json",
                 {{Word("GEMINI_CLI_HOME"), Word(".gemini/settings.json")}}),
                project(".gemini/settings.json"),
                ofOthers(user(Home, ".gemini/extensions/*/gemini-extension.json",
                    {{Word("GEMINI_CLI_HOME"),
                        Word(".gemini/extensions/*/gemini-extension.json")}})),
                only({System::Linux}, system("etc/gemini-cli/settings.json", geminiSettings)),
                only({System::MacOs},
                    system("Library/Application Support/GeminiCli/settings.json", geminiSettings)),
                only({System::Windows}, system("gemini-cli/settings.json", geminiSettings)),
                only({System::Linux}, systemDefaults("etc/gemini-cli/system-defaults.json")),
                only({System::MacOs},
                    systemDefaults("Library/Application Support/GeminiCli/system-defaults.json")),
                only({System::Windows}, systemDefaults("gemini-cli/system-defaults.json"))},
            kFolderTrust, {}, true},
        {Word("qwen"), Word("Qwen Code"), Syntax::JsonWithComments, {kMcpServers},
            {user(Home, ".qwen/settings.json", {{Word("QWEN_HOME"), Word("settings.json")}}),
                project(".qwen/settings.json")}},
        {Word("opencode"), Word("opencode"), Syntax::JsonWithComments,
            {Word("mcp/servers"), Word("mcp")},
            {user(DotConfig, "opencode/opencode.json"), user(DotConfig, "opencode/opencode.jsonc"),
                further({{Word("OPENCODE_CONFIG"), {}}}),
                further({{Word("OPENCODE_CONFIG_DIR"), Word("opencode.json")}}),
                further({{Word("OPENCODE_CONFIG_DIR"), Word("opencode.jsonc")}}),
                project("opencode.json"), project("opencode.jsonc"),
                project(".opencode/opencode.json"), project(".opencode/opencode.jsonc")}},
        {Word("crush"), Word("Crush"), Syntax::Json, {Word("mcp")},
            {user(DotConfig, "crush/crush.json",
                 {{Word("CRUSH_GLOBAL_CONFIG"), Word("crush.json")}}),
                project(".crush.json"), project("crush.json"),
                only(kUnix, ofOthers(user(Home, ".local/share/crush/crush.json"))),
                only({System::Windows}, ofOthers(user(LocalData, "crush/crush.json")))}},
        plain("amazon-q", "Amazon Q CLI",
            {user(Home, ".aws/amazonq/mcp.json"), user(Home, ".aws/amazonq/cli-agents/*.json"),
                project(".amazonq/mcp.json")}),
        {Word("warp"), Word("Warp"), Syntax::Json,
            {kMcpServers, Word("mcp_servers"), Word("servers")},
            {user(Home, ".warp/.mcp.json"), project(".warp/.mcp.json")}, kProjectApproval, {},
            true},
        plain("droid", "Factory Droid",
            {user(Home, ".factory/mcp.json"), project(".factory/mcp.json")}),
        {Word("amp"), Word("Amp"), Syntax::JsonWithComments, {Word("amp.mcpServers")},
            {only(kUnix, user(DotConfig, "amp/settings.json")),
                only({System::Windows}, user(Config, "amp/settings.json")),
                project(".amp/settings.json")},
            QT_TRANSLATE_NOOP(
                "Hosts", "Amp starts servers of a project only when they are approved."),
            Word("amp mcp approve %1"), true},
        plain("kimi", "Kimi Code",
            {user(Home, ".kimi-code/mcp.json", {{Word("KIMI_CODE_HOME"), Word("mcp.json")}})}),
        plain("qoder", "Qoder", {user(Home, ".qoder/settings.json")}),
        plain("codebuddy", "CodeBuddy", {user(Home, ".codebuddy/.mcp.json")}),
        plain("auggie", "Auggie", {user(Home, ".augment/settings.json")}),
        {Word("mcporter"), Word("mcporter"), Syntax::JsonWithComments, {kMcpServers},
            {user(Home, ".mcporter/mcporter.json"), user(Home, ".mcporter/mcporter.jsonc"),
                project("config/mcporter.json")}},
    };
}

std::vector<Host> others()
{
    return {
        app("lm-studio", "LM Studio",
            {user(Home, ".lmstudio/mcp.json"), user(Home, ".cache/lm-studio/mcp.json")}),
        app("boltai", "BoltAI", {user(Home, ".boltai/mcp.json")}),
        app("5ire", "5ire", {user(Config, "5ire/mcp.json")}),
        app("jan", "Jan", {user(Config, "Jan/data/mcp_config.json")}),
        app("anythingllm", "AnythingLLM",
            {user(Config, "anythingllm-desktop/storage/plugins/anythingllm_mcp_servers.json")}),
        app("witsy", "Witsy", {user(Config, "Witsy/settings.json")}),
        inTrustedFolders(other("codex", "Codex", Syntax::Toml, {Word("mcp_servers")},
            {user(Home, ".codex/config.toml", {{Word("CODEX_HOME"), Word("config.toml")}}),
                project(".codex/config.toml")})),
        other("grok", "Grok Build", Syntax::Toml, {Word("mcp_servers")},
            {user(Home, ".grok/config.toml", {{Word("GROK_HOME"), Word("config.toml")}})}),
        other("vibe", "Mistral Vibe", Syntax::Toml, {Word("mcp_servers")},
            {user(Home, ".vibe/config.toml")}, Layout::List),
        other("openhands", "OpenHands", Syntax::Toml,
            {Word("mcp/stdio_servers"), Word("mcp/shttp_servers"), Word("mcp/sse_servers")},
            {user(Home, ".openhands/config.toml")}, Layout::List),
        other("continue", "Continue", Syntax::Yaml, {kMcpServers},
            {user(Home, ".continue/config.yaml",
                 {{Word("CONTINUE_GLOBAL_DIR"), Word("config.yaml")}}),
                project(".continue/mcpServers/*.yaml")},
            Layout::List),
        other("goose", "goose", Syntax::Yaml, {Word("extensions")},
            {only(kUnix, user(DotConfig, "goose/config.yaml")),
                only({System::Windows}, user(Config, "Block/goose/config/config.yaml"))}),
        other("librechat", "LibreChat", Syntax::Yaml, {kMcpServers}, {project("librechat.yaml")}),
        other("hermes", "Hermes", Syntax::Yaml, {Word("mcp_servers")},
            {user(Home, ".hermes/config.yaml")}),
    };
}

// The servers of installed plugins (marketplace, plugin, version): in mcpServers, or without a
// container.
Host ofPlugins(const char *id, const char *name, HostPlace place)
{
    Host host = plain(id, name, {std::move(place)});
    host.layout = Layout::Any;
    return host;
}

std::vector<Host> otherRows()
{
    constexpr auto kCache = Word("plugins/cache/*/*/*/.mcp.json");
    return {
        ofPlugins("claude-code", "Claude Code",
            user(Home, ".claude/plugins/cache/*/*/*/.mcp.json",
                {{Word("CLAUDE_CONFIG_DIR"), kCache}})),
        // What config.toml says of these servers has no command.
        ofPlugins("codex", "Codex",
            user(Home, ".codex/plugins/cache/*/*/*/.mcp.json", {{Word("CODEX_HOME"), kCache}})),
        plain("continue", "Continue", {project(".continue/mcpServers/*.json")}),
        {Word("visual-studio"), Word("Visual Studio"), Syntax::JsonWithComments, {Word("servers")},
            {only({System::Windows}, project(".vscode/mcp.json"))}},
    };
}

} // namespace

const std::vector<Host> &hostTable()
{
    static const std::vector<Host> all = [] {
        std::vector<Host> hosts = editors();
        for (std::vector<Host> more : {terminals(), others()})
            hosts.insert(hosts.end(), more.begin(), more.end());
        return hosts;
    }();
    return all;
}

const std::vector<Host> &otherForms()
{
    static const std::vector<Host> all = otherRows();
    return all;
}

const Host *findHost(const QString &id)
{
    const std::vector<Host> &all = hostTable();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Host &host) { return host.id == id; });
    return found == all.end() ? nullptr : &*found;
}

bool shareServers(const Host &one, const Host &other)
{
    const auto &names = other.containers;
    return std::any_of(one.containers.begin(), one.containers.end(),
        [&names](Word name) { return std::find(names.begin(), names.end(), name) != names.end(); });
}

QString approvalText(const Host &host)
{
    return host.approval ? Text::tr(host.approval) : QString();
}

QString reloadText(const Host &host)
{
    const auto found = std::find_if(kReloads.begin(), kReloads.end(),
        [&host](const Reload &reload) { return reload.host == host.id; });
    const QString text = found == kReloads.end() ? Text::tr("Restart %1, or the server in it.")
                                                 : Text::tr(found->text);
    return text.arg(QString(host.name));
}

QString scopeName(Scope scope)
{
    switch (scope) {
    case Scope::User:
        return Text::tr("user", "the scope of a configuration file");
    case Scope::Project:
        return Text::tr("project", "the scope of a configuration file");
    case Scope::System:
        return Text::tr("system", "the scope of a configuration file");
    case Scope::SystemDefaults:
        break;
    }
    return Text::tr("system defaults", "the scope of a configuration file");
}

} // namespace sonde::hosts
