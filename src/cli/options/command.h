// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/commandlist.h"

#include <array>
#include <bit>
#include <cstddef>
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

// A set of commands, however many there are.
class Commands {
public:
    constexpr Commands() = default;
    constexpr Commands(Command command) { wordOf(command) |= bitOf(command); }
    constexpr Commands(std::initializer_list<Command> commands)
    {
        for (const Command command : commands)
            wordOf(command) |= bitOf(command);
    }

    [[nodiscard]] constexpr bool isEmpty() const { return first() == Command::Count; }
    [[nodiscard]] constexpr bool meets(Commands other) const { return !only(other).isEmpty(); }
    // Count if it is empty.
    [[nodiscard]] constexpr Command first() const
    {
        std::size_t before = 0;
        for (const std::uint64_t word : m_words) {
            if (word != 0)
                return static_cast<Command>(before + std::size_t(std::countr_zero(word)));
            before += kWordBits;
        }
        return Command::Count;
    }
    [[nodiscard]] constexpr Commands with(Commands other) const
    {
        for (std::size_t at = 0; at < m_words.size(); ++at)
            other.m_words[at] |= m_words[at];
        return other;
    }
    [[nodiscard]] constexpr Commands only(Commands other) const
    {
        for (std::size_t at = 0; at < m_words.size(); ++at)
            other.m_words[at] &= m_words[at];
        return other;
    }
    [[nodiscard]] constexpr Commands without(Commands other) const
    {
        for (std::size_t at = 0; at < m_words.size(); ++at)
            other.m_words[at] = m_words[at] & ~other.m_words[at];
        return other;
    }

private:
    static constexpr std::size_t kWordBits = 64;

    static constexpr std::uint64_t bitOf(Command command)
    {
        return std::uint64_t(1) << (static_cast<std::size_t>(command) % kWordBits);
    }
    constexpr std::uint64_t &wordOf(Command command)
    {
        return m_words[static_cast<std::size_t>(command) / kWordBits];
    }

    std::array<std::uint64_t, static_cast<std::size_t>(Command::Count) / kWordBits + 1> m_words{};
};

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
