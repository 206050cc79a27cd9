// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/failuretext.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "json/document.h"

namespace sonde::cli {

namespace {

constexpr int kLabel = 14;

QString mark(mcp::StartStep::Status status)
{
    switch (status) {
    case mcp::StartStep::Status::Done:
        return QStringLiteral("ok     ");
    case mcp::StartStep::Status::Failed:
        return QStringLiteral("FAILED ");
    case mcp::StartStep::Status::Running:
    case mcp::StartStep::Status::NotReached:
        break;
    }
    return QStringLiteral("-      ");
}

QString stepName(mcp::StartStep::Kind kind)
{
    switch (kind) {
    case mcp::StartStep::Kind::FindProgram:
        return Text::tr("Find the program");
    case mcp::StartStep::Kind::StartProcess:
        return Text::tr("Start the program");
    case mcp::StartStep::Kind::ResolveName:
        return Text::tr("Resolve the host name");
    case mcp::StartStep::Kind::Connect:
        return Text::tr("Connect");
    case mcp::StartStep::Kind::SecureConnection:
        return Text::tr("TLS handshake");
    case mcp::StartStep::Kind::SendFirst:
        return Text::tr("Send the first request");
    case mcp::StartStep::Kind::ReadFirst:
        return Text::tr("Receive the first response");
    case mcp::StartStep::Kind::AgreeOnRevision:
        break;
    }
    return Text::tr("Negotiate the revision");
}

QString row(const QString &label, const QString &value)
{
    return value.isEmpty()
        ? QString()
        : QString(u"  " % label.leftJustified(kLabel) % harmlessLine(value) % u'\n');
}

QString hex(const QByteArray &bytes, char separator)
{
    return QString::fromLatin1(separator ? bytes.toHex(separator) : bytes.toHex());
}

} // namespace

QString stepsText(const std::vector<mcp::StartStep> &steps)
{
    QString text;
    for (const mcp::StartStep &step : steps) {
        text += u"  " % mark(step.status) % stepName(step.kind);
        if (!step.detail.isEmpty())
            text += u": " % harmlessLine(step.detail);
        text += u'\n';
    }
    return text;
}

QString challengesText(const QByteArray &data)
{
    const json::Document document = json::Document::parse(Bytes::fromByteArray(data));
    const json::Value challenges = document.root()["challenges"];
    QString text;
    if (!challenges.isArray())
        return text;
    for (const json::Value challenge : challenges) {
        text += Text::tr("The server requires %1 authorization\n")
                    .arg(harmlessLine(challenge["scheme"].toString()))
            % row(QStringLiteral("token68"), challenge["token68"].toString());
        for (const json::Value parameter : challenge["parameters"])
            text += row(harmlessLine(QString::fromStdString(parameter.key())).append(u' '),
                parameter.toString());
    }
    return text;
}

QString missingScopes(const QByteArray &data)
{
    const json::Document document = json::Document::parse(Bytes::fromByteArray(data));
    for (const json::Value challenge : document.root()["challenges"]) {
        if (challenge["parameters"]["error"].equals("insufficient_scope"))
            return challenge["parameters"]["scope"].toString();
    }
    return {};
}

bool isLoginNotOffered(const QByteArray &data)
{
    const json::Document document = json::Document::parse(Bytes::fromByteArray(data));
    return document.root()["loginNotOffered"].toBool().value_or(false);
}

QString certificateText(const wire::HttpOutcome &outcome)
{
    const bool untrusted = outcome.failure == wire::HttpOutcome::Failure::Untrusted
        || outcome.failure == wire::HttpOutcome::Failure::PinMismatch;
    if (!untrusted || outcome.facts.chain.empty())
        return {};
    const wire::Certificate &shown = outcome.facts.chain.front();
    const QString valid = Text::tr("%1 to %2", "dates").arg(shown.validFrom, shown.validUntil);
    return Text::tr("The server's certificate\n") % row(Text::tr("subject"), shown.subject)
        % row(Text::tr("issuer"), shown.issuer) % row(Text::tr("names"), listText(shown.names))
        % row(Text::tr("valid"), valid)
        % row(Text::tr("fingerprint"),
            QStringLiteral("SHA-256 ") % hex(shown.fingerprint, ':').toUpper())
        % row(Text::tr("public key"), QStringLiteral("SHA-256 ") % hex(shown.keyPin, '\0'))
        % Text::tr(
            "If you have verified this key, use --insecure-pin %1 to trust it and no other.\n")
              .arg(hex(shown.keyPin, '\0'));
}

} // namespace sonde::cli
