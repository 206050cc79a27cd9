// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/commandlist.h"

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace sonde::cli {

enum class Command {
    Help, // of the command line or of a command
    Version,
#define SONDE_NAME(row, name, kind) name,
    SONDE_COMMANDS(SONDE_NAME)
#undef SONDE_NAME
#define SONDE_NAME(name, kind) name,
        SONDE_OTHER_MEANINGS(SONDE_NAME)
#undef SONDE_NAME
            Count
};

// What a command talks to.
enum class CommandKind {
    List, // a list of a server; it may be a line of a shell
    Request, // other requests to a server; it may be a line of a shell
    Client, // exchanges messages with a server in another way
    Auth, // logs in at a server
    Server, // needs a server, and is not its client
    // These need no server.
    Hosts,
    Trace,
    Local,
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

    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
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
static_assert(static_cast<int>(Command::Count) <= 64);

constexpr Commands commandsOf(std::initializer_list<CommandKind> kinds)
{
    struct Named {
        Command command;
        CommandKind kind;
    };
    constexpr Named kAll[]{
#define SONDE_NAME(row, name, kind) {Command::name, CommandKind::kind},
        SONDE_COMMANDS(SONDE_NAME)
#undef SONDE_NAME
#define SONDE_NAME(name, kind) {Command::name, CommandKind::kind},
            SONDE_OTHER_MEANINGS(SONDE_NAME)
#undef SONDE_NAME
    };
    Commands found;
    for (const Named &each : kAll) {
        for (const CommandKind kind : kinds) {
            if (each.kind == kind)
                found = found.with(each.command);
        }
    }
    return found;
}

inline constexpr Commands kLists = commandsOf({CommandKind::List});
inline constexpr Commands kAuthCommands = commandsOf({CommandKind::Auth});
inline constexpr Commands kHostsCommands = commandsOf({CommandKind::Hosts});
inline constexpr Commands kTraceCommands = commandsOf({CommandKind::Trace});
// Those that a line of a shell may be.
inline constexpr Commands kShellCommands = commandsOf({CommandKind::List, CommandKind::Request});
// Those that exchange messages with a server as its client.
inline constexpr Commands kClientCommands = kShellCommands.with(commandsOf({CommandKind::Client}));
// Those that need a server.
inline constexpr Commands kServerCommands =
    kClientCommands.with(commandsOf({CommandKind::Auth, CommandKind::Server}));
inline constexpr Commands kAllCommands =
    kServerCommands.with(commandsOf({CommandKind::Hosts, CommandKind::Trace, CommandKind::Local}));

} // namespace sonde::cli
