// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "expect/testfile.h"

#include "base/domainerror.h"
#include "expect/expecttr.h"
#include "rpc/targetkind.h"
#include "json/builder.h"
#include "json/document.h"
#include "json/singleline.h"

#include <string_view>
#include <utility>

namespace sonde::expect {

namespace {

Bytes paramsOf(const rpc::TargetKind &kind, const json::Value &entry)
{
    json::Builder params;
    params.beginObject().member(kind.param, entry[kind.thing].text());
    if (const json::Value arguments = entry["arguments"])
        params.rawMember("arguments", json::singleLine(arguments.raw()));
    return params.endObject().take();
}

Result<void> readTarget(const json::Value &entry, TestCall &call)
{
    for (const rpc::TargetKind &kind : rpc::kTargetKinds) {
        const json::Value target = entry[kind.thing];
        if (!target.isString())
            continue;
        if (const json::Value arguments = entry["arguments"];
            arguments.exists() && !arguments.isObject())
            return usageError(Text::tr("“arguments” must be an object."));
        if (entry["argumentsText"] || entry["argumentsBase64"])
            return usageError(Text::tr("Its arguments are not JSON, so that no response can be "
                                       "expected. Correct them, or remove the call."));
        call.method = QString::fromLatin1(kind.method.data(), qsizetype(kind.method.size()));
        call.target = target.toString();
        call.params = paramsOf(kind, entry);
        return {};
    }
    if (!entry["method"].isString())
        return usageError(
            Text::tr("It does not say what to call. Use “tool”, “prompt”, “resource” or "
                     "“method”."));
    call.method = entry["method"].toString();
    if (const json::Value params = entry["params"])
        call.params = Bytes::copyOf(json::singleLine(params.raw()));
    return {};
}

Result<TestCall> readCall(const json::Value &entry)
{
    TestCall call;
    if (!entry.isObject())
        return usageError(Text::tr("It is not an object."));
    if (const Result<void> done = readTarget(entry, call); !done)
        return done.error();
    call.name = entry["name"].toString();
    if (call.name.isEmpty())
        call.name = call.target.isEmpty() ? call.method : call.method + u' ' + call.target;
    if (const json::Value expect = entry["expect"]) {
        auto expected = Expectation::read(expect);
        if (!expected)
            return expected.error();
        call.hasExpectation = true;
        call.expected = std::move(expected).value();
    }
    return call;
}

// "Call 3 (hike)".
QString callTitle(std::size_t number, const json::Value &entry)
{
    const QString name = entry["name"].toString().left(80);
    return name.isEmpty() ? Text::tr("Call %1").arg(number)
                          : Text::tr("Call %1 (%2)").arg(number).arg(name);
}

} // namespace

bool TestFile::isTestFile(const Bytes &text)
{
    return json::Document::parse(text).root()["calls"].isArray();
}

Result<std::vector<TestCall>> TestFile::read(const Bytes &text)
{
    const auto document = json::Document::parse(text);
    if (const auto &error = document.error())
        return usageError(Text::tr("Line %1, column %2: %3.")
                              .arg(error->line)
                              .arg(error->column)
                              .arg(error->reason));
    const json::Value calls = document.root()["calls"];
    if (!calls.isArray())
        return usageError(Text::tr("It has no array “calls”."));
    std::vector<TestCall> all;
    for (const json::Value entry : calls) {
        if (all.size() >= kMaxCalls)
            return usageError(Text::tr("It has more than %1 calls. Split it.").arg(kMaxCalls));
        auto call = readCall(entry);
        if (!call)
            return usageError(
                Text::tr("%1: %2").arg(callTitle(all.size() + 1, entry), call.error().sentence));
        all.push_back(std::move(call).value());
    }
    return all;
}

} // namespace sonde::expect
