// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/probes.h"
#include "findings/rules/server/servertables.h"

#include <QRegularExpression>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

// The rules of the extension io.modelcontextprotocol/skills (SEP-2640) about what a server lists.
namespace sonde::findings {

namespace {

constexpr std::uint32_t kMaxFiles = 512; // of a skill
constexpr double kMaxBytes = 16.0 * 1024 * 1024;

bool isDeclared(const Context &context)
{
    return bool(context.own()["extensions"][kSkillsExtension]);
}

void needsResources(const Context &context, Report &report)
{
    const auto capabilities = context.result()["capabilities"];
    if (!capabilities["extensions"][kSkillsExtension])
        return report.notTested();
    if (!capabilities["resources"])
        report
            .at(capabilities,
                Text::tr("The server declares the extension %1, but not `resources`.")
                    .arg(shown(kSkillsExtension)))
            .instead = {"resources", "{}"};
}

void implemented(const Context &context, Report &report)
{
    if (!isDeclared(context))
        return report.notTested();
    if (context.message.errorCode() == rpc::kMethodNotFound)
        report.at(context.error(),
            Text::tr("The server declares the extension %1, but does not know `%2`.")
                .arg(shown(kSkillsExtension),
                    context.request ? shown(context.request->method) : QString()));
}

std::vector<json::Value> skillsIn(const Context &context)
{
    std::vector<json::Value> skills;
    if (const auto one = context.result()["skill"]; one.isObject())
        skills.push_back(one);
    for (const json::Value each : context.result()["skills"]) {
        if (each.isObject())
            skills.push_back(each);
    }
    return skills;
}

// Runs `check` on each entry.
template <typename Check>
void visitSkills(const Context &context, Report &report, const Check &check)
{
    const auto skills = skillsIn(context);
    if (skills.empty() || !isDeclared(context))
        return report.notTested();
    for (const json::Value &skill : skills) {
        if (report.isFull())
            return;
        check(skill);
    }
}

QString nameOf(const json::Value &skill)
{
    return skill["uri"] ? shown(skill["uri"]) : Text::tr("without a URI");
}

void entryFields(const Context &context, Report &report)
{
    visitSkills(context, report, [&report](const json::Value &skill) {
        const auto fields = skill["frontmatter"];
        const auto resources = skill["resources"];
        if (!skill["uri"].isString())
            report.missing(skill, "uri", Text::tr("The skill has no `uri`."));
        if (!fields["name"].isString() || !fields["description"].isString())
            report.at(fields ? fields : skill,
                Text::tr("The front matter of the skill %1 has no `name` and `description`.")
                    .arg(nameOf(skill)));
        if (!resources.isArray() && !resources.equals("dynamic"))
            report.at(resources ? resources : skill,
                Text::tr("`resources` of the skill %1 is neither a list nor \"dynamic\".")
                    .arg(nameOf(skill)));
    });
}

// "skill://office/" of "skill://office/SKILL.md"; empty: it is no SKILL.md.
std::string folderOf(const json::Value &skill)
{
    constexpr std::string_view kFile = "/SKILL.md";
    const std::string uri = skill["uri"].text();
    return uri.ends_with(kFile) ? uri.substr(0, uri.size() - kFile.size() + 1) : std::string();
}

void uriNamesSkill(const Context &context, Report &report)
{
    visitSkills(context, report, [&report](const json::Value &skill) {
        std::string folder = folderOf(skill);
        const auto name = skill["frontmatter"]["name"];
        if (folder.empty() || !name.isString())
            return;
        folder.pop_back();
        if (const std::string last = folder.substr(folder.rfind('/') + 1); !name.equals(last))
            report.at(skill["uri"],
                Text::tr("The folder of the skill is “%1”, but its name is %2.")
                    .arg(shown(last), shown(name)));
    });
}

void nameForm(const Context &context, Report &report)
{
    static const QRegularExpression form(QStringLiteral("^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$"));
    visitSkills(context, report, [&report](const json::Value &skill) {
        const auto name = skill["frontmatter"]["name"];
        if (name.isString() && !form.match(name.toString()).hasMatch())
            report.at(name,
                Text::tr("The name %1 is not 1 to 64 lower-case letters, digits and single "
                         "hyphens.")
                    .arg(shown(name)));
    });
}

void nameUnique(const Context &context, Report &report)
{
    std::set<std::string> names;
    visitSkills(context, report, [&](const json::Value &skill) {
        const auto name = skill["frontmatter"]["name"];
        if (name.isString() && !names.insert(name.text()).second)
            report.at(name, Text::tr("Another skill has the name %1, too.").arg(shown(name)));
    });
}

void uriScheme(const Context &context, Report &report)
{
    visitSkills(context, report, [&report](const json::Value &skill) {
        if (skill["uri"].isString() && !skill["uri"].text().starts_with("skill://"))
            report.at(skill["uri"],
                Text::tr("The skill is at %1, which does not begin with skill://.")
                    .arg(shown(skill["uri"])));
    });
}

// Runs `check` on each file that an entry lists.
template <typename Check>
void visitFiles(const Context &context, Report &report, const Check &check)
{
    bool isThere = false;
    visitSkills(context, report, [&](const json::Value &skill) {
        for (const json::Value file : report.untilFull(skill["resources"])) {
            isThere = true;
            check(skill, file);
        }
    });
    if (!isThere)
        report.notTested();
}

void resourcesComplete(const Context &context, Report &report)
{
    bool isThere = false;
    visitSkills(context, report, [&](const json::Value &skill) {
        const auto resources = skill["resources"];
        if (!resources.isArray())
            return;
        isThere = true;
        std::set<std::string> uris;
        for (const json::Value file : report.untilFull(resources)) {
            if (file["uri"].isString() && !uris.insert(file["uri"].text()).second)
                report.at(
                    file["uri"], Text::tr("The file %1 is listed twice.").arg(shown(file["uri"])));
        }
        if (skill["uri"].isString() && !uris.contains(skill["uri"].text()))
            report.at(resources,
                Text::tr("`resources` of the skill %1 lacks its own SKILL.md.").arg(nameOf(skill)));
    });
    if (!isThere)
        report.notTested();
}

void resourcesWithin(const Context &context, Report &report)
{
    visitFiles(context, report, [&report](const json::Value &skill, const json::Value &file) {
        const std::string folder = folderOf(skill);
        const std::string uri = file["uri"].text();
        const bool isOutside = !uri.starts_with(folder) || uri.find("/../") != std::string::npos;
        if (!folder.empty() && isOutside)
            report.at(file["uri"] ? file["uri"] : file,
                Text::tr("The file %1 is not in the folder of the skill %2.")
                    .arg(shown(file["uri"]), nameOf(skill)));
    });
}

void digestForm(const Context &context, Report &report)
{
    static const QRegularExpression form(QStringLiteral("^sha256:[0-9a-f]{64}$"));
    visitFiles(context, report, [&report](const json::Value &, const json::Value &file) {
        const auto digest = file["digest"];
        if (!form.match(digest.toString()).hasMatch())
            report.at(digest ? digest : file,
                Text::tr("The digest of %1 is %2, not sha256: and 64 hexadecimal digits in lower "
                         "case.")
                    .arg(shown(file["uri"]), digest ? shown(digest) : Text::tr("missing")));
    });
}

void sizeGiven(const Context &context, Report &report)
{
    visitFiles(context, report, [&report](const json::Value &, const json::Value &file) {
        const auto size = file["size"];
        if (size.toInt64().value_or(-1) < 0)
            report.at(size ? size : file,
                Text::tr("The size of %1 is %2, not a number of bytes.")
                    .arg(shown(file["uri"]), size ? shown(size) : Text::tr("missing")));
    });
}

void limits(const Context &context, Report &report)
{
    visitSkills(context, report, [&report](const json::Value &skill) {
        const auto resources = skill["resources"];
        double bytes = 0;
        for (const json::Value file : resources)
            bytes += file["size"].toDouble().value_or(0);
        if (resources.isArray() && resources.count() > kMaxFiles)
            report.at(resources,
                Text::tr("The skill %1 has %2 files; clients need not take more than 512.")
                    .arg(nameOf(skill))
                    .arg(resources.count()));
        else if (bytes > kMaxBytes)
            report.at(resources,
                Text::tr("The files of the skill %1 have %2 bytes together; clients need not take "
                         "more than 16 MiB.")
                    .arg(nameOf(skill))
                    .arg(bytes, 0, 'f', 0));
    });
}

void reservedMetadata(const Context &context, Report &report)
{
    visitSkills(context, report, [&report](const json::Value &skill) {
        for (const json::Value field : report.untilFull(skill["frontmatter"]["metadata"])) {
            if (field.key().starts_with("io.modelcontextprotocol/"))
                report.at(field,
                    Text::tr("The key %1 is reserved for extensions of MCP.")
                        .arg(shown(std::string_view(field.key()))));
        }
    });
}

bool isUnknown(const Context &context)
{
    return isDeclared(context) && context.request
        && context.request->params()["uri"].equals(probe::kUri);
}

void unknownResult(const Context &context, Report &report)
{
    if (!isUnknown(context))
        return report.notTested();
    report.at(context.result(), Text::tr("The URI of no skill gets a result.")).remedy =
        Text::tr("Respond with the JSON-RPC error -32602.");
}

void unknownError(const Context &context, Report &report)
{
    const int code = context.message.errorCode();
    if (!isUnknown(context) || code == rpc::kMethodNotFound)
        return report.notTested();
    if (code != rpc::kInvalidParams)
        report
            .at(context.error()["code"],
                Text::tr("The URI of no skill gets the error %1, not -32602.")
                    .arg(shown(context.error()["code"])))
            .instead = {{}, std::to_string(rpc::kInvalidParams)};
}

void oneEntry(const Context &context, Report &report)
{
    const auto result = context.result();
    if (!isDeclared(context) || !result.isObject())
        return report.notTested();
    if (!result["skill"].isObject())
        report.missing(result, "skill", Text::tr("The result of `skills/get` has no `skill`."));
    if (result["nextCursor"])
        report.at(result["nextCursor"],
            Text::tr("The result of `skills/get` has a cursor, although it is no list."));
}

void cachingHints(const Context &context, Report &report)
{
    const auto result = context.result();
    if (!isDeclared(context) || !result.isObject())
        return report.notTested();
    for (const char *member : {"ttlMs", "cacheScope"}) {
        if (!result[member])
            report.missing(
                result, member, Text::tr("The result has no `%1`.").arg(QLatin1String(member)));
    }
}

constexpr std::string_view kList = "skills/list";
constexpr std::string_view kGet = "skills/get";

constexpr Rule kRules[] = {
    {"skills.needs-resources", On::Result, "initialize", &needsResources},
    {"skills.needs-resources", On::Result, "server/discover", &needsResources},
    {"skills.methods-implemented", On::Result, kList, &implemented},
    {"skills.methods-implemented", On::Error, kList, &implemented},
    {"skills.methods-implemented", On::Result, kGet, &implemented},
    {"skills.methods-implemented", On::Error, kGet, &implemented},
    {"skills.entry-fields", On::Result, kList, &entryFields},
    {"skills.entry-fields", On::Result, kGet, &entryFields},
    {"skills.uri-names-skill", On::Result, kList, &uriNamesSkill},
    {"skills.name-form", On::Result, kList, &nameForm},
    {"skills.name-unique", On::Result, kList, &nameUnique},
    {"skills.uri-scheme", On::Result, kList, &uriScheme},
    {"skills.resources-complete", On::Result, kList, &resourcesComplete},
    {"skills.resources-within", On::Result, kList, &resourcesWithin},
    {"skills.digest-form", On::Result, kList, &digestForm},
    {"skills.size-given", On::Result, kList, &sizeGiven},
    {"skills.limits", On::Result, kList, &limits},
    {"skills.reserved-metadata", On::Result, kList, &reservedMetadata},
    {"skills.get-unknown", On::Result, kGet, &unknownResult},
    {"skills.get-unknown", On::Error, kGet, &unknownError},
    {"skills.get-one-entry", On::Result, kGet, &oneEntry},
    {"skills.caching-hints", On::Result, kList, &cachingHints},
    {"skills.caching-hints", On::Result, kGet, &cachingHints},
};

} // namespace

std::span<const Rule> skillRules()
{
    return kRules;
}

} // namespace sonde::findings
