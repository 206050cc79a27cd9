// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/filecheck.h"

#include "doctor/base/doctortr.h"
#include "doctor/program/shebang.h"

#include <QFileInfo>
#include <QtEndian>

#include <array>
#include <cstring>
#include <string_view>

namespace sonde::doctor {

namespace {

constexpr qsizetype kBeginning = 4096;

struct Machines {
    quint16 number; // e_machine
    const char *name; // as QSysInfo names it
};
constexpr std::array kMachines{Machines{3, "i386"}, Machines{8, "mips"}, Machines{20, "power"},
    Machines{21, "power64"}, Machines{40, "arm"}, Machines{62, "x86_64"}, Machines{183, "arm64"},
    Machines{22, "s390x"}, Machines{243, "riscv64"}, Machines{258, "loongarch64"}};

QString nameOfMachine(quint16 number)
{
    for (const Machines &each : kMachines) {
        if (each.number == number)
            return QString::fromLatin1(each.name);
    }
    return Text::tr("another processor (%1)").arg(number);
}

// A number in the byte order of the ELF file; 0 beyond the end.
template <typename Number>
Number elfNumber(const QByteArray &elf, qsizetype at)
{
    if (at < 0 || at + qsizetype(sizeof(Number)) > elf.size())
        return 0;
    return elf[5] == 2 ? qFromBigEndian<Number>(elf.constData() + at)
                       : qFromLittleEndian<Number>(elf.constData() + at);
}

// PT_INTERP of a 64-bit file; empty: statically linked, or not in the beginning.
QString loaderOf(const QByteArray &elf)
{
    if (elf.size() < 64 || elf[4] != 2)
        return {};
    const auto table = qsizetype(elfNumber<quint64>(elf, 32));
    const qsizetype count = std::min<qsizetype>(elfNumber<quint16>(elf, 56), 32);
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype entry = table + i * 56;
        if (entry < 0 || entry + 56 > elf.size())
            return {};
        if (elfNumber<quint32>(elf, entry) != 3)
            continue;
        const auto offset = qsizetype(elfNumber<quint64>(elf, entry + 8));
        const auto size = qsizetype(elfNumber<quint64>(elf, entry + 32));
        if (offset < 0 || size <= 1 || size > 4096 || offset + size > elf.size())
            return {};
        return QString::fromLocal8Bit(elf.mid(offset, size - 1));
    }
    return {};
}

std::vector<DoctorFinding> judgeElf(
    const QString &file, const QByteArray &elf, const Machine &machine)
{
    const QString target = nameOfMachine(elfNumber<quint16>(elf, 18));
    const QString own = machine.architecture();
    const bool runs = target == own || (own == u"x86_64" && target == u"i386")
        || (own == u"arm64" && target == u"arm");
    if (!runs)
        return {{Kind::OtherArchitecture, {file, target, own}}};
    const QString loader = loaderOf(elf);
    if (!loader.isEmpty() && !machine.file(loader).exists)
        return {{Kind::LoaderMissing, {file, loader}}};
    return {{Kind::ExecutableFine,
        {QString::number(machine.file(file).mode, 8), Text::tr("a program for %1").arg(target)}}};
}

QString otherSystemOf(const QByteArray &beginning)
{
    static const std::array<QByteArray, 5> mach{QByteArray("\xfe\xed\xfa\xce"),
        QByteArray("\xfe\xed\xfa\xcf"), QByteArray("\xcf\xfa\xed\xfe"),
        QByteArray("\xce\xfa\xed\xfe"), QByteArray("\xca\xfe\xba\xbe")};
    for (const QByteArray &magic : mach) {
        if (beginning.startsWith(magic))
            return QStringLiteral("macOS");
    }
    return beginning.startsWith("MZ") ? QStringLiteral("Windows") : QString();
}

std::vector<DoctorFinding> judgeScript(
    const ServerProgram &subject, const QByteArray &beginning, const Machine &machine)
{
    const QString &file = subject.resolved.file;
    const Shebang shebang = shebangOf(beginning);
    const QString name = shebang.programName();
    if (shebang.hasCarriageReturn)
        return {{Kind::ShebangCrlf, {file, name}}};
    // By env, of a program.
    const bool isSearched = QFileInfo(shebang.interpreter).fileName() == u"env" && !name.isEmpty()
        && !name.contains(u'=');
    if (!machine.file(shebang.interpreter).exists)
        return {{Kind::InterpreterMissing, {file, shebang.interpreter}}};
    if (isSearched && findInPath(machine, subject.path(), name).isEmpty()) {
        const QString inShell = findInPath(machine, machine.shellPath(), name);
        if (!inShell.isEmpty())
            return {{Kind::InterpreterOnlyInShell, {file, name, inShell}}};
        return {{Kind::InterpreterMissing, {file, name}}};
    }
    const QString line = QString::fromUtf8(beginning.left(beginning.indexOf('\n')).left(120));
    std::vector<DoctorFinding> findings{
        {Kind::ExecutableFine, {QString::number(machine.file(file).mode, 8), line}}};
    const QString desktop = machine.desktopPath();
    const bool hasOwnPath = subject.path() != machine.ownPath(); // hosts give it as well
    if (isSearched && !hasOwnPath && !desktop.isEmpty()
        && findInPath(machine, desktop, name).isEmpty())
        findings.push_back({Kind::InterpreterNotOnDesktop,
            {file, name, findInPath(machine, subject.path(), name), desktop}});
    return findings;
}

// With a warning of the first line that ends with CR LF, if a shell reads the script: other
// interpreters accept such lines.
CheckResult resultOfScript(std::vector<DoctorFinding> findings, const QString &script,
    const QString &interpreter, const QByteArray &beginning)
{
    const auto end = isShell(interpreter) ? beginning.indexOf("\r\n") : -1;
    if (end < 0)
        return resultOf(Check::Executable, std::move(findings),
            beginning.left(beginning.indexOf('\n') + 1).left(256));
    const auto begin = beginning.lastIndexOf('\n', end) + 1;
    const auto number = beginning.left(end).count('\n') + 1;
    findings.push_back({Kind::ScriptCrlf, {script, QString::number(number), interpreter}});
    CheckResult result =
        resultOf(Check::Executable, std::move(findings), beginning.mid(begin, end + 2 - begin));
    result.markedEnd = result.bytes.size();
    result.markedBegin = result.markedEnd - 2;
    return result;
}

// A program for this machine, and the script that it is to run if it is a shell.
CheckResult checkElf(const ServerProgram &subject, const QByteArray &elf, const Machine &machine)
{
    std::vector<DoctorFinding> findings = judgeElf(subject.resolved.file, elf, machine);
    const QString script = subject.script();
    if (!isShell(subject.programName()) || script.isEmpty())
        return resultOf(Check::Executable, std::move(findings));
    const QString file = subject.absolute(script);
    return resultOfScript(
        std::move(findings), file, subject.programName(), machine.beginning(file, kBeginning));
}

} // namespace

