// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/hostvariables.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace sonde::config {

namespace {

std::optional<QString> valueOf(const QRegularExpressionMatch &match, const HostVariables &variables)
{
    const QString special = match.captured(QStringLiteral("special"));
    if (special == QLatin1String("userHome"))
        return variables.home;
    if (special == QLatin1String("workspaceFolder"))
        return variables.workspace;
    if (special == QLatin1String("workspaceFolderBasename"))
        return QFileInfo(variables.workspace).fileName();
    const QString braced = match.captured(QStringLiteral("name"));
    const QString name = braced.isEmpty() ? match.captured(QStringLiteral("bare")) : braced;
    std::optional<QString> value = name.isEmpty() ? std::nullopt : variables.environment(name);
    const bool hasDefault = match.capturedStart(QStringLiteral("default")) >= 0;
    // As in a shell, an empty value has the default too.
    if (hasDefault && (!value || value->isEmpty()))
        return match.captured(QStringLiteral("default"));
    return value;
}

} // namespace

QString withVariables(const QString &text, const HostVariables &variables, QStringList &unknown)
{
    static const QRegularExpression reference(QStringLiteral(
        R"(\$\{(?:(?<special>userHome|workspaceFolder(?:Basename)?)|input:[^{}]+|(?:env:)?(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<default>[^{}]*))?)\}|(?<!\$)\{env:(?<bare>[A-Za-z_][A-Za-z0-9_]*)\})"));
    QString result;
    qsizetype done = 0;
    auto matches = reference.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        const std::optional<QString> value = valueOf(match, variables);
        if (!value && !unknown.contains(match.captured()))
            unknown += match.captured();
        result += QStringView(text).sliced(done, match.capturedStart() - done);
        result += value ? *value : match.captured();
        done = match.capturedEnd();
    }
    return result + QStringView(text).sliced(done);
}

QStringList fillVariables(Profile &profile, const HostVariables &variables)
{
    QStringList unknown;
    const auto fill = [&](QString &text) { text = withVariables(text, variables, unknown); };
    const auto fillSecret = [&](Secret &secret) {
        secret = Secret(withVariables(secret.reveal(), variables, unknown));
    };
    fill(profile.program);
    for (QString &argument : profile.arguments)
        fill(argument);
    fill(profile.workingDirectory);
    for (auto &[name, value] : profile.environment)
        fillSecret(value);
    if (profile.http) {
        fill(profile.http->url);
        for (CustomHeader &header : profile.http->headers)
            fillSecret(header.value);
    }
    return unknown;
}

} // namespace sonde::config
