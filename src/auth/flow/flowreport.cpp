// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/flowreport.h"

namespace sonde::auth {

namespace {

constexpr std::size_t kMaxBody = 4096; // of one body in a report

QString mark(const Step &step)
{
    switch (step.state) {
    case StepState::Running:
        return QStringLiteral("…");
    case StepState::Done:
        return QStringLiteral("✓");
    case StepState::Failed:
        return QStringLiteral("✗");
    case StepState::PassedOver:
        return QStringLiteral("–");
    }
    return {};
}

QString indented(const QString &text, const char *by)
{
    QString out;
    for (const QString &line : text.split(u'\n'))
        out += QLatin1String(by) + line + u'\n';
    return out;
}

QString bodyText(const Bytes &body)
{
    if (body.isEmpty())
        return {};
    QString text = QString::fromUtf8(body.slice(0, kMaxBody).toByteArray());
    if (body.size() > kMaxBody)
        text += QStringLiteral("\n… %1 bytes in all").arg(body.size());
    return indented(text, "      ");
}

QString headersText(const wire::HttpHeaders &headers)
{
    QString text;
    for (const wire::HttpHeader &field : headers.fields()) {
        const bool cookie = field.name.compare("set-cookie", Qt::CaseInsensitive) == 0;
        text += QStringLiteral("      %1: %2\n")
                    .arg(QString::fromLatin1(field.name),
                        field.secret || cookie ? QStringLiteral("(hidden)")
                                               : QString::fromLatin1(field.value));
    }
    return text;
}

QString exchangeText(const Attempt &attempt)
{
    QString text = QStringLiteral("    %1 %2\n")
                       .arg(QString::fromLatin1(attempt.method), attempt.url.toString());
    text += headersText(attempt.requestHeaders) + bodyText(attempt.requestBody);
    if (attempt.status != 0)
        text += QStringLiteral("    answered with %1\n").arg(attempt.status)
            + headersText(attempt.headers) + bodyText(attempt.body);
    else if (!attempt.sent)
        text += QStringLiteral("    not sent\n");
    if (!attempt.verdict.isEmpty())
        text += QStringLiteral("    → ") + attempt.verdict.simplified() + u'\n';
    return text;
}

QString headText(const Step &step)
{
    QString text = mark(step) % u' ' % QLatin1String(stepName(step.kind));
    if (!step.decision.isEmpty())
        text += QStringLiteral(": ") + step.decision.simplified();
    return text % u'\n';
}

QString notesText(const Step &step)
{
    QString text;
    for (const QString &remark : step.remarks)
        text += QStringLiteral("    ! ") + remark.simplified() + u'\n';
    for (const AuthRule rule : step.overridden)
        text += QStringLiteral("    ! overridden: %1 (%2)\n")
                    .arg(sentenceOf(rule), QLatin1String(textOf(rule).id));
    return text;
}

QString outcomeOf(const wire::HeldRequest &held)
{
    using State = wire::HeldRequest::State;
    switch (held.state) {
    case State::Waiting:
        return QStringLiteral("waits");
    case State::SentAgain:
        return QStringLiteral("sent again");
    case State::NotSent:
        return QStringLiteral("not sent again");
    case State::GivenUp:
        return QStringLiteral("given up");
    }
    return {};
}

QString heldText(const std::vector<wire::HeldRequest> &held)
{
    QString text;
    for (const wire::HeldRequest &each : held) {
        const QString id =
            each.id.empty() ? QString() : QStringLiteral(", id %1").arg(json::toQString(each.id));
        const QString scope = each.scope.isEmpty()
            ? QString()
            : QStringLiteral(", wants %1").arg(QString::fromUtf8(each.scope));
        text += QStringLiteral("    %1%2: answered with %3%4; %5\n")
                    .arg(nameOf(each), id, QString::number(each.status), scope, outcomeOf(each));
    }
    return text.isEmpty() ? text : QStringLiteral("requests that waited\n") + text;
}

} // namespace

QString nameOf(const wire::HeldRequest &held)
{
    if (held.method.empty())
        return QStringLiteral("%1 (%2)").arg(QString::fromLatin1(held.httpMethod),
            QString::fromUtf8(held.purpose.data(), qsizetype(held.purpose.size())));
    return QStringList{json::toQString(held.method), json::toQString(held.target).simplified()}
        .join(u' ')
        .trimmed();
}

QString summaryOf(const Step &step)
{
    QString text = headText(step);
    for (const Attempt &attempt : step.attempts)
        text +=
            QStringLiteral("    %1 %2  %3\n")
                .arg(QString::fromLatin1(attempt.method), attempt.url.toString(), attempt.verdict);
    return text + notesText(step);
}

QString reportOf(const std::vector<Step> &steps, const std::vector<wire::HeldRequest> &held)
{
    QString text;
    for (const Step &step : steps) {
        text += headText(step);
        if (!step.basis.isEmpty())
            text += QStringLiteral("    by %1\n").arg(step.basis);
        if (step.rule)
            text += QStringLiteral("    rule %1: %2\n")
                        .arg(QLatin1String(textOf(*step.rule).id), sentenceOf(*step.rule));
        for (const auto &[name, value] : step.facts)
            text += QStringLiteral("    %1 = %2\n").arg(name, value.simplified());
        text += notesText(step);
        for (const Attempt &attempt : step.attempts)
            text += exchangeText(attempt);
    }
    return text + heldText(held);
}

} // namespace sonde::auth
