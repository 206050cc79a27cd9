// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/server/servertables.h"

#include <QByteArray>
#include <QString>

#include <algorithm>

// The rules of the extension io.modelcontextprotocol/ui (MCP Apps), and those about icons.
namespace sonde::findings {

namespace {

constexpr std::string_view kExtension{"io.modelcontextprotocol/ui"};
constexpr std::string_view kScheme{"ui://"};
constexpr std::string_view kType{"text/html;profile=mcp-app"};
constexpr int kNotFound = -32002; // of revisions before 2026-07-28

void declaresMimeTypes(const Context &context, Report &report)
{
    const auto params = context.params();
    const auto declared = params["capabilities"]
        ? params["capabilities"]
        : params["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    const auto extension = declared["extensions"][kExtension];
    if (!extension.isObject())
        return report.notTested();
    const auto types = extension["mimeTypes"];
    if (types.isArray() && types.count() > 0)
        return;
    Finding &found = report.at(types ? types : extension,
        Text::tr("The extension %1 is declared without `mimeTypes`.").arg(shown(kExtension)));
    const std::string all = "[\"" + std::string(kType) + "\"]";
    found.instead = types ? Instead{{}, all} : Instead{"mimeTypes", all};
}

// Runs `check` on the `_meta.ui` of each tool.
template <typename Check>
void visitTools(const Context &context, Report &report, const Check &check)
{
    bool isThere = false;
    for (const json::Value tool : report.untilFull(context.result()["tools"])) {
        const auto ui = tool["_meta"]["ui"];
        isThere = isThere || ui;
        if (ui)
            check(ui);
    }
    if (!isThere)
        report.notTested();
}

void uriScheme(const Context &context, Report &report)
{
    visitTools(context, report, [&report](const json::Value &ui) {
        const auto uri = ui["resourceUri"];
        if (uri && !uri.text().starts_with(kScheme))
            report.at(uri,
                Text::tr("The app of the tool is at %1, which does not begin with ui://.")
                    .arg(shown(uri)));
    });
}

void visibilityValues(const Context &context, Report &report)
{
    visitTools(context, report, [&report](const json::Value &ui) {
        const auto visibility = ui["visibility"];
        if (visibility && !visibility.isArray()) {
            report.at(
                visibility, Text::tr("`visibility` is %1, not a list.").arg(shown(visibility)));
            return;
        }
        for (const json::Value value : report.untilFull(visibility)) {
            if (!value.equals("model") && !value.equals("app"))
                report.at(value,
                    Text::tr("`visibility` has %1, neither model nor app.").arg(shown(value)));
        }
    });
}

// Many servers have both, for older hosts.
void flatKey(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value tool : report.untilFull(context.result()["tools"])) {
        const auto flat = tool["_meta"]["ui/resourceUri"];
        const auto ui = tool["_meta"]["ui"];
        isThere = isThere || flat || ui;
        if (flat && !ui["resourceUri"])
            report
                .at(flat,
                    Text::tr(
                        "The tool names its app by the key `ui/resourceUri`, which is deprecated."))
                .remedy = Text::tr("Write its URI in `resourceUri` of `_meta.ui`.");
    }
    if (!isThere)
        report.notTested();
}

// Older servers have other resources with such URIs. What a tool names, or a server with the
// extension has, is an app.
bool isApp(const Context &context, const std::string &uri)
{
    const bool isDeclared =
        context.own()["extensions"][kExtension] || context.peer()["extensions"][kExtension];
    return uri.starts_with(kScheme) && (isDeclared || context.connection.tools.ofApp(uri));
}

template <typename Check>
void visitApps(const Context &context, Report &report, const Check &check)
{
    bool isThere = false;
    for (const json::Value content : report.untilFull(context.result()["contents"])) {
        if (!isApp(context, content["uri"].text()))
            continue;
        isThere = true;
        check(content);
    }
    if (!isThere)
        report.notTested();
}

// Blanks and the case of names mean nothing in a media type (RFC 9110 section 8.3.1).
void mimeType(const Context &context, Report &report)
{
    visitApps(context, report, [&report](const json::Value &content) {
        const auto type = content["mimeType"];
        QString plain = type.toString().toLower();
        plain.remove(u' ').remove(u'"');
        if (plain == QLatin1String(kType.data(), qsizetype(kType.size())))
            return;
        Finding &found = report.at(type ? type : content,
            Text::tr("The app %1 has the MIME type %2.")
                .arg(shown(content["uri"]), type ? shown(type) : Text::tr("none")));
        const std::string right = '"' + std::string(kType) + '"';
        found.instead = type ? Instead{{}, right} : Instead{"mimeType", right};
    });
}

// The beginning of an app's text: enough to see what it is.
QByteArray beginningOf(const json::Value &content)
{
    constexpr qsizetype kEnough = 4096;
    if (content["text"].isString())
        return QByteArray::fromStdString(content["text"].text()).left(kEnough).trimmed();
    return QByteArray::fromBase64(QByteArray::fromStdString(content["blob"].text()).left(kEnough))
        .trimmed();
}

void contentHtml(const Context &context, Report &report)
{
    visitApps(context, report, [&report](const json::Value &content) {
        const bool hasText = content["text"].isString();
        if (!hasText && !content["blob"].isString()) {
            report.at(content,
                Text::tr("The app %1 has neither `text` nor `blob`.").arg(shown(content["uri"])));
            return;
        }
        QByteArray text = beginningOf(content);
        if (text.startsWith("\xEF\xBB\xBF"))
            text = text.mid(3).trimmed();
        const QByteArray lower = text.left(5).toLower();
        if (!text.startsWith('<') || lower == "<?xml" || lower.startsWith("<svg"))
            report.at(hasText ? content["text"] : content["blob"],
                Text::tr("The app %1 is not an HTML document: it begins with “%2”.")
                    .arg(shown(content["uri"]), shown(text.left(40).toStdString())));
    });
}

void resourceMissing(const Context &context, Report &report)
{
    const auto uri = context.request ? context.request->params()["uri"] : json::Value();
    const auto *tool = context.connection.tools.ofApp(uri.text());
    const int code = context.message.errorCode();
    if (!tool || (code != kNotFound && code != rpc::kInvalidParams))
        return report.notTested();
    report
        .at(context.error(),
            Text::tr("A tool names the app %1, but it cannot be read: %2")
                .arg(shown(uri), shown(context.error()["message"])))
        .messages.push_back(tool->number);
}

void resourceRead(const Context &context, Report &report)
{
    const auto uri = context.request ? context.request->params()["uri"] : json::Value();
    if (!context.connection.tools.ofApp(uri.text()))
        report.notTested();
}

// Icons

bool isSize(const std::string &text)
{
    const auto x = text.find_first_of("xX");
    const auto isNumber = [](std::string_view digits) {
        return !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) {
            return c >= '0' && c <= '9';
        });
    };
    return text == "any"
        || (x != std::string::npos && isNumber(std::string_view(text).substr(0, x))
            && isNumber(std::string_view(text).substr(x + 1)));
}

