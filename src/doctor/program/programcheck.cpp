// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/programcheck.h"

#include "doctor/base/doctortr.h"
#include "doctor/program/containercommand.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <cerrno>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxScript = 256 * 1024; // bytes that are searched for variables
constexpr std::size_t kMaxVariables{5}; // that are reported

void findPlaceholders(const ServerProgram &subject, std::vector<DoctorFinding> &findings)
{
    const QStringList &arguments = subject.launch.arguments;
    if (const auto found = placeholderIn(subject.launch.program))
        findings.push_back({Kind::PlaceholderLeft, {Text::tr("The program"), *found}});
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (isCode(arguments, i))
            continue;
        if (const auto found = placeholderIn(arguments[i]))
            findings.push_back(
                {Kind::PlaceholderLeft, {Text::tr("Argument %1").arg(i + 1), *found}});
    }
    for (const auto &[name, value] : subject.launch.environment) {
        if (const auto found = placeholderIn(value.reveal()))
            findings.push_back(
                {Kind::PlaceholderLeft, {Text::tr("Variable %1").arg(name), *found}});
    }
}

// "npx -y @scope/server" as the program.
std::optional<DoctorFinding> commandInOneWord(const ServerProgram &subject, const Machine &machine)
{
    const QString &program = subject.launch.program;
    if (!program.contains(u' ') || !subject.resolved.file.isEmpty())
        return {};
    const QString first = program.section(u' ', 0, 0, QString::SectionSkipEmpty);
    const QString found = first.contains(u'/')
        ? (machine.file(subject.absolute(first)).exists ? first : QString())
        : findInPath(machine, subject.path(), first);
    if (found.isEmpty())
        return {};
    return DoctorFinding{Kind::CommandInOneWord, {program, first}};
}

// "bash -c node server.js": the shell takes one word as the command.
std::optional<DoctorFinding> splitCode(const ServerProgram &subject)
{
    const QStringList &arguments = subject.launch.arguments;
    static const QRegularExpression code(QStringLiteral("^-[a-z]*c$"));
    const qsizetype option = arguments.indexOf(code);
    if (option < 0
        || !std::all_of(arguments.begin(), arguments.begin() + option,
            [](const QString &word) { return word.startsWith(u'-'); })) // it is of the script
        return {};
    // Further options may stand before the code.
    static const QRegularExpression oneWord(QStringLiteral("^[\\w./][\\w./-]*$"));
    const QString word = arguments.value(option + 1);
    if (!isShell(subject.programName()) || option + 2 >= arguments.size()
        || !oneWord.match(word).hasMatch())
        return {};
    return DoctorFinding{Kind::ShellCodeSplit, {subject.programName(), word}};
}

bool isTap(const ServerProgram &subject)
{
    const QStringList &arguments = subject.launch.arguments;
    return subject.programName() == u"sonde-cli" && arguments.contains(QStringLiteral("tap"))
        && arguments.contains(QStringLiteral("--"));
}

DoctorFinding whyNoProgram(const ServerProgram &subject, const Machine &machine)
{
    const QString &program = subject.launch.program;
    const bool isPath = program.contains(u'/');
    if (isTap(subject))
        return {Kind::TapGone, {program}};
    if (auto finding = commandInOneWord(subject, machine))
        return *finding;
    if (isPath) {
        const FileFacts facts = machine.file(subject.absolute(program));
        if (!facts.exists)
            return {Kind::FileMissing, {subject.absolute(program)}};
        if (facts.isFolder)
            return {Kind::FileIsFolder, {program}};
        return {Kind::NotExecutable, {program, QString::number(facts.mode, 8)}};
    }
    for (const QString &folder : subject.resolved.searched) {
        const QString file = folder + u'/' + program;
        const FileFacts facts = machine.file(file);
        if (facts.exists && !facts.isFolder)
            return {Kind::NotExecutable, {file, QString::number(facts.mode, 8)}};
    }
    const QString count = QString::number(subject.resolved.searched.size());
    const QString inShell = findInPath(machine, machine.shellPath(), program);
    if (!inShell.isEmpty())
        return {Kind::ProgramOnlyInShell, {program, inShell, count}};
    return {Kind::ProgramNotFound, {program, count}};
}

