// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/officialschemas.h"
#include "findings/rules/client/clienttables.h"
#include "findings/rules/client/requestedforms.h"

#include <string_view>

// The choices of a form (client/elicitation#requested-schema). One that breaks its own type may
// still fit StringSchema, which lets other members pass: which type a property is meant to have is
// told by its members.
namespace sonde::findings {

namespace {

bool isList(const json::Value &property)
{
    return property["type"].equals("array");
}

bool isLegacy(const json::Value &property)
{
    return property["enumNames"].exists();
}

bool isTitled(const json::Value &property)
{
    return !isList(property) && property["oneOf"].exists();
}

bool isUntitled(const json::Value &property)
{
    return !isList(property) && property["enum"].exists() && !isLegacy(property);
}

bool isTitledList(const json::Value &property)
{
    return isList(property) && property["items"]["anyOf"].exists();
}

bool isUntitledList(const json::Value &property)
{
    return isList(property) && property["items"]["enum"].exists();
}

constexpr std::string_view kFamily = "schema.";

// Each property of that kind fits the type that the requirement is named after.
template <bool (*isOfKind)(const json::Value &)>
void choice(const Context &context, Report &report)
{
    const std::string type = report.requirement()->id.substr(kFamily.size());
    const auto *validator =
        context.schemas ? context.schemas->type(context.revision, type) : nullptr;
    if (!validator)
        return report.notTested();
    bool isThere = false;
    forEachProperty(context, report, [&](const json::Value &property) {
        if (!isOfKind(property))
            return;
        isThere = true;
        for (const schema::Unit &error : validator->validate(property).errors) {
            Finding &found =
                report.whole(Text::tr("The choice “%1” does not fit the type %2: %3")
                                 .arg(shown(property.key()), shown(type), error.sentence));
            found.pointer = error.instanceLocation;
            found.missing = error.missing;
            found.begin = error.begin;
            found.end = error.end;
        }
    });
    if (!isThere)
        report.notTested();
}

constexpr std::string_view kElicitation = "elicitation/create";
constexpr std::string_view kInputs = "result/inputRequests/";

constexpr Rule kRules[] = {
    {"schema.LegacyTitledEnumSchema", On::Request, kElicitation, &choice<isLegacy>},
    {"schema.LegacyTitledEnumSchema", On::Result, {}, &choice<isLegacy>, kInputs},
    {"schema.TitledSingleSelectEnumSchema", On::Request, kElicitation, &choice<isTitled>},
    {"schema.TitledSingleSelectEnumSchema", On::Result, {}, &choice<isTitled>, kInputs},
    {"schema.UntitledSingleSelectEnumSchema", On::Request, kElicitation, &choice<isUntitled>},
    {"schema.UntitledSingleSelectEnumSchema", On::Result, {}, &choice<isUntitled>, kInputs},
    {"schema.TitledMultiSelectEnumSchema", On::Request, kElicitation, &choice<isTitledList>},
    {"schema.TitledMultiSelectEnumSchema", On::Result, {}, &choice<isTitledList>, kInputs},
    {"schema.UntitledMultiSelectEnumSchema", On::Request, kElicitation, &choice<isUntitledList>},
    {"schema.UntitledMultiSelectEnumSchema", On::Result, {}, &choice<isUntitledList>, kInputs},
};

} // namespace

std::span<const Rule> choiceRules()
{
    return kRules;
}

} // namespace sonde::findings
