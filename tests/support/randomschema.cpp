// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/randomschema.h"

namespace sonde::test {

RandomSchema::Pair RandomSchema::make()
{
    auto [schema, instance] = any(0);
    if (!m_definitions.empty())
        schema = R"({"allOf":[)" + schema + R"(],"$defs":{)" + m_definitions + "}}";
    return {schema, space() + instance + space()};
}

std::string RandomSchema::space()
{
    return roll(3) == 0 ? std::string(" \n").substr(0, std::size_t(1 + roll(2))) : "";
}

RandomSchema::Pair RandomSchema::any(int depth)
{
    constexpr int kDeep = 3;
    if (depth > kDeep)
        return leaf();
    switch (roll(14)) {
    case 0:
    case 1:
    case 2:
        return leaf();
    case 3: {
        const auto [schema, value] = any(depth + 1);
        return {R"({"anyOf":[)" + schema + R"(,{"type":"null"}]})", value};
    }
    case 4: {
        const auto [a, x] = any(depth + 1);
        const auto [b, y] = any(depth + 1);
        return {R"({"anyOf":[)" + a + "," + b + "]}", roll(2) ? x : y};
    }
    case 5:
        return list(depth);
    case 6:
        return tuple(depth);
    case 7:
        return reference(depth);
    case 8:
        return tagged(depth);
    case 9:
        return condition(depth);
    case 10:
        return furtherNames(depth);
    default:
        return object(depth);
    }
}

RandomSchema::Pair RandomSchema::leaf()
{
    switch (roll(6)) {
    case 0:
        return {R"({"type":"string"})", roll(2) ? R"("Bj\u00f6rk \/")" : R"("")"};
    case 1:
        return {R"({"type":"number"})", roll(2) ? "1e400" : "-0.1000"};
    case 2:
        return {R"({"type":"integer"})", roll(2) ? "9007199254740993" : "-0"};
    case 3:
        return {R"({"type":["boolean","null"]})", roll(2) ? "true" : "null"};
    case 4:
        return {R"({"enum":["a",1.0,null]})", roll(2) ? "1.0" : R"("a")"};
    default:
        return {roll(2) ? "true" : "{}", R"({"free":[1,2.0,{}]})"};
    }
}

RandomSchema::Pair RandomSchema::list(int depth)
{
    const auto [schema, value] = any(depth + 1);
    std::string items;
    for (int i = roll(4); i > 0; --i)
        items += space() + value + space() + (i > 1 ? "," : "");
    return {R"({"type":"array","items":)" + schema + "}", "[" + items + "]"};
}

RandomSchema::Pair RandomSchema::tuple(int depth)
{
    const auto [a, x] = any(depth + 1);
    const auto [b, y] = any(depth + 1);
    const auto [rest, z] = any(depth + 1);
    std::string items = x;
    if (roll(3))
        items += "," + space() + y + (roll(2) ? "," + z : "");
    return {R"({"type":"array","prefixItems":[)" + a + "," + b + R"(],"items":)" + rest + "}",
        "[" + items + "]"};
}

RandomSchema::Pair RandomSchema::reference(int depth)
{
    const auto [schema, value] = any(depth + 1);
    const std::string name = "d" + std::to_string(m_count++);
    m_definitions += (m_definitions.empty() ? "\"" : ",\"") + name + "\":" + schema;
    return {R"({"$ref":"#/$defs/)" + name + R"("})", value};
}

RandomSchema::Pair RandomSchema::tagged(int depth)
{
    const auto [a, x] = any(depth + 1);
    const auto [b, y] = any(depth + 1);
    const auto branch = [](const char *tag, const std::string &schema) {
        return std::string(R"({"type":"object","properties":{"kind":{"const":")") + tag
            + R"("},"v":)" + schema + R"(},"required":["kind"]})";
    };
    const bool first = roll(2) == 0;
    std::string members = first ? R"("kind":"a")" : R"("kind":"b")";
    if (roll(4))
        members += "," + space() + R"("v":)" + (first ? x : y);
    return {R"({"oneOf":[)" + branch("a", a) + "," + branch("b", b) + "]}", "{" + members + "}"};
}

RandomSchema::Pair RandomSchema::condition(int depth)
{
    const auto [a, x] = any(depth + 1);
    const auto [b, y] = any(depth + 1);
    const bool on = roll(2) == 0;
    const std::string schema =
        R"({"type":"object","properties":{"on":{"type":"boolean"}},)"
        R"("if":{"properties":{"on":{"const":true}},"required":["on"]},"then":{"properties":)"
        R"({"t":)"
        + a + R"(}},"else":{"properties":{"e":)" + b
        + R"(}},"dependentSchemas":{"t":{"properties":{"more":{"type":"number"}}}}})";
    std::string members = on ? R"("on":true,"t":)" + x : R"("on":false,"e":)" + y;
    if (on && roll(2))
        members += R"(,"more":0.10)";
    return {schema, "{" + members + "}"};
}

RandomSchema::Pair RandomSchema::furtherNames(int depth)
{
    const auto [schema, value] = any(depth + 1);
    const auto [other, x] = any(depth + 1);
    return {R"({"type":"object","patternProperties":{"^x":)" + other
            + R"(},"additionalProperties":)" + schema + "}",
        "{" + space() + R"("y z":)" + value + R"(,"x~/":)" + x + "}"};
}

RandomSchema::Pair RandomSchema::object(int depth)
{
    std::string properties;
    std::string members;
    for (int i = 0, count = roll(5); i < count; ++i) {
        const auto [schema, value] = any(depth + 1);
        const std::string name = "\"p" + std::to_string(i) + "~/\"";
        properties += (properties.empty() ? "" : ",") + name + ":" + schema;
        if (roll(3))
            members +=
                (members.empty() ? "" : ",") + space() + name + space() + ":" + space() + value;
    }
    if (roll(4) == 0)
        members += (members.empty() ? "" : ",") + std::string(R"("more":[null])");
    return {R"({"type":"object","properties":{)" + properties + "}}", "{" + members + "}"};
}

} // namespace sonde::test
