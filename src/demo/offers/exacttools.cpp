// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tools.h"

namespace sonde::demo {

// Tools for looking closely: bytes that must survive, and a schema with everything in it.
namespace {

void echo(Call &call, Arguments &arguments)
{
    call.finish(
        ToolResult(call.features()).text(arguments.raw()).structured(arguments.raw()).json());
}

constexpr std::string_view kBigNumbers =
    R"({"beyond2^53":9007199254740993,)"
    R"("int64Max":9223372036854775807,"uint64Max":18446744073709551615,)"
    R"("belowInt64":-9223372036854775809,"beyondDouble":1e400,"tooSmall":1e-400,)"
    R"("minusZero":-0,"one":1.0,"exponent":1E+2,"tenth":0.1,)"
    R"("pi":3.14159265358979323846264338327950288,)"
    R"("factorial30":265252859812191058636308480000000})";

void bigNumbers(Call &call, Arguments &)
{
    call.finish(ToolResult(call.features()).text(kBigNumbers).structured(kBigNumbers).json());
}

constexpr std::string_view kComplexSchema =
    R"({"type":"object","properties":{)"
    R"("title":{"type":"string","minLength":1,"maxLength":80,"description":"Of the order"},)"
    R"("customer":{"$ref":"#/$defs/person"},)"
    R"("delivery":{"description":"How it comes","oneOf":[)"
    R"({"title":"By post","type":"object","properties":{"kind":{"const":"post"},)"
    R"("address":{"$ref":"#/$defs/address"}},"required":["kind","address"]},)"
    R"({"title":"To a locker","type":"object","properties":{"kind":{"const":"locker"},)"
    R"("number":{"type":"integer","minimum":1}},"required":["kind","number"]}]},)"
    R"("guests":{"type":"array","description":"Who comes along","maxItems":20,)"
    R"("items":{"type":"object","properties":{)"
    R"("name":{"type":"string"},"email":{"type":["string","null"],"format":"email"},)"
    R"("roles":{"type":"array","uniqueItems":true,"items":{"enum":["guide","cook"]}}},)"
    R"("required":["name"]}},)"
    R"("priority":{"title":"Priority","oneOf":[{"const":"low","title":"When convenient"},)"
    R"({"const":"normal","title":"As usual"},{"const":"high","title":"Today"}],)"
    R"("default":"normal"},)"
    R"("discount":{"description":"A share of the price",)"
    R"("anyOf":[{"type":"number","minimum":0,"maximum":1},{"type":"null"}]},)"
    R"("comment":{"type":["string","null"],"description":"For the sender"},)"
    R"("seats":{"type":"array","description":"Rows of seats","items":{"type":"array",)"
    R"("items":{"type":"integer"},"minItems":1},"maxItems":20},)"
    R"("labels":{"type":"object","description":"Names and values",)"
    R"("additionalProperties":{"type":"string"}},)"
    R"("gift":{"type":"boolean","default":false,"description":"Needs a comment"}},)"
    R"("required":["title","customer","delivery"],)"
    R"("if":{"properties":{"gift":{"const":true}},"required":["gift"]},)"
    R"("then":{"required":["comment"]},)"
    R"("$defs":{"address":{"type":"object","properties":{"street":{"type":"string"},)"
    R"("postcode":{"type":"string","pattern":"^[0-9]{3,6}$"},)"
    R"("country":{"type":"string","enum":["IS","FI","JP"]}},"required":["street","country"]},)"
    R"("person":{"type":"object","properties":{"name":{"type":"string"},)"
    R"("email":{"type":"string","format":"email"},"born":{"type":"string","format":"date"},)"
    R"("friends":{"type":"array","items":{"$ref":"#/$defs/person"}}},"required":["name"]}}})";

void complexForm(Call &call, Arguments &arguments)
{
    arguments.requiredText("title");
    for (const std::string_view name : {"customer", "delivery"}) {
        if (!arguments.value(name).isObject())
            arguments.reject(name, "is required and must be an object");
    }
    if (!arguments.fit())
        return Tools::rejectArguments(call, arguments);
    call.finish(
        ToolResult(call.features()).text("Understood: " + std::string(arguments.raw())).json());
}

constexpr std::string_view kAnyObject = R"({"type":"object"})";

} // namespace

std::vector<Tool> exactTools()
{
    return {
        {"echo", "Echo", "Returns its arguments, byte for byte.",
            R"({"type":"object","additionalProperties":true})", std::string(kAnyObject),
            Hints::harmless(), echo, {}},
        {"big_numbers", "Big numbers", "Numbers that a double cannot hold.",
            std::string(kAnyObject), std::string(kAnyObject), Hints::harmless(), bigNumbers, {}},
        {"complex_form", "Complex form",
            "A schema with references, alternatives, nested lists and values that may be null.",
            std::string(kComplexSchema), {}, Hints::harmless(), complexForm, {}},
    };
}

} // namespace sonde::demo
