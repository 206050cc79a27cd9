// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostlisting.h"

#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "config/commandline.h"
#include "hosts/entries/entrywords.h"
#include "hosts/found/samename.h"
#include "hosts/servers/hostimport.h"
#include "json/builder.h"

#include <QDir>

#include <optional>
#include <vector>

namespace sonde::cli {

namespace {

using hosts::FoundFile;
using hosts::HostEntry;

// A list that takes more than a screen shows beginnings of what is long.
constexpr int kMaxCellLines = 3;

QStringList fileProblems(const FoundFile &file)
{
    if (file.error)
        return {harmlessLine(file.error->sentence)};
    QStringList texts;
    for (const hosts::FileProblem &problem : file.document.problems())
        texts += problemText(problem);
    return texts;
}

QString scopeOf(const FoundFile &file, const HostEntry *entry)
{
    if (entry && !entry->project.isEmpty())
        return harmlessLine(entry->project);
    return hosts::scopeName(file.scope);
}

QString withTilde(const QString &path)
{
    const QString home = QDir::homePath() + u'/';
    return path.startsWith(home) ? QStringLiteral("~/") + path.mid(home.size()) : path;
}

QStringList rowOf(const FoundFile &file, const HostEntry *entry, const QStringList &problems,
    const HostsOptions &options)
{
    QString state;
    if (entry && entry->tap)
        state = Text::tr("tapped", "the state of a server");
    else if (entry && entry->isDisabled)
        state = Text::tr("disabled", "the state of a server");
    return {file.host->id, scopeOf(file, entry), entry ? harmlessLine(entry->name) : QString(),
        entry ? startedBy(*entry, options.showSecrets) : QString(), state, problems.join(u' '),
        harmlessLine(file.path)};
}

QStringList sameNameTexts(
    const std::vector<const FoundFile *> &files, const FoundFile &file, const HostEntry &entry)
{
    QStringList texts;
    for (const hosts::FileProblem &problem :
        hosts::sameNameProblems(files, {&file, &entry}, QDir::currentPath()))
        texts += problemText(problem);
    return texts;
}

// Calls `row` with each server and its problems; a file without servers is a row of its own, and
// what is wrong with a file stands in its first row.
template <typename Row>
void forEachRow(const std::vector<FoundFile> &files, const Row &row)
{
    const std::vector<const FoundFile *> all = hosts::pointersTo(files);
    for (const FoundFile &file : files) {
        QStringList problems = fileProblems(file);
        for (const HostEntry &entry : file.document.entries()) {
            row(file, &entry,
                problems + problemTexts(file, entry) + sameNameTexts(all, file, entry));
            problems.clear();
        }
        if (file.document.entries().empty())
            row(file, nullptr, problems);
    }
}

Table tableOf(const std::vector<FoundFile> &files, const HostsOptions &options, bool isForPeople)
{
    Table table({{Text::tr("Host"), 0, true}, {Text::tr("Scope")}, {Text::tr("Server"), 0, true},
        {Text::tr("Command or URL"), kMaxCellLines}, {Text::tr("State")}, {Text::tr("Problems")},
        {Text::tr("File")}});
    forEachRow(
        files, [&](const FoundFile &file, const HostEntry *entry, const QStringList &problems) {
            QStringList row = rowOf(file, entry, problems, options);
            if (isForPeople)
                row.last() = withTilde(row.last());
            table.addRow(row);
        });
    return table;
}

void writeNames(const std::vector<FoundFile> &files, Output &out)
{
    for (const FoundFile &file : files) {
        for (const HostEntry &entry : file.document.entries())
            out.write(QStringView(QString(harmlessLine(entry.name) + u'\n')));
    }
}

void writeLine(const FoundFile &file, const HostEntry *entry, const QStringList &problems,
    const HostsOptions &options, Output &out)
{
    json::Builder line;
    line.beginObject()
        .member("host", QStringView(QString(file.host->id)))
        .member("file", QStringView(file.path));
    if (entry) {
        line.member("name", QStringView(entry->name));
        if (!entry->project.isEmpty())
            line.member("project", QStringView(entry->project));
        if (entry->url.isEmpty()) {
            line.member("program", QStringView(entry->program)).key("arguments").beginArray();
            const QStringList words = options.showSecrets
                ? QStringList(entry->program) + entry->arguments
                : hosts::shownCommand(*entry);
            for (const QString &argument : words.mid(1))
                line.string(QStringView(argument));
            line.endArray();
        } else {
            line.member("url", QStringView(startedBy(*entry, options.showSecrets)));
        }
        line.member("tapped", entry->tap.has_value()).member("disabled", entry->isDisabled);
    }
    line.key("problems").beginArray();
    for (const QString &problem : problems)
        line.string(QStringView(problem));
    line.endArray().endObject();
    out.write(line.takeString() + '\n');
}

} // namespace

QString problemText(const hosts::FileProblem &problem)
{
    const QString sentence = harmlessLine(problem.sentence);
    return problem.line == 0
        ? sentence
        : Text::tr("Line %1, column %2: %3").arg(problem.line).arg(problem.column).arg(sentence);
}

QStringList problemTexts(const FoundFile &file, const HostEntry &entry)
{
    QStringList texts;
    for (const hosts::FileProblem &problem : entry.problems)
        texts += problemText(problem);
    for (const auto &missing :
        {hosts::missingTap(entry), hosts::missingProgram(entry, file.desktopPath)}) {
        if (missing)
            texts += problemText(*missing);
    }
    for (const hosts::FileProblem &problem : hosts::clearSecretProblems(file.document, entry))
        texts += problemText(problem);
    for (const QString &reference : hosts::unsetReferences(file.document, entry,
             hosts::variablesOf(
                 file.host, entry.project.isEmpty() ? QDir::currentPath() : entry.project)))
        texts += harmlessLine(config::unresolvedText(entry.name, reference));
    return texts;
}

QString startedBy(const HostEntry &entry, bool showSecrets)
{
    if (entry.url.isEmpty())
        return harmlessLine(
            config::joinCommandLine(showSecrets ? QStringList(entry.program) + entry.arguments
                                                : hosts::shownCommand(entry)));
    if (showSecrets)
        return harmlessLine(entry.url);
    const QString url = hosts::shownUrl(entry);
    return url.isEmpty() ? Text::tr("(not a valid URL)") : harmlessLine(url);
}

int listHosts(const HostsOptions &options, Output &out, Output &err)
{
    const std::vector<FoundFile> files =
        hosts::findFiles(nullptr, hosts::Surroundings::ofThisProcess());
    if (files.empty())
        err.note(Text::tr("No configuration file of a host was found."));
    else if (options.format == OutputFormat::Table)
        out.write(QStringView(
            tableOf(files, options, true).text(out.width(), options.header, out.palette())));
    else if (options.format == OutputFormat::Csv)
        out.write(QStringView(tableOf(files, options, false).csv(options.header)));
    else if (options.format == OutputFormat::Name)
        writeNames(files, out);
    else
        forEachRow(
            files, [&](const FoundFile &file, const HostEntry *entry, const QStringList &problems) {
                writeLine(file, entry, problems, options, out);
            });
    return kFine;
}

} // namespace sonde::cli
