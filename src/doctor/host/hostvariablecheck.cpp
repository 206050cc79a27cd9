// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/hostvariablecheck.h"

#include "config/entryparts.h"
#include "doctor/base/doctortr.h"
#include "doctor/program/serverprogram.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace sonde::doctor {

namespace {

// What a host replaces in its entries, as a pattern for the whole variable; empty: nothing. Hosts
// of which it is not known for certain are not here.
struct Syntax {
    const char *host;
    const char *replaced;
    bool isUnsetText = false; // without a value, the text stays
};
constexpr char kEditorVariables[] =
    "\\$\\{(env|input|config|command):[^}]+\\}|\\$\\{(userHome|workspaceFolder|"
    "workspaceFolderBasename|pathSeparator|/|cwd|file\\w*|relativeFile\\w*|execPath)(:[^}]+)?\\}";
constexpr char kEnvironment[] = "\\$\\{env:[^}]+\\}";
constexpr char kShellLike[] = "\\$[A-Za-z_]\\w*|\\$\\{[^}]+\\}";
constexpr Syntax kSyntaxes[]{{"claude-desktop", ""}, {"codex", ""},
    {"claude-code", "\\$\\{[A-Za-z_]\\w*(:-[^}]*)?\\}", true}, {"cursor", kEditorVariables},
    {"vscode", kEditorVariables}, {"vscode-insiders", kEditorVariables}, {"cline", kEnvironment},
    {"roo", "\\$\\{env:[^}]+\\}|\\$\\{workspaceFolder\\}"}, {"opencode", "\\{(env|file):[^}]+\\}"},
    {"kilo", "\\{(env|file):[^}]+\\}"}, {"gemini", kShellLike}, {"qwen", kShellLike}};

// As the hosts together write variables. A lone $NAME is one only as the whole value, since shells
// and regular expressions have it as well.
const QRegularExpression &variables()
{
    static const QRegularExpression pattern(QStringLiteral(
        "\\$\\{\\{[^{}]{1,80}\\}\\}|\\$\\{[A-Za-z_][^{}]{0,80}\\}|\\{(env|file):[^{}]{1,80}\\}|"
        "^\\$[A-Z_][A-Z0-9_]*$"));
    return pattern;
}

struct Written {
    QString text;
    QString where; // "the variable TIDE_KEY"
};

void addMembers(const json::Value &object, const char *where, std::vector<Written> &all)
{
    for (const json::Value member : object) {
        if (member.isString())
            all.push_back({member.toString(), Text::tr(where).arg(json::toQString(member.key()))});
    }
}

std::vector<Written> textsOf(const hosts::HostEntry &entry)
{
    std::vector<Written> all;
    addMembers(config::firstOf(entry.value, config::kVariables),
        QT_TRANSLATE_NOOP("Doctor", "the variable %1"), all);
    addMembers(config::headersOf(entry.value), QT_TRANSLATE_NOOP("Doctor", "the header %1"), all);
    if (!entry.url.isEmpty())
        all.push_back({entry.url, Text::tr("the URL")});
    if (isShell(QFileInfo(entry.program).fileName())) // its own variables
        return all;
    for (qsizetype i = 0; i < entry.arguments.size(); ++i) {
        if (!isCode(entry.arguments, i))
            all.push_back({entry.arguments[i], Text::tr("argument %1").arg(i + 1)});
    }
    return all;
}

// "TIDE_KEY" of ${TIDE_KEY}; empty: it has a default value.
QString nameIn(const QString &variable)
{
    const QString inside = variable.mid(2).chopped(1);
    return inside.contains(u':') ? QString() : inside;
}

// A default value may be a secret.
QString shown(QString variable)
{
    static const QRegularExpression value(QStringLiteral("^(\\$\\{[A-Za-z0-9_]+:?[-=?+]).*"),
        QRegularExpression::DotMatchesEverythingOption);
    return variable.replace(value, QStringLiteral("\\1…}"));
}

} // namespace

std::vector<DoctorFinding> judgeVariables(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const Machine &machine)
{
    const hosts::Host &host = *file.host;
    const auto syntax = std::find_if(std::begin(kSyntaxes), std::end(kSyntaxes),
        [&host](const Syntax &each) { return host.id == QLatin1String(each.host); });
    if (syntax == std::end(kSyntaxes))
        return {};
    const QRegularExpression replaced(
        QRegularExpression::anchoredPattern(QString::fromLatin1(syntax->replaced)));
    for (const Written &each : textsOf(entry)) {
        const QString text = each.text.left(4096);
        for (auto match = variables().globalMatch(text); match.hasNext();) {
            const QString variable = match.next().captured();
            const bool isReplaced = replaced.match(variable).hasMatch();
            const QString name = isReplaced && syntax->isUnsetText ? nameIn(variable) : QString();
            const bool isUnset = !name.isEmpty() && machine.variable(name).isEmpty();
            if (isReplaced && !isUnset)
                continue;
            return {{isReplaced ? Kind::HostVariableUnset : Kind::HostVariableLiteral,
                {host.name, shown(variable), each.where, entry.name, file.path}}};
        }
    }
    return {};
}

} // namespace sonde::doctor
