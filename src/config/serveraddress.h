// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/overloaded.h"
#include "config/httpsettings.h"
#include "config/programsettings.h"

#include <utility>
#include <variant>

namespace sonde::config {

// How a server is reached: by a command that Sonde starts, or by a URL. Others ask it what they
// want to know, instead of concluding it from the kind of address.
//
// The settings of the command are always there, because the file and the editor keep the command
// of a server that is reached by a URL, so that the user can change back.
class ServerAddress : public ProgramSettings {
public:
    // A process that Sonde starts for each connection.
    [[nodiscard]] bool hasProcess() const;

    // nullptr for another kind of address. For code whose subject is HTTP.
    [[nodiscard]] const HttpSettings *http() const { return std::get_if<HttpSettings>(&m_way); }
    [[nodiscard]] HttpSettings *http() { return std::get_if<HttpSettings>(&m_way); }

    // From now on the server is reached by a URL; gives the settings to fill.
    HttpSettings &reachByUrl(HttpSettings settings = {});
    void reachByCommand() { m_way = Command(); }

    // Calls the case for the kind of address, with `const ProgramSettings &` or
    // `const HttpSettings &`. A kind that is added later does not compile until it has a case.
    template <typename... Cases>
    decltype(auto) visit(Cases... cases) const
    {
        return std::visit(
            [&](const auto &way) -> decltype(auto) {
                return Overloaded<Cases...>{cases...}(settingsOf(way));
            },
            m_way);
    }

private:
    struct Command { }; // its settings are the base

    [[nodiscard]] const ProgramSettings &settingsOf(const Command &) const { return *this; }
    template <typename Settings>
    [[nodiscard]] const Settings &settingsOf(const Settings &settings) const
    {
        return settings;
    }

    std::variant<Command, HttpSettings> m_way;
};

} // namespace sonde::config
