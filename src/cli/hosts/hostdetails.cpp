// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostdetails.h"

#include "base/secret.h"
#include "cli/hosts/hostlisting.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/terminaltext.h"
#include "config/entryparts.h"
#include "hosts/entries/entrywords.h"
#include "hosts/found/foundfiles.h"
#include "hosts/table/hostplaces.h"
#include "hosts/table/hosttable.h"
#include "hosts/text/filesyntaxes.h"

#include <QFileInfo>

#include <array>
#include <vector>

namespace sonde::cli {

namespace {

using hosts::FoundFile;
using hosts::HostEntry;

void writeField(Output &out, const QString &label, const QString &value)
{
    out.write(
        QStringView(QStringLiteral("  %1 %2\n").arg(label + u':', -12).arg(harmlessLine(value))));
}

void writeValues(Output &out, const QString &label, const json::Value &values, bool showSecrets)
{
    if (!values.isObject())
        return;
    for (const json::Value value : values) {
        const Secret secret(value.isString() ? value.toString() : json::toQString(value.raw()));
        writeField(out, label,
            json::toQString(value.key()) + u' '
                + (showSecrets ? secret.reveal() : secret.redacted()));
    }
}

void writeEntry(const FoundFile &file, const HostEntry &entry, bool showSecrets, Output &out)
{
    out.write(QStringView(QString(u'\n' + harmlessLine(entry.name) + u'\n')));
    writeField(out, Text::tr("File"), file.path);
    if (!entry.project.isEmpty())
        writeField(out, Text::tr("Project"), entry.project);
    if (entry.url.isEmpty()) {
        writeField(out, Text::tr("Program"), entry.program);
        const QStringList words = hosts::shownCommand(entry);
        for (const QString &argument : showSecrets ? entry.arguments : words.mid(1))
            writeField(out, Text::tr("Argument"), argument);
    } else {
        writeField(out, Text::tr("URL"), startedBy(entry, showSecrets));
    }
    static constexpr std::array<const char *, 3> kVariables{"env", "environment", "envs"};
    const json::Value holder = config::holderOf(entry.value);
    for (const char *name : kVariables) {
        writeValues(out, Text::tr("Variable"), entry.value[name], showSecrets);
        if (holder.id() != entry.value.id())
            writeValues(out, Text::tr("Variable"), holder[name], showSecrets);
    }
    writeValues(out, Text::tr("Variable"), entry.value["command"]["env"], showSecrets);
    writeValues(out, Text::tr("Header"), config::headersOf(holder), showSecrets);
    if (entry.isDisabled)
        writeField(out, Text::tr("State"), Text::tr("disabled", "the state of a server"));
    if (entry.tap)
        writeField(out, Text::tr("Tap"),
            entry.command.isArray() ? entry.command.first().toString() : entry.command.toString());
    for (const QString &problem : problemTexts(file, entry))
        writeField(out, Text::tr("Problem"), problem);
}

void writeHost(const hosts::Host &host, const std::vector<hosts::ConfigFile> &files, Output &out)
{
    out.write(QStringView(QStringLiteral("%1 (%2)\n").arg(host.name, host.id)));
    writeField(out, Text::tr("Format"), hosts::fileSyntax(host.syntax).name());
    for (const hosts::ConfigFile &file : files) {
        const QString text = Text::tr("%1, %2", "a path and the scope of the file")
                                 .arg(file.path, hosts::scopeName(file.scope));
        writeField(out, Text::tr("File"),
            QFileInfo::exists(file.path) ? text : Text::tr("%1 (does not exist)").arg(text));
    }
    if (host.approval)
        writeField(out, Text::tr("Approval"), hosts::approvalText(host));
}

} // namespace

int showHost(const HostsOptions &options, Output &out, Output &err)
{
    const hosts::Host &host = *hosts::findHost(options.host);
    const hosts::Surroundings here = hosts::Surroundings::ofThisProcess();
    const std::vector<FoundFile> files = hosts::findFiles(&host, here);
    if (!options.hasEntry)
        writeHost(host, hosts::configFiles(host, here), out);
    bool isFound = false;
    int exitCode = kFine;
    for (const FoundFile &file : files) {
        if (file.error) {
            err.complain(file.error->sentence);
            exitCode = kUsage;
        }
        for (const hosts::FileProblem &problem : file.document.problems())
            err.note(file.path + QStringLiteral(": ") + problemText(problem));
        for (const HostEntry &entry : file.document.entries()) {
            if (options.hasEntry && entry.name != options.entry)
                continue;
            writeEntry(file, entry, options.showSecrets, out);
            isFound = true;
        }
    }
    if (isFound || !options.hasEntry)
        return exitCode;
    err.complain(Text::tr("%1 has no server “%2” in its files.").arg(host.name, options.entry));
    return kUsage;
}

} // namespace sonde::cli
