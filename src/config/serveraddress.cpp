// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/serveraddress.h"

#include "base/secretplaces.h"
#include "config/commandline.h"

#include <QCryptographicHash>
#include <QStringBuilder>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <string>
#include <vector>

namespace sonde::config {

namespace {

// A hash, because arguments may be secret.
QString commandKey(const ProgramSettings &command)
{
    if (command.program.isEmpty())
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString &word :
        QStringList{command.workingDirectory, command.program} + command.arguments) {
        hash.addData(word.toUtf8());
        hash.addData(QByteArrayView("\0", 1)); // a separator that none of the values contains
    }
    return QLatin1String("stdio ") + QString::fromLatin1(hash.result().toHex());
}

QString hostOf(const HttpSettings &http)
{
    const QUrl url(http.url);
    QString host = url.host();
    if (host.isEmpty())
        return http.url;
    if (host.contains(u':')) // an address of IPv6
        host = u'[' % host % u']';
    return url.port() < 0 ? host : QString(host % u':' % QString::number(url.port()));
}

QString nameOfUrl(const QUrl &url)
{
    return url.port() > 0 ? QString(url.host() % u':' % QString::number(url.port())) : url.host();
}

void addSecrets(QStringList &secrets, const ProgramSettings &command)
{
    for (const auto &[name, value] : command.environment) {
        if (isSecretVariable(name) || command.secretVariables.contains(name))
            secrets += value.reveal();
    }
    std::vector<std::string> words{command.program.toStdString()};
    for (const QString &argument : command.arguments)
        words.push_back(argument.toStdString());
    const auto places = secretsOfCommandLine(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (const SecretPlace &place : places[i])
            secrets +=
                QString::fromStdString(words[i].substr(place.begin, place.end - place.begin));
    }
}

void addSecrets(QStringList &secrets, const HttpSettings &http)
{
    for (const CustomHeader &header : http.headers) {
        if (header.secret || isSecretHeader(header.name)) {
            secrets += header.value.reveal();
            secrets += header.value.reveal().section(u' ', -1); // without "Bearer"
        }
    }
    const QUrl url(http.url);
    secrets += url.password();
    for (const auto &[name, value] : QUrlQuery(url).queryItems(QUrl::FullyDecoded))
        secrets += value;
    secrets += proxyPassword(http).reveal();
}

void edit(Secret &value, const std::function<void(QString &)> &change)
{
    QString text = value.reveal();
    change(text);
    value = Secret(text);
}

} // namespace

bool ServerAddress::hasProcess() const
{
    return visit(
        [](const ProgramSettings &) { return true; }, [](const HttpSettings &) { return false; });
}

bool ServerAddress::canBeAuthorized() const
{
    return visit(
        [](const ProgramSettings &) { return false; }, [](const HttpSettings &) { return true; });
}

HttpSettings &ServerAddress::reachByUrl(HttpSettings settings)
{
    return m_way.emplace<HttpSettings>(std::move(settings));
}

QString ServerAddress::target() const
{
    return visit([](const ProgramSettings &command) { return command.program; },
        [](const HttpSettings &http) { return http.url; });
}

QString ServerAddress::targetWithoutSecrets() const
{
    return visit([](const ProgramSettings &command) { return command.program; },
        [](const HttpSettings &http) {
            return QUrl(http.url).toDisplayString(
                QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
        });
}

QStringList ServerAddress::words() const
{
    return visit(
        [](const ProgramSettings &command) -> QStringList {
            return QStringList(command.program) + command.arguments;
        },
        [](const HttpSettings &http) { return QStringList(http.url); });
}

QStringList ServerAddress::commandWords() const
{
    const QString option = visit([](const ProgramSettings &) { return QStringLiteral("--"); },
        [](const HttpSettings &) { return QStringLiteral("--url"); });
    return QStringList(option) + words();
}

QString ServerAddress::line() const
{
    return visit(
        [this](const ProgramSettings &) { return joinCommandLine(withoutSecrets(words())); },
        [](const HttpSettings &http) { return textWithoutSecrets(http.url); });
}

QString ServerAddress::host() const
{
    return visit([](const ProgramSettings &) { return QString(); },
        [](const HttpSettings &http) { return hostOf(http); });
}

QString ServerAddress::proposedName() const
{
    return visit([](const ProgramSettings &command) { return nameOfCommand(command); },
        [](const HttpSettings &http) { return nameOfUrl(QUrl(http.url)); });
}

std::vector<FieldProblem> ServerAddress::problems() const
{
    return visit([](const ProgramSettings &command) { return validate(command); },
        [](const HttpSettings &http) { return validate(http); });
}

QString ServerAddress::cacheKey() const
{
    return visit([](const ProgramSettings &command) { return commandKey(command); },
        [](const HttpSettings &http) { return http.cacheKey(); });
}

bool ServerAddress::isSameServer(const ServerAddress &other, SameProgram isSame) const
{
    if (m_way.index() != other.m_way.index())
        return false;
    return visit(
        [&](const ProgramSettings &command) {
            return (isSame ? isSame(command.program, other.program)
                           : command.program == other.program)
                && command.arguments == other.arguments;
        },
        [&](const HttpSettings &http) { return http.url == other.target(); });
}

QStringList ServerAddress::secretTexts() const
{
    QStringList secrets;
    addSecrets(secrets, static_cast<const ProgramSettings &>(*this));
    visit([](const ProgramSettings &) {},
        [&secrets](const HttpSettings &http) { addSecrets(secrets, http); });
    return secrets;
}

QStringList ServerAddress::givenValues() const
{
    QStringList values;
    for (const auto &[name, value] : environment)
        values += value.reveal();
    visit([](const ProgramSettings &) {},
        [&values](const HttpSettings &http) {
            for (const CustomHeader &header : http.headers)
                values += header.value.reveal();
            values += proxyPassword(http).reveal();
        });
    return values;
}

void ServerAddress::editTexts(const std::function<void(QString &)> &change)
{
    change(program);
    for (QString &argument : arguments)
        change(argument);
    change(workingDirectory);
    for (auto &[name, value] : environment)
        edit(value, change);
    std::visit(Overloaded{
                   [](Command &) {},
                   [&change](HttpSettings &http) {
                       change(http.url);
                       for (CustomHeader &header : http.headers)
                           edit(header.value, change);
                   },
               },
        m_way);
}

} // namespace sonde::config
