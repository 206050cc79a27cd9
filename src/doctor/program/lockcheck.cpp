// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/lockcheck.h"

#include "doctor/program/holderfinding.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <optional>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxFiles = 24; // that are looked at
constexpr qsizetype kMaxWords = 400; // of the text that may be names of files
constexpr qsizetype kMaxPidFile = 64; // bytes
constexpr qint64 kStartPrecision = 2; // seconds; see HolderFacts::since

// Beside a file: SQLite puts the locks of a database in WAL mode there, and others a file of their
// own.
constexpr const char *kBeside[]{"", "-shm", ".lock"};

void addFile(
    QStringList &files, const QString &word, const ServerProgram &subject, const Machine &machine)
{
    if (word.isEmpty())
        return;
    for (const char *beside : kBeside) {
        const QString file = subject.absolute(word) + QLatin1String(beside);
        const FileFacts facts = machine.file(file);
        if (facts.exists && !facts.isFolder && !files.contains(file) && files.size() < kMaxFiles)
            files << file;
    }
}

void addFiles(
    QStringList &files, const QString &text, const ServerProgram &subject, const Machine &machine)
{
    static const QRegularExpression between(QStringLiteral("[\\s'\"`“”,;()<>=]+"));
    QStringList words = text.split(between, Qt::SkipEmptyParts).mid(0, kMaxWords);
    for (QString &word : words) {
        while (word.endsWith(u':') || word.endsWith(u'.'))
            word.chop(1);
        if (word.contains(u'/') || word.contains(u'.'))
            addFile(files, word, subject, machine);
    }
}

// The number in a file that a program writes to say that it runs; nothing: it is no such file.
std::optional<qint64> pidIn(const QString &file, const Machine &machine)
{
    const QString name = QFileInfo(file).fileName();
    if (!name.contains(u"lock", Qt::CaseInsensitive) && !name.endsWith(u".pid"))
        return std::nullopt;
    static const QRegularExpression number(QStringLiteral("^\\s*([0-9]{1,10})\\s*$"));
    const auto match = number.match(QString::fromLatin1(machine.beginning(file, kMaxPidFile + 1)));
    const qint64 pid = match.captured(1).toLongLong();
    return pid > 0 ? std::optional(pid) : std::nullopt;
}

// A program that was started after the file was written has only got the number of the one that
// wrote it. Not one with the command line of the server: a clock that was set later would make it
// look so as well.
bool hasOnlyTheNumber(const HolderFacts &holder, const QString &file, const ServerProgram &subject,
    const Machine &machine)
{
    const QDateTime written = machine.file(file).modified;
    return holder.since.isValid() && written.isValid()
        && holder.since > written.addSecs(kStartPrecision) && !isSameCommand(holder, subject);
}

DoctorFinding heldBySeveral(const QString &file, const QString &line,
    const std::vector<HolderFacts> &holders, const ServerProgram &subject)
{
    QStringList texts;
    for (const HolderFacts &holder : holders)
        texts << holderText(holder, subject);
    return {Kind::LockHeldBySeveral, {line, file, texts.join(QStringLiteral("; "))}};
}

std::optional<DoctorFinding> holderOf(
    const QString &file, const QString &line, const ServerProgram &subject, const Machine &machine)
{
    constexpr HolderKinds kinds{Kind::LockHeldByCopy, Kind::LockHeldByOther};
    const std::vector<HolderFacts> holders = machine.lockHolders(file);
    if (holders.size() > 1)
        return heldBySeveral(file, line, holders, subject);
    if (!holders.empty())
        return holderFinding(kinds, line, file, holders.front(), subject);
    const auto pid = pidIn(file, machine);
    if (!pid)
        return std::nullopt;
    if (const auto holder = machine.process(*pid)) {
        // It may be older or newer than the file.
        if (!holder->since.isValid() && !isSameCommand(*holder, subject))
            return std::nullopt;
        const bool isOther = hasOnlyTheNumber(*holder, file, subject, machine);
        const HolderKinds others{Kind::LockNumberReused, Kind::LockNumberReused};
        return holderFinding(isOther ? others : kinds, line, file, *holder, subject);
    }
    if (!machine.hasEnded(*pid)) // it is another user's, or this system does not tell
        return std::nullopt;
    return DoctorFinding{Kind::LockStale, {line, file, QString::number(*pid)}};
}

} // namespace

QStringList filesMeant(
    const QString &line, const QString &words, const ServerProgram &subject, const Machine &machine)
{
    QStringList files;
    addFiles(files, line, subject, machine);
    addFiles(files, words, subject, machine);
    for (const QString &argument : subject.launch.arguments)
        addFile(files, argument.section(u'=', -1), subject, machine);
    for (const auto &[name, value] : subject.launch.environment) {
        if (value.reveal().contains(u'/'))
            addFile(files, value.reveal(), subject, machine);
    }
    return files;
}

void nameLockHolder(CheckResult &result, const ServerProgram &subject, const Machine &machine)
{
    for (DoctorFinding &finding : result.findings) {
        if (finding.kind != Kind::DatabaseLocked)
            continue;
        const QString line = finding.values.value(0);
        for (const QString &file :
            filesMeant(line, QString::fromUtf8(result.bytes), subject, machine)) {
            if (auto named = holderOf(file, line, subject, machine)) {
                finding = std::move(*named);
                break;
            }
        }
    }
}

} // namespace sonde::doctor
