// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "expect/testedit.h"

#include "changes/difference.h"
#include "json/builder.h"
#include "json/document.h"
#include "json/edit.h"
#include "json/singleline.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace sonde::expect {

namespace {

// A JSON object as text, whose members are set one by one.
class ObjectText {
public:
    explicit ObjectText(Bytes text)
        : m_text(std::move(text))
    {
    }

    void set(std::string_view name, std::string_view raw)
    {
        const auto document = json::Document::parse(m_text);
        const json::Value member = document.root()[name];
        take(member ? json::replaceValue(member, raw)
                    : json::appendMember(document.root(), name, raw));
    }
    void remove(std::string_view name)
    {
        const auto document = json::Document::parse(m_text);
        if (const json::Value member = document.root()[name])
            take(json::removeValue(member));
    }
    const Bytes &text() const { return m_text; }

private:
    void take(const Result<Bytes> &edited)
    {
        if (edited)
            m_text = *edited;
    }
    Bytes m_text;
};

std::string ignoreText(const json::Value &before, const NewExpectation &expectation)
{
    json::Builder all;
    all.beginArray();
    for (const json::Value each : before)
        all.raw(each.raw());
    for (const changes::VolatilePlace &place : expectation.ignore)
        all.string(QStringView(ignoredText(place)));
    return all.endArray().takeString();
}

Bytes withExpectation(const json::Value &call, const NewExpectation &expectation)
{
    const json::Value before = call["expect"];
    ObjectText expect(Bytes::copyOf(before.isObject() ? before.raw() : "{}"));
    const CallOutcome &outcome = expectation.outcome;
    expect.remove("isError"); // the result says it
    if (outcome.errorCode) {
        expect.remove("result");
        expect.set("errorCode", std::to_string(*outcome.errorCode));
    } else {
        expect.remove("errorCode");
        expect.set("result", json::singleLine(withoutMeta(outcome.result).view()));
    }
    if (!expectation.ignore.empty())
        expect.set("ignore", ignoreText(before["ignore"], expectation));
    ObjectText whole(Bytes::copyOf(call.raw()));
    whole.set("expect", expect.text().view());
    return whole.text();
}

} // namespace

NewExpectation learned(
    const CallOutcome &first, const CallOutcome &second, const Expectation &before)
{
    NewExpectation expectation{first, {}};
    if (first.result.isEmpty() || second.result.isEmpty())
        return expectation;
    const auto one = json::Document::parse(comparedResult(first.result));
    const auto other = json::Document::parse(comparedResult(second.result));
    for (auto &place : changes::learnedPlaces(changes::differences(one.root(), other.root()))) {
        const auto &known = before.ignore;
        if (std::find(known.begin(), known.end(), place) == known.end())
            expectation.ignore.push_back(std::move(place));
    }
    return expectation;
}

Bytes withExpectations(const Bytes &text, const std::map<std::size_t, NewExpectation> &changed)
{
    const auto document = json::Document::parse(text);
    std::string out;
    std::size_t done = 0;
    std::size_t index = 0;
    for (const json::Value call : document.root()["calls"]) {
        if (const auto found = changed.find(index++); found != changed.end() && call.isObject()) {
            out += text.view().substr(done, call.node().begin - done);
            out += withExpectation(call, found->second).view();
            done = call.node().end;
        }
    }
    out += text.view().substr(done);
    return Bytes::copyOf(out);
}

} // namespace sonde::expect
