// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/run/secretfilter.h"

#include "base/secret.h"
#include "doctor/program/programcheck.h"

#include <QRegularExpression>

#include <algorithm>

namespace sonde::doctor {

namespace {

constexpr qsizetype kShortest = 4; // characters; shorter ones would blot out the text

} // namespace

SecretFilter::SecretFilter(const config::Profile &profile)
{
    for (const QString &secret : profile.secretTexts())
        add(secret);
    std::sort(m_secrets.begin(), m_secrets.end(),
        [](const QString &a, const QString &b) { return a.size() > b.size(); });
}

// A placeholder is no secret: it is what must be seen.
void SecretFilter::add(const QString &secret)
{
    if (secret.size() >= kShortest && !placeholderIn(secret) && !m_secrets.contains(secret))
        m_secrets << secret;
}

QString SecretFilter::filtered(QString text) const
{
    for (const QString &secret : m_secrets)
        text.replace(secret, Secret(secret).redacted());
    static const QRegularExpression bearer(
        QStringLiteral("\\b(Bearer|Basic)\\s+[A-Za-z0-9._~+/=-]{12,}"));
    text.replace(bearer, QStringLiteral("\\1 (hidden)"));
    return text;
}

CheckResult SecretFilter::filtered(CheckResult result) const
{
    for (DoctorFinding &finding : result.findings) {
        for (QString &value : finding.values)
            value = filtered(value);
    }
    for (FoundBy &each : result.foundBy) {
        each.path = filtered(each.path);
        each.file = filtered(each.file);
    }
    const QByteArray before = result.bytes;
    for (const QString &secret : m_secrets)
        result.bytes.replace(secret.toUtf8(), Secret(secret).redacted().toUtf8());
    if (result.bytes != before)
        result.markedBegin = result.markedEnd = 0; // the places are others now
    return result;
}

} // namespace sonde::doctor