// Names that the script reads: process.env.X, os.environ["X"], os.getenv("X").
QStringList variablesIn(const QString &script)
{
    static const QRegularExpression reads(QStringLiteral(
        "(?:process\\.env\\.|process\\.env\\[\\s*['\"]|os\\.environ\\[\\s*['\"]|os\\.getenv\\(\\s*"
        "['\"]|os\\.environ\\.get\\(\\s*['\"])([A-Z][A-Z0-9_]+)(['\"]\\s*,)?"));
    QStringList names;
    for (auto match = reads.globalMatch(script); match.hasNext();) {
        const auto each = match.next();
        if (each.captured(2).isEmpty() && !names.contains(each.captured(1))) // no default value
            names << each.captured(1);
    }
    return names;
}

QStringList namesOf(const std::vector<QByteArray> &environment)
{
    QStringList names;
    for (const QByteArray &entry : environment)
        names << QString::fromLocal8Bit(entry.left(entry.indexOf('=')));
    return names;
}

void checkRelativePaths(
    const ServerProgram &subject, const Machine &machine, std::vector<DoctorFinding> &findings)
{
    if (!subject.launch.workingDirectory.isEmpty())
        return;
    const QString &program = subject.launch.program;
    if (program.contains(u'/') && !program.startsWith(u'/')
        && machine.file(subject.absolute(program)).exists)
        findings.push_back({Kind::RelativePath, {program, subject.folder}});
    const QStringList &arguments = subject.launch.arguments;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &word = arguments[i];
        const bool isRelative =
            (word.startsWith(QLatin1String("./")) || word.startsWith(QLatin1String("../"))
                || word == subject.script())
            && !word.startsWith(u'/');
        if (isRelative && !isCode(arguments, i) && machine.file(subject.absolute(word)).exists)
            findings.push_back({Kind::RelativePath, {word, subject.folder}});
    }
}

// A host that runs has the PATH of its start, whatever the desktop gives to others.
void checkRunningHosts(
    const ServerProgram &subject, const Machine &machine, std::vector<DoctorFinding> &findings)
{
    const QString &program = subject.launch.program;
    if (program.contains(u'/'))
        return;
    for (const HostPath &each : machine.hostPaths()) {
        if (findInPath(machine, each.path, program).isEmpty())
            findings.push_back({Kind::NotInRunningHost,
                {program, subject.resolved.file, each.host, QString::number(each.pid), each.path}});
    }
}

CheckResult judgeProgram(const ServerProgram &subject, const Machine &machine)
{
    const QString &program = subject.launch.program;
    const int code = subject.resolved.error.code;
    const bool isFolderFault = !machine.file(subject.folder).isFolder;
    if (subject.resolved.file.isEmpty() && isFolderFault)
        return skipped(Check::Program, Text::tr("the working folder is missing"));
    if (subject.resolved.file.isEmpty() && code == EINVAL && !program.isEmpty())
        return resultOf(Check::Program, {{Kind::CannotStart, {subject.resolved.error.sentence}}});
    if (subject.resolved.file.isEmpty())
        return resultOf(Check::Program,
            {program.isEmpty() ? DoctorFinding{Kind::NoProgram} : whyNoProgram(subject, machine)});
    std::vector<DoctorFinding> findings{{Kind::ProgramFound, {program, subject.resolved.file}}};
    const QString desktop = machine.desktopPath();
    if (!program.contains(u'/') && !desktop.isEmpty()) {
        const QString there = findInPath(machine, desktop, program);
        if (there.isEmpty())
            findings.push_back({Kind::NotOnDesktop, {program, subject.resolved.file, desktop}});
        else if (machine.realPath(there) != machine.realPath(subject.resolved.file))
            findings.push_back({Kind::OtherOnDesktop, {program, subject.resolved.file, there}});
    }
    checkRunningHosts(subject, machine, findings);
    return resultOf(Check::Program, std::move(findings));
}

} // namespace

