// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How fast a large response becomes a document, next to the parsers one would reach for otherwise.
// They give less: one rounds numbers and sorts names, the other drops duplicates.

#include "workload.h"
#include "json/document.h"

#include <QJsonDocument>

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace {

// A list of tools such as a large server has: names, prose, numbers, nested schemas.
std::string manyTools(int count)
{
    std::string text = R"({"jsonrpc":"2.0","id":1,"result":{"tools":[)";
    for (int i = 0; i < count; ++i) {
        const std::string n = std::to_string(i);
        text += (i ? ",{" : "{");
        text += R"("name":"tool_)" + n + R"(","title":"The tool of number )" + n + R"(",)";
        text += R"("description":"Reads \"one\" of the measured values\nand gives it back, with a )"
                R"(word or two about where it came from and how far it can be trusted.",)";
        text += R"("inputSchema":{"type":"object","properties":{"id":{"type":"integer","minimum":)"
            + n + R"(,"maximum":9007199254740993},"ratio":{"type":"number","default":0.)" + n
            + R"(},"tags":{"type":"array","items":{"type":"string","enum":["a","b","c"]}},)"
              R"("deep":{"type":"object","properties":{"x":{"type":["string","null"]}}}},)"
              R"("required":["id","tags"],"additionalProperties":false},)"
              R"("annotations":{"readOnlyHint":true,"destructiveHint":false}})";
    }
    return text + "]}}";
}

void report(const char *parser, std::size_t bytes, const Timing &ms)
{
    std::printf("{\"client\":\"json\",\"what\":\"%s\",\"ms\":%.3f,\"megabytesPerSecond\":%.0f}\n",
        parser, ms.median, double(bytes) / 1000 / ms.median);
}

void require(bool condition)
{
    if (!condition)
        std::abort();
}

} // namespace

int main(int argc, char **argv)
{
    const int repeat = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const std::string text = manyTools(22'000);
    const sonde::Bytes bytes = sonde::Bytes::copyOf(text);
    const QByteArray array = QByteArray::fromStdString(text);

    report("sonde::json", text.size(),
        timed(repeat, [&] { require(sonde::json::Document::parse(bytes).isValid()); }));
    report("QJsonDocument", text.size(),
        timed(repeat, [&] { require(!QJsonDocument::fromJson(array).isNull()); }));
    report("nlohmann", text.size(),
        timed(repeat, [&] { require(nlohmann::json::parse(text).is_object()); }));
}
