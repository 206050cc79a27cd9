// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace sonde::cli {

enum class Command {
    Help, // of the command line or of a command
    Version,
    ToolsList,
    ToolsShow,
    ToolsCall,
    ResourcesList,
    ResourcesTemplates,
    ResourcesRead,
    ResourcesSubscribe,
    PromptsList,
    PromptsGet,
    CompletePrompt,
    CompleteResource,
    Request,
    Notify,
    Info,
    AuthLogin,
    AuthStatus,
    AuthLogout,
    AuthToken,
    Validate, // against the schemas of a tool
    Shell,
    Check,
    Snapshot,
    Compare,
    Doctor,
    TapUrl, // tap with --url; without it, TapProgram
    // These need no server.
    TapProgram,
    ValidateFiles, // against a schema in a file
    HostsList,
    HostsShow,
    HostsImport,
    HostsExport,
    HostsAdd,
    HostsTap,
    HostsUntap,
    TraceShow,
    TraceFilter,
    TraceStats,
    TraceTail,
    TraceCheck,
    TraceExport,
    TraceImport,
    HelpPage,
    Completion
};

// A set of commands.
class Commands {
public:
    constexpr Commands() = default;
    constexpr Commands(Command command)
        : m_bits(std::uint64_t(1) << static_cast<int>(command))
    {
    }
    constexpr Commands(std::initializer_list<Command> commands)
    {
        for (const Command command : commands)
            m_bits |= Commands(command).m_bits;
    }

    [[nodiscard]] constexpr bool meets(Commands other) const
    {
        return (m_bits & other.m_bits) != 0;
    }
    // Of a set that has one.
    [[nodiscard]] constexpr Command first() const
    {
        return static_cast<Command>(std::countr_zero(m_bits));
    }
    [[nodiscard]] constexpr Commands with(Commands other) const
    {
        other.m_bits |= m_bits;
        return other;
    }
    [[nodiscard]] constexpr Commands only(Commands other) const
    {
        other.m_bits &= m_bits;
        return other;
    }
    [[nodiscard]] constexpr Commands without(Commands other) const
    {
        other.m_bits = m_bits & ~other.m_bits;
        return other;
    }

private:
    std::uint64_t m_bits = 0;
};
static_assert(static_cast<int>(Command::Completion) < 64);

inline constexpr Commands kLists{
    Command::ToolsList, Command::ResourcesList, Command::ResourcesTemplates, Command::PromptsList};
inline constexpr Commands kAuthCommands{
    Command::AuthLogin, Command::AuthStatus, Command::AuthLogout, Command::AuthToken};
inline constexpr Commands kHostsCommands{Command::HostsList, Command::HostsShow,
    Command::HostsImport, Command::HostsExport, Command::HostsAdd, Command::HostsTap,
    Command::HostsUntap};
inline constexpr Commands kTraceCommands{Command::TraceShow, Command::TraceFilter,
    Command::TraceStats, Command::TraceTail, Command::TraceCheck, Command::TraceExport,
    Command::TraceImport};
// Those that a line of a shell may be.
inline constexpr Commands kShellCommands = kLists.with(
    {Command::ToolsShow, Command::ToolsCall, Command::ResourcesRead, Command::ResourcesSubscribe,
        Command::PromptsGet, Command::CompletePrompt, Command::CompleteResource, Command::Request,
        Command::Notify, Command::Info, Command::Validate});
// Those that exchange messages with a server as its client.
inline constexpr Commands kClientCommands = kShellCommands.with(
    {Command::Shell, Command::Check, Command::Snapshot, Command::Compare, Command::Doctor});
// Those that need a server.
inline constexpr Commands kServerCommands =
    kClientCommands.with(kAuthCommands).with(Command::TapUrl);

inline constexpr Commands kAllCommands = kServerCommands.with(kHostsCommands)
                                             .with(kTraceCommands)
                                             .with({Command::TapProgram, Command::ValidateFiles,
                                                 Command::HelpPage, Command::Completion});

} // namespace sonde::cli
