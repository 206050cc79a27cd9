// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/connection/failure.h"

#include "base/formatting.h"
#include "mcp/message/errorresponse.h"
#include "models/exchange/httpfacts.h"
#include "models/session/startstepmodel.h"
#include "session/connection/sessiontext.h"
#include "wire/http/shownaddress.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cerrno>

namespace sonde::session {

constexpr qsizetype kSeconds = 8; // of the time in a heading: "12:05:02"

using Kind = mcp::StartStep::Kind;
using Status = mcp::StartStep::Status;

Failure Failure::of(const mcp::Client &client)
{
    Failure failure;
    failure.server = client.config().name;
    failure.endpoint = client.config().endpoint;
    failure.steps = client.steps();
    failure.error = client.failure();
    failure.start = client.startReport();
    const auto &lines = client.lastDiagnostics();
    failure.stderrLines.assign(lines.begin(), lines.end());
    failure.unusable = client.discardedInput();
    failure.era = client.config().era;
    failure.endReport = client.endReport();
    failure.endedNs = client.failedAt().wall;
    if (const wire::HttpFailure *http = client.httpFailure())
        failure.http = *http;
    return failure;
}

const mcp::StartStep *Failure::failedStep() const
{
    const auto step = std::find_if(
        steps.begin(), steps.end(), [](const auto &s) { return s.status == Status::Failed; });
    return step == steps.end() ? nullptr : &*step;
}

QString Failure::heading() const
{
    const mcp::StartStep *step = failedStep();
    if (!step)
        return endedHeading();
    if (QString special = httpHeading(); !special.isEmpty())
        return special;
    const bool timeout = error.domain == Domain::Timeout;
    switch (step->kind) {
    case Kind::FindProgram:
        return error.code == 0 || error.code == ENOENT || error.code == ENOTDIR
            ? Text::tr("%1 did not start: the program was not found").arg(server)
            : Text::tr("%1 did not start: the program cannot be executed").arg(server);
    case Kind::StartProcess:
        return Text::tr("%1 did not start: the process could not be started").arg(server);
    case Kind::ResolveName:
        return Text::tr("%1 cannot be reached: its host name was not found").arg(server);
    case Kind::Connect:
        return Text::tr("%1 cannot be reached: the connection failed").arg(server);
    case Kind::SecureConnection:
        return Text::tr("%1 cannot be reached: the TLS handshake failed").arg(server);
    case Kind::SendFirst:
        return endpoint.hasProcess()
            ? Text::tr("%1 did not start: the first request could not be sent").arg(server)
            : Text::tr("%1 cannot be used: the first request could not be sent").arg(server);
    case Kind::ReadFirst:
        if (timeout)
            return Text::tr("%1 did not start: the first response timed out").arg(server);
        if (error.domain == Domain::Process || error.domain == Domain::Transport)
            return Text::tr("%1 did not start: the process ended before it responded").arg(server);
        return Text::tr("%1 did not start: the first response could not be read").arg(server);
    case Kind::AgreeOnRevision:
        return endpoint.hasProcess()
            ? Text::tr("%1 did not start: no revision was negotiated").arg(server)
            : Text::tr("%1 cannot be used: no revision was negotiated").arg(server);
    }
    return {};
}

// A server that was connected: its start did not fail.
QString Failure::endedHeading() const
{
    const QString at = timeText(endedNs).left(kSeconds);
    if (!endpoint.hasProcess())
        return Text::tr("%1 was connected, then the connection was lost at %2").arg(server, at);
    return endReport ? Text::tr("%1 was connected, then its process ended at %2: %3")
                           .arg(server, at, endReport->sentence())
                     : Text::tr("%1 was connected, then its process ended at %2").arg(server, at);
}

QString Failure::httpHeading() const
{
    using How = wire::HttpOutcome::Failure;
    if (!endpoint.hasExchanges())
        return {};
    const How how = http ? http->outcome.failure : How::None;
    if (how == How::Untrusted)
        return Text::tr("%1 is not trusted: its certificate is not signed by a known authority")
            .arg(server);
    if (how == How::PinMismatch)
        return Text::tr("%1 may be an impostor: its key differs from the pinned key").arg(server);
    if (how == How::Proxy)
        return Text::tr("%1 cannot be reached: the proxy failed").arg(server);
    if (how == How::Local) // whichever step it is told of
        return Text::tr("%1 cannot be reached: Sonde cannot send the request").arg(server);
    const int status = http ? http->status : 0;
    if (wantsAuthorization())
        return Text::tr("%1 cannot be used yet: it requires authorization").arg(server);
    if (status >= 300)
        return Text::tr("%1 cannot be used: it responded with status %2").arg(server).arg(status);
    const mcp::StartStep *step = failedStep();
    if (!step || step->kind != Kind::ReadFirst)
        return {};
    return error.domain == Domain::Timeout
        ? Text::tr("%1 cannot be used: the first response timed out").arg(server)
        : Text::tr("%1 cannot be used: its first response could not be read").arg(server);
}

bool Failure::wantsAuthorization() const
{
    if (!endpoint.canBeAuthorized())
        return false;
    const int status = http ? http->status : 0;
    if (http && http->aboutSession)
        return false;
    return status == 401 || (status == 403 && !http->challenges.empty())
        || error.domain == Domain::Authorization;
}

bool Failure::mayLogIn() const
{
    return wantsAuthorization() && !(http && http->loginNotOffered);
}

QByteArray Failure::refusedKey() const
{
    using How = wire::HttpOutcome::Failure;
    if (!http || http->outcome.facts.chain.empty())
        return {};
    const How how = http->outcome.failure;
    return how == How::Untrusted || how == How::PinMismatch
        ? http->outcome.facts.chain.front().keyPin
        : QByteArray();
}

QString responseText(const wire::HttpFailure &failure)
{
    constexpr std::size_t kMaxBody = 16 * 1024;
    constexpr qsizetype kMaxLine = 4000; // one endless line would stall the text view
    if (failure.status == 0)
        return Text::tr("No response was received.");
    const QString version = failure.outcome.facts.httpVersion;
    QStringList lines{QStringLiteral("%1 %2")
                          .arg(version.isEmpty() ? QStringLiteral("HTTP") : version)
                          .arg(failure.status)};
    for (const wire::HttpHeader &header : failure.headers.fields()) {
        const bool hidden =
            header.secret || header.name.compare("Set-Cookie", Qt::CaseInsensitive) == 0;
        lines << QString::fromUtf8(header.name) % QStringLiteral(": ")
                % (hidden ? Secret(QString::fromUtf8(header.value)).redacted()
                          : QString::fromUtf8(header.value.left(kMaxLine)));
    }
    lines << QString();
    const QString body = QString::fromUtf8(failure.body.slice(0, kMaxBody).toByteArray());
    for (const QString &line : body.split(u'\n'))
        lines << line.left(kMaxLine);
    if (failure.body.size() > kMaxBody)
        lines << QStringLiteral("…");
    return lines.join(u'\n');
}

std::optional<LikelyCause> Failure::likelyCause() const
{
    const mcp::StartStep *step = failedStep();
    if (step && step->kind == Kind::FindProgram)
        return causeInProgram();
    auto cause = endpoint.hasProcess() ? causeInStderr() : causeInUrl();
    return cause || !step ? cause : causeInResponse();
}

// In what the server said, or wrote in place of a response.
std::optional<LikelyCause> Failure::causeInResponse() const
{
    if (QString hint = unusable.hint(); !hint.isEmpty())
        return LikelyCause{hint};
    using Mode = mcp::EraPolicy::Mode;
    if (era.mode == Mode::Auto || !mcp::suggestsOtherEra(error, http ? &*http : nullptr))
        return std::nullopt;
    return LikelyCause{era.mode == Mode::Modern
            ? Text::tr(
                "The era of this server is set to modern, but the server may require a handshake. "
                "Choose auto or legacy.")
            : Text::tr("The era of this server is set to legacy, but the server may not support a "
                       "handshake. Choose auto or modern.")};
}

std::optional<LikelyCause> Failure::causeInUrl() const
{
    if (!http)
        return std::nullopt;
    if (http->loginNotOffered)
        return LikelyCause{
            Text::tr("The server accepts only a token that you already have: it offers no "
                     "login. Edit the server and add the header Authorization with the "
                     "value Bearer TOKEN.")};
    const bool noPath = endpoint.url().path().size() <= 1;
    if ((http->status == 404 || http->status == 405) && noPath)
        return LikelyCause{Text::tr("The URL has no path. Many servers use /mcp.")};
    if (http->status >= 300 && http->status < 400) {
        const QByteArray place = http->headers.value("Location").value_or(QByteArray());
        return LikelyCause{
            Text::tr("The server redirects to %1").arg(QString::fromUtf8(place.left(500)))};
    }
    if (http->status == 200 && http->headers.mediaType() == "text/html")
        return LikelyCause{Text::tr("This is a web page, not the address of an MCP server.")};
    return std::nullopt;
}

std::optional<LikelyCause> Failure::causeInProgram() const
{
    const wire::Launch *const launch = endpoint.launch();
    if (!launch)
        return std::nullopt;
    const QString &program = launch->program;
    const QFileInfo file(QDir(launch->workingDirectory), program);
    if (program.contains(QLatin1Char('/')) && file.isDir())
        return LikelyCause{Text::tr("%1 is a folder, not a program.").arg(program), -1};
    if (program.contains(QLatin1Char('/')) && file.isFile() && !file.isExecutable())
        return LikelyCause{Text::tr("%1 exists, but it is not executable.").arg(program), -1};
    if (program.contains(QLatin1Char(' ')) && !file.exists())
        return LikelyCause{
            Text::tr("The program is “%1”, including the spaces. Enter each argument in a "
                     "row of its own: no shell splits them.")
                .arg(program),
            -1};
    return std::nullopt;
}

std::optional<LikelyCause> Failure::causeInStderr() const
{
    static const QRegularExpression noModule(QStringLiteral("Cannot find module '([^']{1,300})'"));
    static const QRegularExpression noPythonModule(
        QStringLiteral("ModuleNotFoundError: No module named '([^']{1,300})'"));
    static const QRegularExpression notFound(
        QStringLiteral("([^:\\s]{1,300}): (?:command )?not found"));
    for (int i = 0; i < int(stderrLines.size()); ++i) {
        const QString &line = stderrLines[std::size_t(i)].text;
        if (const auto match = noModule.match(line); match.hasMatch()) {
            const QString path = match.captured(1);
            if (path.startsWith(QLatin1Char('/')) && !QFileInfo::exists(path))
                return LikelyCause{
                    Text::tr("%1 does not exist. It may not have been built yet.").arg(path), i};
            return LikelyCause{
                Text::tr("The module %1 is not installed where the program searches for it.")
                    .arg(path),
                i};
        }
        if (const auto match = noPythonModule.match(line); match.hasMatch())
            return LikelyCause{
                Text::tr("The Python module %1 is not installed for this interpreter.")
                    .arg(match.captured(1)),
                i};
        if (const auto match = notFound.match(line); match.hasMatch())
            return LikelyCause{
                Text::tr("%1 is not in the PATH of the server process.").arg(match.captured(1)), i};
        if (line.contains(QLatin1String("EADDRINUSE"))
            || line.contains(QLatin1String("Address already in use")))
            return LikelyCause{
                Text::tr("The address that the server listens on is already in use."), i};
    }
    return std::nullopt;
}

QString Failure::report() const
{
    QStringList lines{heading(), {}};
    int number = 0;
    for (const mcp::StartStep &step : steps) {
        const char *sign = step.status == Status::Done ? "ok"
            : step.status == Status::Failed            ? "FAILED"
                                                       : "not reached";
        lines << QStringLiteral("%1. %2: %3 (%4 ms) %5")
                     .arg(++number)
                     .arg(models::StartStepModel::stepName(step.kind), QLatin1String(sign))
                     .arg(double(step.ns) / 1e6, 0, 'f', 3)
                     .arg(step.detail);
    }
    lines << QString() << error.sentence;
    if (!error.detail.isEmpty() && unusable.items().empty()) // they follow below
        lines << error.detail;
    if (const auto cause = likelyCause())
        lines << Text::tr("Likely cause: %1").arg(cause->sentence);
    lines << httpReport() << commandReport();
    return lines.join(QLatin1Char('\n')) % QLatin1Char('\n');
}

QStringList Failure::commandReport() const
{
    const wire::Launch *const launch = endpoint.launch();
    if (!launch)
        return {};
    QStringList lines{{}, Text::tr("Command, one argument per row, no shell:"), launch->program};
    for (const QString &argument : launch->arguments)
        lines << (argument.isEmpty() ? Text::tr("(empty)") : argument);
    lines << Text::tr("Folder: %1")
                 .arg(launch->workingDirectory.isEmpty() ? QDir::currentPath()
                                                         : launch->workingDirectory);
    if (!start.searched.isEmpty() && start.resolved.isEmpty())
        lines << Text::tr("Looked for in: %1").arg(start.searched.join(QLatin1Char(':')));
    lines << QString() << Text::tr("Environment of the profile:");
    for (const auto &[name, value] : launch->environment)
        lines << QStringLiteral("%1=%2").arg(name, value.redacted());
    if (const auto items = unusable.items(); !items.empty()) {
        lines << QString() << unusable.summary();
        for (const mcp::DiscardedInput::Item &item : items)
            lines << item.text() << QStringLiteral("    ") % item.reason;
    }
    lines << QString() << Text::tr("Last lines of stderr:");
    for (const mcp::DiagnosticLine &line : stderrLines)
        lines << line.text;
    return lines;
}

QStringList Failure::httpReport() const
{
    if (!endpoint.hasExchanges())
        return {};
    QStringList lines{{}, Text::tr("URL: %1").arg(wire::shownAddress(endpoint.url()))};
    if (!http)
        return lines;
    lines << QString() << Text::tr("Response:") << responseText(*http);
    if (const auto &chain = http->outcome.facts.chain; !chain.empty()) {
        lines << QString() << Text::tr("Certificate:");
        for (const models::Property &fact : models::certificateFacts(chain.front()))
            lines << fact.name % QStringLiteral(": ") % fact.value;
    }
    return lines;
}

std::vector<ShownVariable> shownEnvironment(const wire::Launch &launch)
{
    static constexpr std::array kSecretWords{
        "KEY", "TOKEN", "SECRET", "PASSW", "CREDENTIAL", "AUTH"};
    std::vector<ShownVariable> shown;
    for (const auto &[name, value] : wire::effectiveEnvironment(launch)) {
        ShownVariable variable{name, value.reveal(), false, false};
        variable.fromProfile = std::any_of(launch.environment.begin(), launch.environment.end(),
            [&name = name](const auto &pair) { return pair.first == name; });
        variable.hidden = variable.fromProfile
            || std::any_of(
                kSecretWords.begin(), kSecretWords.end(), [&name = name](const char *word) {
                    return name.contains(QLatin1String(word), Qt::CaseInsensitive);
                });
        if (variable.hidden)
            variable.value = value.redacted();
        shown.push_back(std::move(variable));
    }
    std::stable_sort(shown.begin(), shown.end(), [](const auto &a, const auto &b) {
        return std::pair(!a.fromProfile, a.name) < std::pair(!b.fromProfile, b.name);
    });
    return shown;
}

} // namespace sonde::session
