// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/httpoptions.h"

#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"

#include <QDir>

namespace sonde::cli {

namespace {

using config::ProfileField;

Result<void> addHeader(const QString &text, config::HttpSettings &settings)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon < 1) // the text is not repeated: it may be a secret
        return usageError(
            Text::tr("A --header has no name or no colon. Use --header 'Name: value'."));
    const QString name = text.left(colon);
    // RFC 9112 section 5: the blanks around a value are not part of it.
    settings.headers.push_back(
        {name, Secret(text.mid(colon + 1).trimmed()), config::isSecretHeader(name)});
    return {};
}

// Every user of the machine can read the arguments of a process, but not its variables.
Result<void> addHeaderFrom(const QString &text, config::HttpSettings &settings)
{
    const qsizetype equals = text.indexOf(u'=');
    const QString variable = text.mid(equals + 1);
    if (equals < 1 || variable.isEmpty())
        return usageError(Text::tr("--header-env needs a name and a variable. Use --header-env "
                                   "'Authorization=VARIABLE'."));
    if (!qEnvironmentVariableIsSet(variable.toLocal8Bit().constData()))
        return usageError(
            Text::tr("The variable %1 of --header-env is not set.").arg(quotedWord(variable)));
    const QString name = text.left(equals);
    settings.headers.push_back(
        {name, Secret(qEnvironmentVariable(variable.toLocal8Bit().constData()).trimmed()),
            config::isSecretHeader(name)});
    return {};
}

Result<void> setProxy(const QString &text, config::HttpSettings &settings)
{
    settings.proxy = text == u"none" ? config::ProxyMode::None : config::ProxyMode::Given;
    settings.proxyUrl = text == u"none" ? QString() : text;
    return {};
}

Result<void> setTransport(const QString &text, config::HttpSettings &settings)
{
    const auto transport = config::httpTransportFromName(text);
    if (!transport)
        return usageError(Text::tr("“%1” is not a transport. Use --transport auto, --transport "
                                   "streamable or --transport sse.")
                              .arg(harmlessLine(text)));
    settings.transport = *transport;
    return {};
}

// openssl and browsers print the bare base64.
QString pinText(const QString &text)
{
    constexpr qsizetype kBase64Length = 44;
    return text.size() == kBase64Length && text.endsWith(u'=') ? QStringLiteral("sha256//") % text
                                                               : text;
}

QString optionOf(ProfileField field)
{
    switch (field) {
    case ProfileField::Headers:
        return QStringLiteral("--header");
    case ProfileField::CaFile:
        return QStringLiteral("--ca");
    case ProfileField::CertificateFile:
        return QStringLiteral("--cert");
    case ProfileField::KeyFile:
        return QStringLiteral("--key");
    case ProfileField::PinnedKey:
        return QStringLiteral("--insecure-pin");
    case ProfileField::Proxy:
        return QStringLiteral("--proxy");
    case ProfileField::UnixSocket:
        return QStringLiteral("--unix-socket");
    case ProfileField::ClientId:
        return QStringLiteral("--client-id");
    case ProfileField::PrivateKey:
        return QStringLiteral("--client-key");
    case ProfileField::IdentityEndpoint:
        return QStringLiteral("--idp-token-endpoint");
    case ProfileField::IdentityClientId:
        return QStringLiteral("--idp-client-id");
    default:
        return QStringLiteral("--url");
    }
}

// Files that can still be made before a profile is used are needed at once here.
bool isFile(ProfileField field)
{
    return field == ProfileField::CaFile || field == ProfileField::CertificateFile
        || field == ProfileField::KeyFile;
}

} // namespace

Result<void> readHttpOptions(const Line &line, config::HttpSettings &settings)
{
    const auto path = [&line](const char *option) {
        return line.has(option) ? QDir::current().absoluteFilePath(line.text(option)) : QString();
    };
    settings.url = line.text("--url");
    settings.pinnedKey = pinText(line.text("--insecure-pin"));
    settings.caFile = path("--ca");
    settings.certificateFile = path("--cert");
    settings.keyFile = path("--key");
    settings.unixSocket = path("--unix-socket");
    settings.followSameOrigin = line.has("--follow-same-origin");
    const auto with = [&](const char *name, auto read) {
        return line.take(
            name, [&](const std::string &value) { return read(decodedWord(value), settings); });
    };
    for (const Result<void> &done :
        {with("--header", addHeader), with("--header-env", addHeaderFrom),
            with("--proxy", setProxy), with("--transport", setTransport)}) {
        if (!done)
            return done;
    }
    return {};
}

Result<QStringList> checkHttpOptions(const config::HttpSettings &settings)
{
    QStringList notes;
    for (const config::FieldProblem &problem : config::validate(settings)) {
        const QString sentence = optionOf(problem.field) % QStringLiteral(": ") % problem.sentence;
        if (problem.blocks || isFile(problem.field))
            return usageError(sentence);
        notes += sentence;
    }
    return notes;
}

} // namespace sonde::cli
