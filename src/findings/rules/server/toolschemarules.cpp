// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regex.h"
#include "base/regexsyntax.h"
#include "findings/catalogue/findingstr.h"
#include "findings/rules/server/servertables.h"
#include "schema/schemastore.h"

// The schemas of the tools that a server lists.
namespace sonde::findings {

namespace {

constexpr int kMaxDepth = 64; // of schemas in each other

void schemaUsable(const Context &context, Report &report)
{
    for (const json::Value tool : report.untilFull(context.result()["tools"])) {
        for (const char *member : {"inputSchema", "outputSchema"}) {
            const auto schema = tool[member];
            if (!schema.isObject())
                continue;
            const Error *fault = context.faultOf(schema);
            // What another document says is not known, nor what another dialect allows. Patterns
            // of other dialects have rules of their own.
            if (fault && fault->code != schema::kExternalReference
                && fault->code != schema::kUnsupportedDialect
                && fault->code != Regex::kOtherDialect)
                report.at(schema,
                    Text::tr("`%1` of the tool %2 is not a valid JSON Schema: %3 (%4)")
                        .arg(QLatin1String(member), shown(tool["name"]), fault->sentence,
                            fault->detail));
        }
    }
}

void referencesInside(const Context &context, Report &report)
{
    for (const json::Value tool : report.untilFull(context.result()["tools"])) {
        for (const char *member : {"inputSchema", "outputSchema"}) {
            const auto schema = tool[member];
            const Error *fault = schema.isObject() ? context.faultOf(schema) : nullptr;
            if (fault && fault->code == schema::kExternalReference)
                report
                    .at(schema,
                        Text::tr("`%1` of the tool %2 refers to another document; clients refuse "
                                 "it, or accept any value.")
                            .arg(QLatin1String(member), shown(tool["name"])))
                    .remedy = Text::tr("Put what it refers to under $defs.");
        }
    }
}

class Patterns {
public:
    using Judge = void (*)(const json::Value &place, const std::string &pattern, Report &report);

    Patterns(Judge judge, Report &report)
        : m_judge(judge)
        , m_report(report)
    {
    }

    void visit(const Context &context)
    {
        for (const json::Value tool : context.result()["tools"]) {
            for (const char *member : {"inputSchema", "outputSchema"})
                visitSchema(tool[member], 0);
        }
        if (!m_isThere)
            m_report.notTested();
    }

private:
    void visitSchema(const json::Value &schema, int depth)
    {
        if (depth > kMaxDepth)
            return;
        if (!schema.isObject()) {
            for (const json::Value below : schema)
                visitSchema(below, depth + 1);
            return;
        }
        for (const json::Value member : schema) {
            const std::string key = member.key();
            // Values, not schemas.
            if (key == "const" || key == "default" || key == "enum" || key == "examples")
                continue;
            if (key == "pattern" && member.isString())
                look(member, member.text());
            else if (key == "patternProperties" || key == "properties" || key == "$defs"
                || key == "definitions" || key == "dependentSchemas")
                visitNamed(member, key == "patternProperties", depth);
            else
                visitSchema(member, depth + 1);
        }
    }

    void visitNamed(const json::Value &schemas, bool namesArePatterns, int depth)
    {
        for (const json::Value schema : schemas) {
            if (namesArePatterns && schemas.isObject())
                look(schema, schema.key());
            visitSchema(schema, depth + 1);
        }
    }

    void look(const json::Value &place, const std::string &pattern)
    {
        m_isThere = true;
        // What nothing can run is the matter of another rule.
        const auto made = Regex::compileForeign(pattern);
        if (made || made.error().code == Regex::kOtherDialect)
            m_judge(place, pattern, m_report);
    }

    const Judge m_judge;
    Report &m_report;
    bool m_isThere = false;
};

void patternOfEcma(const Context &context, Report &report)
{
    Patterns(
        [](const json::Value &place, const std::string &pattern, Report &to) {
            const auto fault = regexFault(pattern, RegexGrammar::Legacy);
            if (fault && regexFault(pattern, RegexGrammar::Unicode))
                to.at(place,
                    Text::tr("The pattern %1 is no regular expression of ECMA-262 (byte %2): %3")
                        .arg(shown(pattern))
                        .arg(fault->at + 1)
                        .arg(fault->sentence));
        },
        report)
        .visit(context);
}

void patternWithFlagU(const Context &context, Report &report)
{
    Patterns(
        [](const json::Value &place, const std::string &pattern, Report &to) {
            const auto fault = regexFault(pattern, RegexGrammar::Unicode);
            if (fault && !regexFault(pattern, RegexGrammar::Legacy))
                to.at(place,
                    Text::tr("The pattern %1 is none with the flag u, which validators set (byte "
                             "%2): %3")
                        .arg(shown(pattern))
                        .arg(fault->at + 1)
                        .arg(fault->sentence));
        },
        report)
        .visit(context);
}

// 2025-11-25 basic#json-schema-usage. Told once for all tools, and not again with each listing.
void preferNewest(const Context &context, Report &report)
{
    if (context.connection.tools.lastPage() != 0)
        return report.notTested();
    json::Value first;
    int others = 0;
    for (const json::Value tool : context.result()["tools"]) {
        for (const char *member : {"inputSchema", "outputSchema"}) {
            const auto dialect = tool[member]["$schema"];
            if (!dialect.isString() || dialect.text().find("2020-12") != std::string::npos)
                continue;
            if (first)
                ++others;
            else
                first = dialect;
        }
    }
    if (!first)
        return;
    const QString dialect = shown(first);
    report.at(first,
        others == 0 ? Text::tr("This schema names the dialect %1. Clients must know JSON Schema "
                               "2020-12; other dialects may not be supported.")
                          .arg(dialect)
                    : Text::tr("This schema and %1 more name the dialect %2. Clients must know "
                               "JSON Schema 2020-12; other dialects may not be supported.")
                          .arg(QString::number(others), dialect));
}

constexpr Rule kRules[] = {
    {"jsonschema.prefer-2020-12", On::Result, "tools/list", &preferNewest, "result/tools/"},
    {"jsonschema.unresolved-ref-rejected", On::Result, "tools/list", &referencesInside,
        "result/tools/"},
    {"jsonschema.valid", On::Result, "tools/list", &schemaUsable, "result/tools/"},
    {"practice.pattern-of-ecma", On::Result, "tools/list", &patternOfEcma, "result/tools/"},
    {"practice.pattern-with-flag-u", On::Result, "tools/list", &patternWithFlagU, "result/tools/"},
    {"practice.schema-usable", On::Result, "tools/list", &schemaUsable, "result/tools/"},
};

} // namespace

std::span<const Rule> toolSchemaRules()
{
    return kRules;
}

} // namespace sonde::findings