void checkSizes(const json::Value &owner, bool &isThere, Report &report)
{
    for (const json::Value icon : report.untilFull(owner["icons"])) {
        for (const json::Value size : report.untilFull(icon["sizes"])) {
            isThere = true;
            if (size.isString() && !isSize(size.text()))
                report.at(size,
                    Text::tr("The size of the icon is %1, neither like \"48x48\" nor \"any\".")
                        .arg(shown(size)));
        }
    }
}

void iconSizes(const Context &context, Report &report)
{
    bool isThere = false;
    checkSizes(context.result()["serverInfo"], isThere, report);
    for (const char *list : {"tools", "prompts", "resources", "resourceTemplates"}) {
        for (const json::Value item : report.untilFull(context.result()[list]))
            checkSizes(item, isThere, report);
    }
    if (!isThere)
        report.notTested();
}

constexpr Rule kRules[] = {
    {"apps.client-mime-types", On::Request, "initialize", &declaresMimeTypes},
    {"apps.client-mime-types", On::Request, "server/discover", &declaresMimeTypes},
    {"apps.client-mime-types", On::Request, "tools/list", &declaresMimeTypes},
    {"apps.uri-scheme", On::Result, "tools/list", &uriScheme, "result/tools/"},
    {"apps.visibility-values", On::Result, "tools/list", &visibilityValues, "result/tools/"},
    {"apps.flat-key-deprecated", On::Result, "tools/list", &flatKey, "result/tools/"},
    {"apps.mime-type", On::Result, "resources/read", &mimeType, "result/contents/"},
    {"apps.content-html", On::Result, "resources/read", &contentHtml, "result/contents/"},
    {"apps.resource-exists", On::Result, "resources/read", &resourceRead},
    {"apps.resource-exists", On::Error, "resources/read", &resourceMissing},
    {"icons.sizes-form", On::Result, {}, &iconSizes},
};

} // namespace

std::span<const Rule> appsRules()
{
    return kRules;
}

} // namespace sonde::findings