std::optional<QString> placeholderIn(const QString &text)
{
    static const QRegularExpression placeholders(
        QStringLiteral(
            "\\$\\{[A-Za-z_][A-Za-z0-9_:.-]*\\}|^\\$[A-Z][A-Z0-9_]*|^<[^<>]{1,60}>$|"
            "\\byour[-_ ][a-z0-9-_ ]*(?:key|token|secret|password|id|name|path|url|here)\\b|"
            "\\bYOUR_[A-Z0-9_]+|\\bREPLACE[-_]?(?:ME|WITH)\\w*|\\bINSERT_\\w+|\\bchangeme\\b|"
            "/(?:absolute/)?path/to/[^ ]*|\\bx{6,}\\b|\\bsk-\\.\\.\\.|^\\.\\.\\.$"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = placeholders.match(text.left(4096));
    return match.hasMatch() ? std::optional(match.captured()) : std::nullopt;
}

CheckResult checkConfiguration(const ServerProgram &subject, const Machine & /*machine*/)
{
    std::vector<DoctorFinding> findings;
    if (subject.launch.program.isEmpty())
        findings.push_back({Kind::NoProgram});
    findPlaceholders(subject, findings);
    if (const auto split = splitCode(subject))
        findings.push_back(*split);
    const std::vector<DoctorFinding> container = judgeContainer(containerOf(subject));
    findings.insert(findings.end(), container.begin(), container.end());
    if (findings.empty())
        findings.push_back(
            {Kind::ConfigurationFine, {QString::number(subject.launch.arguments.size())}});
    return resultOf(Check::Configuration, std::move(findings));
}

FoundByAll foundByAll(const ServerProgram &subject, const Machine &machine)
{
    const QString &program = subject.launch.program;
    if (program.isEmpty() || program.contains(u'/'))
        return {};
    const QString own = machine.ownPath();
    FoundByAll all{{FoundBy::Who::Sonde, own, {}},
        {FoundBy::Who::LoginShell, machine.shellPath(), {}},
        {FoundBy::Who::Desktop, machine.desktopPath(), {}}};
    if (const QString its = subject.path(); its != own)
        all.insert(all.begin(), {FoundBy::Who::Server, its, {}});
    for (FoundBy &each : all)
        each.file = findInPath(machine, each.path, program);
    return all;
}

CheckResult checkProgram(const ServerProgram &subject, const Machine &machine)
{
    CheckResult result = judgeProgram(subject, machine);
    if (result.outcome != Outcome::Skipped)
        result.foundBy = foundByAll(subject, machine);
    return result;
}

CheckResult checkWorkingFolder(const ServerProgram &subject, const Machine &machine)
{
    const FileFacts facts = machine.file(subject.folder);
    if (!facts.exists)
        return resultOf(Check::WorkingFolder, {{Kind::FolderMissing, {subject.folder}}});
    if (!facts.isFolder || !facts.isExecutable)
        return resultOf(Check::WorkingFolder, {{Kind::FolderUnusable, {subject.folder}}});
    std::vector<DoctorFinding> findings;
    const QString script = subject.script();
    if (!script.isEmpty() && !machine.file(subject.absolute(script)).exists
        && !placeholderIn(script))
        findings.push_back({Kind::ScriptMissing, {subject.programName(), script, subject.folder}});
    checkRelativePaths(subject, machine, findings);
    findings.push_back({Kind::FolderFine, {subject.folder}});
    return resultOf(Check::WorkingFolder, std::move(findings));
}

CheckResult checkEnvironment(const ServerProgram &subject, const Machine &machine)
{
    std::vector<DoctorFinding> findings;
    const QString script = subject.script();
    const QStringList set = namesOf(wire::environmentBlock(subject.launch));
    wire::Launch asHost = subject.launch;
    asHost.hostEnvironment = true;
    const QStringList setByHosts = namesOf(wire::environmentBlock(asHost));
    const QString text = script.isEmpty()
        ? QString()
        : QString::fromUtf8(machine.beginning(subject.absolute(script), kMaxScript));
    for (const QString &name : variablesIn(text)) {
        if (!config::isSecretVariable(name) || setByHosts.contains(name)
            || findings.size() >= kMaxVariables)
            continue;
        findings.push_back({set.contains(name) ? Kind::VariableInherited : Kind::VariableUnset,
            {name, QFileInfo(script).fileName()}});
    }
    findings.push_back(
        {Kind::EnvironmentFine, {QString::number(subject.launch.environment.size())}});
    return resultOf(Check::Environment, std::move(findings));
}

} // namespace sonde::doctor
