// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/servererror.h"

#include "auth/base/authtext.h"
#include "auth/base/parameters.h"
#include "base/secretplaces.h"

#include <array>

namespace sonde::auth {

namespace {

using Form = ServerError::Form;

constexpr qsizetype kMaxCode = 100; // characters

// Errors of APIs that are not OAuth's: RFC 9457, and what frameworks and providers write.
constexpr std::array kTextMembers{"error_description", "message", "detail", "title", "errorSummary",
    "error_message", "description", "msg"};

// Cut only after everything known to be secret is out of it: no half of a secret is left.
QString visible(QString text, const std::vector<Secret> &secrets)
{
    text = QString::fromUtf8(withoutRepeated(text.toUtf8(), secrets));
    return textWithoutSecrets(text.simplified().left(2 * kMaxShown)).left(kMaxShown);
}

std::vector<Secret> sentSecrets(FlowTurn &turn)
{
    const FlowRun &run = turn.run();
    std::vector<Secret> secrets{run.client.clientSecret, run.setup.identity.clientSecret};
    if (run.goal.tokens) {
        secrets.push_back(run.goal.tokens->accessToken);
        secrets.push_back(run.goal.tokens->refreshToken);
    }
    if (const Attempt *const attempt = turn.attempt()) {
        const auto sent = secretsOfForm(attempt->exactRequestBody.reveal().toUtf8());
        secrets.insert(secrets.end(), sent.begin(), sent.end());
    }
    return secrets;
}

QString firstText(const json::Value &object)
{
    for (const char *name : kTextMembers) {
        const json::Value member = object[name];
        if (member.isString() && !member.text().empty())
            return member.toString();
    }
    return {};
}

QString firstOf(const json::Value &object, std::initializer_list<const char *> names)
{
    for (const char *name : names) {
        if (object[name].isString())
            return object[name].toString();
    }
    return {};
}

bool isWebPage(const FetchResponse &response, const QByteArray &body)
{
    const QByteArray begin = body.left(200).trimmed().toLower();
    return response.headers.mediaType() == "text/html" || begin.startsWith("<!doctype html")
        || begin.startsWith("<html");
}

QString titleOf(const QByteArray &page)
{
    const QByteArray lower = page.left(64 * 1024).toLower();
    const qsizetype open = lower.indexOf("<title");
    const qsizetype begin = open < 0 ? -1 : lower.indexOf('>', open);
    const qsizetype end = begin < 0 ? -1 : lower.indexOf("</title", begin);
    return end < 0 ? QString() : QString::fromUtf8(page.mid(begin + 1, end - begin - 1));
}

bool isForm(const FetchResponse &response, const QByteArray &body)
{
    return response.headers.mediaType() == "application/x-www-form-urlencoded"
        || body.startsWith("error=") || body.startsWith("access_token=");
}

} // namespace

void ServerError::readJson(const json::Document &document)
{
    const json::Value root = document.root();
    const json::Value inner = root["error"];
    m_isError = inner.isContainer() || (inner.isString() && !inner.text().empty());
    form = inner.isString() ? Form::OAuth : Form::OtherJson;
    code = inner.isString() ? inner.toString() : firstOf(inner, {"code", "type", "status"});
    if (code.isEmpty())
        code = firstOf(root, {"code", "errorCode"});
    text = root.isString() ? root.toString() : firstText(inner);
    if (text.isEmpty())
        text = firstText(root);
    if (code.isEmpty() && text.isEmpty())
        text = QString::fromUtf8(redactedResponse(document.bytes()).toByteArray());
}

void ServerError::readForm(const QByteArray &body)
{
    form = Form::Form;
    const auto parameters = Parameters::parse(body);
    if (!parameters)
        return;
    code = parameters->value(QStringLiteral("error")).value_or(QString());
    text = parameters->value(QStringLiteral("error_description")).value_or(QString());
    m_isError = !code.isEmpty();
}

ServerError readServerError(const FetchResponse &response, FlowTurn &turn)
{
    ServerError error;
    const QByteArray body = response.body.toByteArray();
    const json::Document document = json::Document::parse(response.body);
    if (body.trimmed().isEmpty())
        return error;
    if (document.isValid()) {
        error.readJson(document);
    } else if (isForm(response, body)) {
        error.readForm(body);
    } else if (isWebPage(response, body)) {
        error.form = Form::WebPage;
        error.text = titleOf(body);
    } else {
        error.form = Form::Text;
        error.text = QString::fromUtf8(body);
    }
    const std::vector<Secret> secrets = sentSecrets(turn);
    error.code = visible(error.code, secrets).left(kMaxCode);
    error.text = visible(error.text, secrets);
    return error;
}

QString refusalVerdict(const FetchResponse &response, const ServerError &error)
{
    if (response.error)
        return response.error->sentence;
    const bool isSuccess = response.status >= 200 && response.status < 300;
    if (isSuccess && !error.isError()) // what it says may be what was requested, in another form
        return AuthText::tr("HTTP status %1.").arg(response.status);
    if (error.form == Form::WebPage)
        return error.text.isEmpty()
            ? AuthText::tr("HTTP status %1, with a web page.").arg(response.status)
            : AuthText::tr("HTTP status %1, with the web page %2.")
                  .arg(response.status)
                  .arg(quoted(error.text));
    const QString said = error.text.isEmpty() ? QString() : quoted(error.text);
    if (error.code.isEmpty() && said.isEmpty())
        return AuthText::tr("HTTP status %1.").arg(response.status);
    if (said.isEmpty())
        return AuthText::tr("HTTP status %1 %2.").arg(response.status).arg(error.code);
    if (error.code.isEmpty())
        return AuthText::tr("HTTP status %1: %2.").arg(response.status).arg(said);
    return AuthText::tr("HTTP status %1 %2: %3.").arg(response.status).arg(error.code, said);
}

QString formRemark(const FetchResponse &response, const ServerError &error, const char *section)
{
    const QString where = QLatin1String(section);
    switch (error.form) {
    case Form::None:
        return {};
    case Form::OAuth:
        return response.status >= 200 && response.status < 300
            ? AuthText::tr("The error came with the HTTP status %1; %2 requires 400.")
                  .arg(response.status)
                  .arg(where)
            : QString();
    case Form::Form:
        return AuthText::tr("The error is form-encoded; %1 requires JSON.").arg(where);
    case Form::OtherJson:
        return AuthText::tr("The error is not JSON as in %1: a string in the member error.")
            .arg(where);
    case Form::Text:
    case Form::WebPage:
        return AuthText::tr("The error is not JSON, which %1 requires.").arg(where);
    }
    return {};
}

QString restOf(const ServerError &error)
{
    return error.text.size() > kMaxQuoted ? error.text : QString();
}

QString insteadOfDocument(const ServerError &error)
{
    if (error.form == Form::WebPage)
        return error.text.isEmpty()
            ? AuthText::tr("It is a web page.")
            : AuthText::tr("It is the web page %1.").arg(quoted(error.text));
    if (!error.isError() && error.form != Form::Text)
        return {};
    if (error.text.isEmpty())
        return AuthText::tr("It says: %1.").arg(quoted(error.code));
    return error.code.isEmpty()
        ? AuthText::tr("It says: %1.").arg(quoted(error.text))
        : AuthText::tr("It says: %1: %2.").arg(error.code, quoted(error.text));
}

} // namespace sonde::auth
