// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/packagecommand.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace sonde::doctor {

namespace {

using Runner = PackageRunner;

struct Known {
    QStringView program;
    QStringView subcommands; // with a space between them; empty: none
    Runner runner;
};
constexpr std::array kKnown = {Known{u"npx", u"", Runner::Npm}, Known{u"npm", u"exec", Runner::Npm},
    Known{u"npm", u"x", Runner::Npm}, Known{u"pnpx", u"", Runner::Pnpm},
    Known{u"pnpm", u"dlx", Runner::Pnpm}, Known{u"yarn", u"dlx", Runner::Yarn},
    Known{u"bunx", u"", Runner::Bun}, Known{u"bun", u"x", Runner::Bun},
    Known{u"uvx", u"", Runner::Uv}, Known{u"uv", u"tool run", Runner::Uv},
    Known{u"pipx", u"run", Runner::Pipx}};

QStringList packageOptions(Runner runner)
{
    switch (runner) {
    case Runner::Uv:
        return {QStringLiteral("--from")};
    case Runner::Pipx:
        return {QStringLiteral("--spec")};
    default:
        return {QStringLiteral("-p"), QStringLiteral("--package")};
    }
}

// Whether the next word is the value of the option.
bool takesValue(Runner runner, const QString &option)
{
    static const QRegularExpression ofUv(QStringLiteral(
        "^(-[picfP]|--(python|with|with-editable|with-requirements|index|index-url|default-index|"
        "extra-index-url|find-links|constraints?|overrides?|refresh-package|upgrade-package|"
        "reinstall-package|python-platform|directory|project|config-file|cache-dir|env-file|"
        "color))$"));
    static const QRegularExpression ofPipx(
        QStringLiteral("^(-i|--(python|pip-args|index-url|with|backend))$"));
    static const QRegularExpression ofNode(QStringLiteral(
        "^(-[cCw]|--(call|registry|cache|prefix|workspace|dir|reporter|allow-build))$"));
    switch (runner) {
    case Runner::Uv:
        return ofUv.match(option).hasMatch();
    case Runner::Pipx:
        return ofPipx.match(option).hasMatch();
    case Runner::Npm:
        return ofNode.match(option).hasMatch();
    case Runner::Pnpm:
        return option != u"-c" && ofNode.match(option).hasMatch(); // -c: --shell-mode
    default:
        return false;
    }
}

// The value of an option that names the package; moves `at` to its last word. Empty: another word.
QString packageByOption(const QStringList &words, qsizetype &at, Runner runner)
{
    for (const QString &option : packageOptions(runner)) {
        if (words[at] == option && at + 1 < words.size())
            return words[++at];
        if (option.startsWith(QLatin1String("--")) && words[at].startsWith(option + u'='))
            return words[at].mid(option.size() + 1);
    }
    return {};
}

// The package as written. Nothing if the subcommands are others: npm start.
std::optional<QString> packageIn(const QStringList &words, const Known &known)
{
    QStringList pending = known.subcommands.toString().split(u' ', Qt::SkipEmptyParts);
    QString package;
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (const QString named = packageByOption(words, i, known.runner); !named.isEmpty()) {
            package = package.isEmpty() ? named : package;
        } else if (takesValue(known.runner, words[i])) {
            ++i;
        } else if (words[i].startsWith(u'-')) {
            continue;
        } else if (pending.isEmpty()) {
            return package.isEmpty() ? words[i] : package;
        } else if (pending.takeFirst() != words[i]) {
            return {};
        }
    }
    return pending.isEmpty() ? std::optional(package) : std::nullopt;
}

// A folder, a file or a URL is no package of a registry.
QString withoutVersion(QString package)
{
    if (package.contains(QLatin1String("://")))
        return {};
    const auto at = package.indexOf(u'@', 1);
    if (at > 0)
        package.truncate(at);
    static const QRegularExpression version(QStringLiteral("[=<>~!\\[ ].*$"));
    package.remove(version);
    return package.startsWith(u'.') || package.startsWith(u'/')
            || package.contains(QLatin1String(".."))
        ? QString()
        : package;
}

} // namespace

PackageCommand packageCommandOf(const ServerProgram &subject)
{
    const QString program = subject.programName();
    for (const Known &known : kKnown) {
        if (known.program != program)
            continue;
        if (const auto package = packageIn(subject.launch.arguments, known))
            return {known.runner, withoutVersion(*package)};
    }
    return {};
}

} // namespace sonde::doctor
