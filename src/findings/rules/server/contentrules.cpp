// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/base64.h"
#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/urifault.h"
#include "findings/rules/server/servertables.h"
#include "schema/uritemplate.h"

#include <QRegularExpression>

#include <algorithm>
#include <optional>
#include <string>

// The rules about what results hold: blocks of content, resources, annotations and icons.
namespace sonde::findings {

namespace {

constexpr std::uint32_t kMaxCompletions{100}; // server/utilities/completion#response-format

// What is wrong with a value that must be base64; empty: nothing.
QString base64Problem(const json::Value &value)
{
    const Base64 kind = value.isString() ? base64Of(value.text()) : Base64::Invalid;
    if (kind == Base64::Valid)
        return {};
    if (kind == Base64::DataUrl)
        return Text::tr("is a data: URL, not base64");
    return Text::tr("is not base64");
}

// Every block of content of a tool's result or of a prompt.
template <typename Visit>
void visitBlocks(const Context &context, const Report &report, Visit visit)
{
    for (const json::Value block : report.untilFull(context.result()["content"]))
        visit(block);
    for (const json::Value message : report.untilFull(context.result()["messages"]))
        visit(message["content"]);
}

void checkMedia(const Context &context, Report &report, std::string_view type)
{
    bool isThere = false;
    visitBlocks(context, report, [&](const json::Value &block) {
        if (!block["type"].equals(type))
            return;
        isThere = true;
        const auto data = block["data"];
        if (const QString problem = base64Problem(data); !problem.isEmpty())
            report.at(data ? data : block,
                Text::tr("`data` of the %1 block %2.").arg(shown(type), problem));
        if (block["mimeType"].text().find('/') == std::string::npos)
            report.at(block,
                Text::tr("The %1 block has the MIME type “%2”.")
                    .arg(shown(type), shown(block["mimeType"].text())));
    });
    if (!isThere)
        report.notTested();
}

void imageBase64(const Context &context, Report &report)
{
    checkMedia(context, report, "image");
}

void audioBase64(const Context &context, Report &report)
{
    checkMedia(context, report, "audio");
}

void binaryBase64(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value contents : report.untilFull(context.result()["contents"])) {
        const auto blob = contents["blob"];
        isThere = isThere || blob;
        if (const QString problem = base64Problem(blob); blob && !problem.isEmpty())
            report.at(blob, Text::tr("`blob` %1.").arg(problem));
    }
    if (!isThere)
        report.notTested();
}

void textOrBlob(const Context &context, Report &report)
{
    for (const json::Value contents : report.untilFull(context.result()["contents"])) {
        const bool hasText = contents["text"].exists();
        if (hasText == contents["blob"].exists())
            report.at(contents,
                hasText ? Text::tr("The contents have both `text` and `blob`.")
                        : Text::tr("The contents have neither `text` nor `blob`."));
    }
}

void checkUri(const json::Value &resource, Report &report)
{
    const auto uri = resource["uri"];
    if (!uri)
        report.missing(resource, "uri", Text::tr("The resource has no `uri`."));
    else if (!uri.isString())
        report.at(uri, Text::tr("The URI %1 is not a string.").arg(shown(uri)));
    else if (const QString fault = uriFault(uri.text()); !fault.isEmpty())
        report.at(uri, Text::tr("%1 is not an absolute URI. %2").arg(shown(uri), fault));
}

void uriValid(const Context &context, Report &report)
{
    for (const json::Value resource : report.untilFull(context.result()["resources"]))
        checkUri(resource, report);
}

void templateValid(const Context &context, Report &report)
{
    for (const json::Value each : report.untilFull(context.result()["resourceTemplates"])) {
        const auto uri = each["uriTemplate"];
        if (!uri)
            report.missing(
                each, "uriTemplate", Text::tr("The resource template has no `uriTemplate`."));
        else if (!uri.isString())
            report.at(uri, Text::tr("The URI template %1 is not a string.").arg(shown(uri)));
        else if (const auto parsed = schema::UriTemplate::parse(uri.text()); !parsed)
            report.at(
                uri, Text::tr("%1 cannot be used. %2").arg(shown(uri), parsed.error().sentence));
    }
}

void atMost100(const Context &context, Report &report)
{
    const auto values = context.result()["completion"]["values"];
    if (values.count() > kMaxCompletions)
        report.at(values,
            Text::tr("The completion has %1 values; at most %2 are allowed.")
                .arg(values.count())
                .arg(kMaxCompletions));
}

// Annotations are at tools' blocks, at resources and at templates.
template <typename Visit>
void visitAnnotations(const Context &context, Report &report, const char *member, Visit visit)
{
    bool isThere = false;
    const auto look = [&](const json::Value &item) {
        for (const auto &annotations : {item["annotations"], item["resource"]["annotations"]}) {
            const auto value = annotations[member];
            isThere = isThere || value;
            if (value && !value.isNull())
                visit(value);
        }
    };
    visitBlocks(context, report, look);
    for (const char *list : {"resources", "resourceTemplates", "contents"}) {
        for (const json::Value item : report.untilFull(context.result()[list]))
            look(item);
    }
    if (!isThere)
        report.notTested();
}

void audienceValues(const Context &context, Report &report)
{
    visitAnnotations(context, report, "audience", [&report](const json::Value &audience) {
        const bool isFine = audience.isArray()
            && std::all_of(audience.begin(), audience.end(), [](const json::Value &each) {
                   return each.equals("user") || each.equals("assistant");
               });
        if (isFine)
            return;
        Finding &found = report.at(audience,
            Text::tr("`audience` is %1, not a list of user and assistant.").arg(shown(audience)));
        if (audience.equals("user") || audience.equals("assistant"))
            found.instead = {{}, '[' + std::string(audience.raw()) + ']'};
    });
}

void priorityRange(const Context &context, Report &report)
{
    visitAnnotations(context, report, "priority", [&report](const json::Value &priority) {
        const auto value = priority.toDouble();
        if (!value || *value < 0 || *value > 1)
            report.at(priority,
                Text::tr("`priority` is %1, not a number from 0 to 1.").arg(shown(priority)));
    });
}

// ISO 8601 has more forms than RFC 3339: without separators, without a zone, by weeks or by days.
bool isIso8601(const std::string &text)
{
    static const QRegularExpression form(QStringLiteral(
        "^(\\d{4}(-?\\d{2}(-?\\d{2})?|-?\\d{3}|-?W\\d{2}(-?[1-7])?)?)"
        "([T ]\\d{2}(:?\\d{2}(:?\\d{2})?)?([.,]\\d+)?(Z|[+-]\\d{2}(:?\\d{2})?)?)?$"));
    return form.match(QString::fromStdString(text)).hasMatch();
}

void lastModifiedTime(const Context &context, Report &report)
{
    visitAnnotations(context, report, "lastModified", [&report](const json::Value &time) {
        const std::string text = time.text();
        if (time.isString() && !isIso8601(text))
            report.at(time, Text::tr("`lastModified` is %1, not a time.").arg(shown(time)));
    });
}

void checkIcons(const json::Value &owner, bool &isThere, Report &report)
{
    for (const json::Value icon : report.untilFull(owner["icons"])) {
        isThere = true;
        const std::string source = icon["src"].text();
        if (!source.starts_with("https://") && !source.starts_with("http://")
            && !source.starts_with("data:"))
            report.at(icon["src"] ? icon["src"] : icon,
                Text::tr("The icon is at %1, neither an HTTP URL nor a data URI.")
                    .arg(shown(source)));
    }
}

void iconSource(const Context &context, Report &report)
{
    bool isThere = false;
    checkIcons(context.result()["serverInfo"], isThere, report);
    for (const char *list : {"tools", "prompts", "resources", "resourceTemplates"}) {
        for (const json::Value item : report.untilFull(context.result()[list]))
            checkIcons(item, isThere, report);
    }
    if (!isThere)
        report.notTested();
}

void argumentsAreStrings(const Context &context, Report &report)
{
    for (const json::Value argument : report.untilFull(context.params()["arguments"])) {
        if (!argument.isString())
            report.at(argument,
                Text::tr("The argument of the prompt is %1, not a string.").arg(shown(argument)));
    }
}

void rootsAreFiles(const Context &context, Report &report)
{
    for (const json::Value root : report.untilFull(context.result()["roots"])) {
        if (!root["uri"].text().starts_with("file://"))
            report.at(root, Text::tr("The root %1 is not a file URI.").arg(shown(root["uri"])));
    }
}

// The first revision with blocks of that type; none: no revision has it.
std::optional<Revision> firstWith(std::string_view type)
{
    if (type == "text" || type == "image" || type == "resource")
        return Revision::R20241105;
    if (type == "audio")
        return Revision::R20250326;
    if (type == "resource_link")
        return Revision::R20250618;
    return {};
}

void typesOfRevision(const Context &context, Report &report)
{
    bool isThere = false;
    visitBlocks(context, report, [&](const json::Value &block) {
        const auto type = block["type"];
        isThere = isThere || type;
        if (!type.isString())
            return;
        const auto first = firstWith(type.text());
        if (!first)
            report.at(
                type, Text::tr("A block of content cannot have the type %1.").arg(shown(type)));
        else if (*first > context.revision)
            report.at(type,
                Text::tr("Blocks of the type %1 came with revision %2; this connection follows %3.")
                    .arg(shown(type), shown(revisionName(*first)),
                        shown(revisionName(context.revision))));
    });
    if (!isThere)
        report.notTested();
}

// server/prompts#embedded-resources.
void embeddedComplete(const Context &context, Report &report)
{
    bool isThere = false;
    visitBlocks(context, report, [&](const json::Value &block) {
        const auto resource = block["resource"];
        if (!block["type"].equals("resource") || !resource.isObject())
            return;
        isThere = true;
        checkUri(resource, report);
        if (!resource["mimeType"])
            report.missing(
                resource, "mimeType", Text::tr("The embedded resource has no `mimeType`."));
        if (!resource["text"] && !resource["blob"])
            report.at(resource, Text::tr("The embedded resource has neither `text` nor `blob`."));
    });
    if (!isThere)
        report.notTested();
}

constexpr Rule kRules[] = {
    {"content.types-of-revision", On::Result, "tools/call", &typesOfRevision},
    {"content.types-of-revision", On::Result, "prompts/get", &typesOfRevision},
    {"content.embedded-complete", On::Result, "prompts/get", &embeddedComplete},
    {"content.image-base64", On::Result, "tools/call", &imageBase64},
    {"content.image-base64", On::Result, "prompts/get", &imageBase64},
    {"content.audio-base64", On::Result, "tools/call", &audioBase64},
    {"content.audio-base64", On::Result, "prompts/get", &audioBase64},
    {"resources.binary-base64", On::Result, "resources/read", &binaryBase64, "result/contents/"},
    {"resources.text-or-blob", On::Result, "resources/read", &textOrBlob, "result/contents/"},
    {"resources.uri-valid", On::Result, "resources/list", &uriValid, "result/resources/"},
    {"resources.template-valid", On::Result, "resources/templates/list", &templateValid,
        "result/resourceTemplates/"},
    {"completion.at-most-100", On::Result, "completion/complete", &atMost100,
        "result/completion/values"},
    {"annotations.audience-values", On::Result, {}, &audienceValues},
    {"annotations.priority-range", On::Result, {}, &priorityRange},
    {"annotations.last-modified-iso8601", On::Result, {}, &lastModifiedTime},
    {"icons.src-form", On::Result, {}, &iconSource},
    {"prompts.arguments-are-strings", On::Request, "prompts/get", &argumentsAreStrings,
        "params/arguments/"},
    {"roots.file-uri", On::Result, "roots/list", &rootsAreFiles, "result/roots/"},
};

} // namespace

std::span<const Rule> contentRules()
{
    return kRules;
}

} // namespace sonde::findings
