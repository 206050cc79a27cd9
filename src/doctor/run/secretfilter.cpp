// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/run/secretfilter.h"

#include "base/secret.h"
#include "base/secretplaces.h"
#include "doctor/program/programcheck.h"

#include <QRegularExpression>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <string>
#include <vector>

namespace sonde::doctor {

namespace {

constexpr qsizetype kShortest = 4; // characters; shorter ones would blot out the text

} // namespace

SecretFilter::SecretFilter(const config::Profile &profile)
{
    for (const auto &[name, value] : profile.environment) {
        if (config::isSecretVariable(name) || profile.secretVariables.contains(name))
            add(value.reveal());
    }
    std::vector<std::string> words{profile.program.toStdString()};
    for (const QString &argument : profile.arguments)
        words.push_back(argument.toStdString());
    const auto places = secretsOfCommandLine(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (const SecretPlace &place : places[i])
            add(QString::fromStdString(words[i].substr(place.begin, place.end - place.begin)));
    }
    if (profile.http()) {
        for (const config::CustomHeader &header : profile.http()->headers) {
            if (header.secret || config::isSecretHeader(header.name)) {
                add(header.value.reveal());
                add(header.value.reveal().section(u' ', -1)); // without "Bearer"
            }
        }
        const QUrl url(profile.http()->url);
        add(url.password());
        for (const auto &[name, value] : QUrlQuery(url).queryItems(QUrl::FullyDecoded))
            add(value);
        add(config::proxyPassword(*profile.http()).reveal());
    }
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
