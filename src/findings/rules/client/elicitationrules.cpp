// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/client/clienttables.h"
#include "findings/rules/client/requestedforms.h"
#include "schema/validator.h"

#include <algorithm>
#include <array>
#include <memory>

// The forms that servers ask for, and what is sent back (client/elicitation).
namespace sonde::findings {

namespace {

constexpr Revision kFirstWithLists = Revision::R20251125; // of choices

bool isChoice(const json::Value &schema)
{
    const auto titled = schema["oneOf"] ? schema["oneOf"] : schema["anyOf"];
    return schema["enum"].isArray()
        || (titled.count() > 0
            && std::all_of(titled.begin(), titled.end(),
                [](const json::Value &each) { return each["const"].exists(); }));
}

// What a property is that a flat form must not have; empty: nothing.
QString notPrimitive(const json::Value &property, Revision revision)
{
    const auto type = property["type"];
    if (property["$ref"])
        return Text::tr("a reference");
    if (type.isArray())
        return Text::tr("of several types");
    if (type.equals("object") || property["properties"].isObject())
        return Text::tr("an object");
    const bool isUnion = property["anyOf"] || property["oneOf"] || property["allOf"];
    if (isUnion && !type.equals("array") && !isChoice(property))
        return Text::tr("a union");
    if (type.equals("array") && revision < kFirstWithLists)
        return Text::tr("an array");
    if (type.equals("array") && !isChoice(property["items"]))
        return Text::tr("an array of something else than choices");
    return {};
}

void schemaFlat(const Context &context, Report &report)
{
    forEachProperty(context, report, [&](const json::Value &property) {
        if (const QString what = notPrimitive(property, context.revision); !what.isEmpty())
            report.at(property,
                Text::tr("The property “%1” is %2; elicitation allows only primitive properties.")
                    .arg(shown(property.key()), what));
    });
}

void schemaFormats(const Context &context, Report &report)
{
    static constexpr std::array<std::string_view, 4> kFormats{"date", "date-time", "email", "uri"};
    forEachProperty(context, report, [&](const json::Value &property) {
        const auto format = property["format"];
        if (format.isString() && property["type"].equals("string")
            && std::find(kFormats.begin(), kFormats.end(), format.text()) == kFormats.end())
            report.at(format,
                Text::tr("The property “%1” has the format %2; elicitation allows only email, uri, "
                         "date and date-time.")
                    .arg(shown(property.key()), shown(format)));
    });
}

// Values that no form allows are for the type of the result to say.
bool isOfAForm(const json::Value &value, Revision revision)
{
    return value.isString() || value.isNumber() || value.isBool()
        || (value.isArray() && revision >= kFirstWithLists);
}

void contentFitsSchema(const Context &context, Report &report)
{
    const auto content = context.result()["content"];
    const auto schema =
        context.request ? context.request->params()["requestedSchema"] : json::Value();
    if (!context.result()["action"].equals("accept") || !content.isObject() || !schema.isObject())
        return report.notTested();
    const auto validator = schema::Validator::make(
        std::make_shared<const json::Document>(json::Document::parse(Bytes::copyOf(schema.raw()))));
    if (!validator)
        return report.notTested();
    for (const schema::Unit &error : validator->validate(content).errors) {
        const auto place = content.document()->pointer(error.instanceLocation);
        json::Value property = place;
        while (property && property.parent().id() != content.id())
            property = property.parent();
        if (property && !isOfAForm(property, context.revision))
            continue;
        report.at(place,
            property ? Text::tr("The value of “%1” does not fit the requested schema: %2")
                           .arg(shown(property.key()), error.sentence)
                     : Text::tr("The content does not fit the requested schema: %1")
                           .arg(error.sentence));
    }
}

constexpr std::string_view kElicitation = "elicitation/create";

constexpr Rule kRules[] = {
    {"elicitation.schema-flat", On::Request, kElicitation, &schemaFlat},
    {"elicitation.schema-flat", On::Result, {}, &schemaFlat, "result/inputRequests/"},
    {"elicitation.schema-formats", On::Request, kElicitation, &schemaFormats},
    {"elicitation.schema-formats", On::Result, {}, &schemaFormats, "result/inputRequests/"},
    {"elicitation.content-fits-schema", On::Result, kElicitation, &contentFitsSchema},
};

} // namespace

std::span<const Rule> elicitationRules()
{
    return kRules;
}

} // namespace sonde::findings
