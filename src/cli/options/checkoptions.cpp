// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/checkoptions.h"

#include "accept/hostlist.h"
#include "base/formatting.h"
#include "base/nearest.h"
#include "cli/options/outputformat.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "json/document.h"

namespace sonde::cli {

namespace {

// NAME, or NAME={…}. A name may contain “=”, an object begins with a brace.
Result<check::CheckedCall> readCall(const std::string &value)
{
    const auto at = value.find("={");
    check::CheckedCall call{decodedWord(value.substr(0, at)), "{}"};
    if (at != std::string::npos) {
        call.arguments = value.substr(at + 1);
        const auto parsed = json::Document::parse(call.arguments);
        if (!parsed.isValid() || !parsed.root().isObject())
            return usageError(
                Text::tr("The arguments of --call %1 are not a JSON object.").arg(call.tool));
    }
    if (call.tool.isEmpty())
        return usageError(Text::tr("--call needs the name of a tool. Use --call NAME or "
                                   "--call 'NAME={\"key\":1}'."));
    return call;
}

Error noHost(const QString &name)
{
    const QStringList ids = accept::HostList::instance().ids();
    const QString near = nearest(name, ids);
    const QString what = Text::tr("There is no host %1.").arg(quotedWord(name));
    return usageError(
        joinSentences({what, near.isEmpty() ? QString() : Text::tr("Did you mean %1?").arg(near),
            Text::tr("The hosts are %1; or use --for all.").arg(listText(ids))}));
}

Error noLevel(const std::string &value)
{
    return usageError(Text::tr("%1 is not a level. Use error, warning or info.")
                          .arg(quotedWord(decodedWord(value))));
}

} // namespace

const QStringList &checkFormats()
{
    static const QStringList names{QStringLiteral("text"), QStringLiteral("json"),
        QStringLiteral("junit"), QStringLiteral("sarif"), QStringLiteral("markdown"),
        QStringLiteral("github")};
    return names;
}

Result<void> readLevels(const Line &line, FindingLevels &levels)
{
    Result<void> done = line.take("--level", [&](const std::string &value) -> Result<void> {
        const auto level = findings::levelFromName(value);
        if (!level)
            return noLevel(value);
        levels.shown = *level;
        return {};
    });
    if (!done)
        return done;
    done = line.take("--fail-on", [&](const std::string &value) -> Result<void> {
        levels.failing = findings::levelFromName(value); // nothing: never
        return levels.failing || value == "never" ? Result<void>() : noLevel(value);
    });
    return !done ? done : readRules(line, levels.rules);
}

Result<void> readReportForm(const Line &line, ReportForm &form)
{
    form.explains = line.has("--explain");
    Result<void> done = line.take("--format", [&](const std::string &value) -> Result<void> {
        form.format = decodedWord(value);
        if (checkFormats().contains(form.format))
            return {};
        return usageError(Text::tr("%1 is not a format. Use --format %2.")
                              .arg(quotedWord(form.format), listText(checkFormats())));
    });
    if (!done || !line.has("--json"))
        return done;
    done = refuseContradiction(line, form.format);
    form.format = QStringLiteral("json");
    return done;
}

Result<void> readHosts(const Line &line, const QString &format, QStringList &hosts)
{
    return line.take("--for", [&](const std::string &value) -> Result<void> {
        if (format != checkFormats().front() && format != QLatin1String("json"))
            return usageError(Text::tr("--for prints text or JSON. Use --format %1.")
                                  .arg(listText({checkFormats().front(), QStringLiteral("json")})));
        const auto &list = accept::HostList::instance();
        for (const QString &name : decodedWord(value).split(u',', Qt::SkipEmptyParts)) {
            const accept::JudgingHost *host = list.find(name.trimmed());
            if (name == QLatin1String("all"))
                hosts << list.ids();
            else if (!host)
                return noHost(name);
            else
                hosts << host->id;
        }
        hosts.removeDuplicates();
        return hosts.isEmpty() ? noHost(decodedWord(value)) : Result<void>();
    });
}

Result<void> readCheckOptions(const Line &line, CheckOptions &options)
{
    options.allRevisions = line.has("--all-revisions");
    options.callReadOnly = line.has("--call-read-only");
    options.dryRun = line.has("--dry-run");
    options.baseline = line.text("--baseline");
    options.definitions = line.text("--definitions");
    options.writeBaseline = line.text("--write-baseline");
    if (Result<void> done = readReportForm(line, options.form); !done)
        return done;
    if (Result<void> done = readLevels(line, options.levels); !done)
        return done;
    if (Result<void> done = readHosts(line, options.form.format, options.hosts); !done)
        return done;
    if (!options.hosts.isEmpty() && !options.definitions.isEmpty())
        return usageError(Text::tr("--for contradicts --definitions. Remove one of them."));
    return line.take("--call", [&](const std::string &value) -> Result<void> {
        const auto call = readCall(value);
        if (!call)
            return call.error();
        options.calls.push_back(*call);
        return {};
    });
}

} // namespace sonde::cli