CheckResult checkExecutable(const ServerProgram &subject, const Machine &machine)
{
    const QString &file = subject.resolved.file;
    if (file.isEmpty())
        return skipped(Check::Executable, Text::tr("the program was not found"));
    const QByteArray beginning = machine.beginning(file, kBeginning);
    if (beginning.isEmpty() && machine.file(file).exists) {
        const bool isUnreadable = machine.beginning(file, 1).isEmpty() && !machine.file(file).mode;
        return isUnreadable ? skipped(Check::Executable, Text::tr("the file cannot be read"))
                            : resultOf(Check::Executable, {{Kind::EmptyFile, {file}}});
    }
    if (beginning.startsWith("\x7f"
                             "ELF"))
        return checkElf(subject, beginning, machine);
    if (const QString system = otherSystemOf(beginning); !system.isEmpty())
        return resultOf(Check::Executable, {{Kind::OtherSystem, {file, system}}});
    const QByteArray firstLine = beginning.left(beginning.indexOf('\n') + 1).left(256);
    if (beginning.startsWith("\xef\xbb\xbf#!"))
        return resultOf(Check::Executable, {{Kind::ShebangMark, {file}}}, firstLine);
    if (!beginning.startsWith("#!"))
        return resultOf(Check::Executable, {{Kind::NoShebang, {file}}}, firstLine);
    const Shebang shebang = shebangOf(beginning);
    return resultOfScript(judgeScript(subject, beginning, machine), file,
        shebang.hasCarriageReturn ? QString() : shebang.programName(), beginning);
}

} // namespace sonde::doctor
