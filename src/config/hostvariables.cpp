// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/hostvariables.h"

#include "config/configerror.h"
#include "config/configtext.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace sonde::config {

namespace {

const QRegularExpression &references()
{
    static const QRegularExpression expression(QStringLiteral(
        R"(\$\{(?:)"
        R"((?<special>userHome|workspaceFolder(?:Basename)?|pathSeparator|/))"
        R"(|input:(?<input>[^{}]+))"
        R"(|(?<hosts>(?:command|config):[^{}]+))"
        R"(|(?:env:|localEnv:)?(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<default>[^{}]*))?)"
        R"()\})"
        R"(|\$\{\{\s*(?:secrets\.)?(?<secret>[A-Za-z_][A-Za-z0-9_]*)\s*\}\})"
        R"(|(?<!\$)\{env:(?<bare>[A-Za-z_][A-Za-z0-9_]*)\})"
        R"(|(?<!\$)\{(?<file>file:[^{}]+)\})"
        R"(|\$(?<plain>[A-Za-z_][A-Za-z0-9_]*))"));
    return expression;
}

QString nameIn(const QRegularExpressionMatch &match)
{
    for (const char *group : {"name", "input", "secret", "bare", "plain"}) {
        if (QString name = match.captured(QLatin1String(group)); !name.isEmpty())
            return name;
    }
    return {};
}

std::optional<QString> specialValue(const QString &special, const HostVariables &variables)
{
    if (special == QLatin1String("userHome"))
        return variables.home;
    if (special == QLatin1String("pathSeparator") || special == QLatin1String("/"))
        return QStringLiteral("/");
    if (variables.workspace.isEmpty())
        return std::nullopt;
    return special == QLatin1String("workspaceFolder") ? variables.workspace
                                                       : QFileInfo(variables.workspace).fileName();
}

std::optional<QString> valueOf(const QRegularExpressionMatch &match, const HostVariables &variables)
{
    if (const QString special = match.captured(QStringLiteral("special")); !special.isEmpty())
        return specialValue(special, variables);
    const QString name = nameIn(match);
    std::optional<QString> value = name.isEmpty() ? std::nullopt : variables.environment(name);
    const bool hasDefault = match.capturedStart(QStringLiteral("default")) >= 0;
    // As in a shell, an empty value has the default too.
    if (hasDefault && (!value || value->isEmpty()))
        return match.captured(QStringLiteral("default"));
    return value;
}

// Without its default, which may be a secret.
QString shortened(const QString &reference)
{
    const qsizetype end = reference.indexOf(QLatin1String(":-"));
    const QString text = end < 0 ? reference : reference.left(end) + u'}';
    return text.size() > kMaxShownName ? text.left(kMaxShownName) + u'…' : text;
}

} // namespace

HostVariables HostVariables::ofThisProcess(const QString &workspace)
{
    HostVariables variables;
    variables.environment = [](const QString &name) -> std::optional<QString> {
        const QByteArray bytes = name.toLocal8Bit();
        if (!qEnvironmentVariableIsSet(bytes.constData()))
            return std::nullopt;
        return qEnvironmentVariable(bytes.constData());
    };
    variables.home = QDir::homePath();
    variables.workspace = workspace;
    return variables;
}

QString withVariables(const QString &text, const HostVariables &variables, QStringList &unknown)
{
    QString result;
    qsizetype done = 0;
    auto matches = references().globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        if (!variables.hasPlainNames && match.capturedStart(QStringLiteral("plain")) >= 0)
            continue;
        std::optional<QString> value = valueOf(match, variables);
        if (value && result.size() + value->size() > kMaxFilled)
            value.reset();
        if (!value && unknown.size() < kMaxUnknown && !unknown.contains(match.captured()))
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
    profile.editTexts([&](QString &text) { text = withVariables(text, variables, unknown); });
    return unknown;
}

QString variableOf(const QString &reference)
{
    return nameIn(references().match(reference));
}

QString unresolvedText(const QString &server, const QString &reference)
{
    const QString variable = shortened(variableOf(reference));
    const QString shown = shortened(reference);
    if (variable.isEmpty())
        return Text::tr("“%1” contains %2, which only its host can resolve.").arg(server, shown);
    if (reference.startsWith(QLatin1String("${input:")))
        return Text::tr("“%1” contains %2, which its host asks for. Sonde takes it from the "
                        "environment variable %3, which is not set.")
            .arg(server, shown, variable);
    return Text::tr("“%1” contains %2, but the environment variable %3 is not set.")
        .arg(server, shown, variable);
}

} // namespace sonde::config
