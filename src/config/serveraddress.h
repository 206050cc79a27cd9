// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/overloaded.h"
#include "config/httpsettings.h"
#include "config/profilefield.h"
#include "config/programsettings.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <utility>
#include <variant>
#include <vector>

namespace sonde::config {

// How a server is reached: by a command that Sonde starts, or by a URL. Others ask it what they
// want to know, instead of concluding it from the kind of address.
//
// The settings of the command are always there, because the file and the editor keep the command
// of a server that is reached by a URL, so that the user can change back.
class ServerAddress : public ProgramSettings {
public:
    // A process that Sonde starts for each connection.
    bool hasProcess() const;
    // The server may require a login.
    bool canBeAuthorized() const;
    // Neither a program nor a URL was entered.
    bool isEmpty() const { return target().isEmpty(); }

    // The program or the URL, as entered; a URL may contain secrets.
    QString target() const;
    // The program, or the URL without user, query and fragment.
    QString targetWithoutSecrets() const;
    // The program with its arguments, or the URL, as entered.
    QStringList words() const;
    // What a command line of sonde-cli says of the server: -- PROGRAM ARG…, or --url URL.
    QStringList commandWords() const;
    // All words in one line, with an asterisk for every byte of a secret.
    QString line() const;
    // The host of a URL, with its port if it has one ("example.org:8443"); the URL itself without a
    // host. Empty for a command.
    QString host() const;
    // A name for the server, from the words of its command, or the host and port of its URL.
    QString proposedName() const;
    // What is wrong in the fields of the command or of the URL. No sentence contains a value that
    // may be secret.
    std::vector<FieldProblem> problems() const;
    // The key of the server in a cache: a hash of its command, arguments and folder (arguments may
    // be secret), or the origin and path of its URL. Empty without a program or a usable URL.
    QString cacheKey() const;

    // Whether both reach the same server: the same URL, or the same program with the same
    // arguments. `isSame` compares the programs; without it they are the same text.
    using SameProgram = bool (*)(const QString &, const QString &);
    bool isSameServer(const ServerAddress &other, SameProgram isSame = nullptr) const;

    // What is secret in the address, because it is marked so or looks so: values of variables and
    // headers, parts of arguments and of the URL, the password of the proxy.
    QStringList secretTexts() const;
    // All values of variables and headers and the password of the proxy, marked as secret or not.
    QStringList givenValues() const;
    // Calls `change` with each text that was entered, except names of variables and headers.
    void editTexts(const std::function<void(QString &)> &change);

    // nullptr for another kind of address. For code whose subject is HTTP.
    const HttpSettings *http() const { return std::get_if<HttpSettings>(&m_way); }
    HttpSettings *http() { return std::get_if<HttpSettings>(&m_way); }

    // From now on the server is reached by a URL; gives the settings to fill.
    HttpSettings &reachByUrl(HttpSettings settings = {});
    // From now on the server is reached as `other` is. The kept command stays.
    void reachAs(const ServerAddress &other) { m_way = other.m_way; }
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

    const ProgramSettings &settingsOf(const Command &) const { return *this; }
    template <typename Settings>
    const Settings &settingsOf(const Settings &settings) const
    {
        return settings;
    }

    std::variant<Command, HttpSettings> m_way;
};

} // namespace sonde::config
