// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/checkoptions.h"

#include "base/formatting.h"
#include "cli/options/usageerror.h"
#include "cli/output/text.h"
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

} // namespace

const QStringList &checkFormats()
{
    static const QStringList names{QStringLiteral("text"), QStringLiteral("json"),
        QStringLiteral("junit"), QStringLiteral("sarif"), QStringLiteral("markdown")};
    return names;
}

Result<void> readLevel(const QString &option, const QString &value, FindingLevels &levels)
{
    const auto level = findings::levelFromName(value.toStdString());
    const bool isNever = option == u"--fail-on" && value == u"never";
    if (!level && !isNever)
        return usageError(
            Text::tr("%1 is not a level. Use error, warning or info.").arg(quotedWord(value)));
    if (option == u"--level")
        levels.shown = *level;
    else
        levels.failing = level;
    return {};
}

Result<void> checkFormat(const QString &value)
{
    if (checkFormats().contains(value))
        return {};
    return usageError(Text::tr("%1 is not a format. Use --format %2.")
                          .arg(quotedWord(value), listText(checkFormats())));
}

bool isCheckOption(const QString &name)
{
    static const QStringList names{QStringLiteral("--all-revisions"), QStringLiteral("--baseline"),
        QStringLiteral("--call"), QStringLiteral("--call-read-only"), QStringLiteral("--dry-run"),
        QStringLiteral("--fail-on"), QStringLiteral("--format"), QStringLiteral("--level"),
        QStringLiteral("--write-baseline")};
    return names.contains(name);
}

Result<void> applyCheckOption(const QString &name, const std::string &value, CheckOptions &options)
{
    const QString text = decodedWord(value);
    if (name == u"--all-revisions") {
        options.allRevisions = true;
    } else if (name == u"--call-read-only") {
        options.callReadOnly = true;
    } else if (name == u"--dry-run") {
        options.dryRun = true;
    } else if (name == u"--baseline") {
        options.baseline = text;
    } else if (name == u"--write-baseline") {
        options.writeBaseline = text;
    } else if (name == u"--format") {
        options.format = text;
        return checkFormat(text);
    } else if (name == u"--call") {
        const auto call = readCall(value);
        if (!call)
            return call.error();
        options.calls.push_back(*call);
    } else {
        return readLevel(name, text, options.levels);
    }
    return {};
}

} // namespace sonde::cli
