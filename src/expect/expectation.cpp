// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "expect/expectation.h"

#include "base/domainerror.h"
#include "base/formatting.h"
#include "changes/callrun.h"
#include "expect/expecttr.h"
#include "replay/replayrules.h"
#include "schema/validator.h"
#include "json/edit.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace sonde::expect {

namespace {

using changes::Difference;
using changes::VolatilePlace;

Result<VolatilePlace> readPlace(const json::Value &value)
{
    VolatilePlace place;
    QString text = value.toString();
    const qsizetype path = text.indexOf(u'/');
    if (const QString kind = text.left(std::max<qsizetype>(path, 0)).trimmed(); !kind.isEmpty()) {
        const auto known = changes::kindOfName(kind.toStdString());
        if (!known)
            return usageError(Text::tr("“%1” in “ignore” is not a kind. Use time, id or value.")
                                  .arg(kind.left(80)));
        place.kind = *known;
    }
    if (path < 0)
        return usageError(
            Text::tr("“ignore” must be an array of JSON pointers, which begin with /: "
                     "[\"/content/0/text\", \"time /structuredContent/at\"]."));
    place.pointer = text.mid(path);
    return place;
}

Result<void> readIgnored(const json::Value &value, Expectation &into)
{
    if (!value.isArray())
        return usageError(Text::tr("“ignore” must be an array."));
    for (const json::Value each : value) {
        if (into.ignore.size() >= Expectation::kMaxIgnored)
            return usageError(
                Text::tr("“ignore” may have at most %1 entries.").arg(Expectation::kMaxIgnored));
        auto place = readPlace(each);
        if (!place)
            return place.error();
        into.ignore.push_back(std::move(place).value());
    }
    return {};
}

Result<void> readCompare(const json::Value &value, Expectation &into)
{
    if (value.equals("contains"))
        into.compare = Expectation::Compare::Contains;
    else if (!value.equals("exact"))
        return usageError(Text::tr("“compare” must be \"exact\" or \"contains\"."));
    return {};
}

Result<void> readTolerance(const json::Value &value, Expectation &into)
{
    into.tolerance = value.toDouble();
    if (!into.tolerance || !std::isfinite(*into.tolerance) || *into.tolerance < 0)
        return usageError(Text::tr("“tolerance” must be a number that is not negative."));
    return {};
}

Result<void> readIsError(const json::Value &value, Expectation &into)
{
    into.isError = value.toBool();
    return into.isError ? Result<void>()
                        : Result<void>(usageError(Text::tr("“isError” must be true or false.")));
}

Result<void> readErrorCode(const json::Value &value, Expectation &into)
{
    into.errorCode = value.toInt64();
    return into.errorCode ? Result<void>()
                          : Result<void>(usageError(
                              Text::tr("“errorCode” must be a whole number, for example -32602.")));
}

Result<void> readWithin(const json::Value &value, Expectation &into)
{
    constexpr std::int64_t kDay = 86'400'000;
    const auto number = value.toInt64();
    if (!number || *number <= 0 || *number > kDay)
        return usageError(
            Text::tr("“withinMs” must be a whole number of milliseconds, from 1 to %1.").arg(kDay));
    into.within = std::chrono::milliseconds(*number);
    return {};
}

Result<schema::Validator> validatorOf(const Bytes &schema)
{
    return schema::Validator::make(
        std::make_shared<const json::Document>(json::Document::parse(schema)));
}

Result<void> readSchema(const json::Value &value, Expectation &into)
{
    into.schema = Bytes::copyOf(value.raw());
    const auto made = validatorOf(into.schema);
    return made ? Result<void>()
                : Result<void>(usageError(
                    Text::tr("“schema” is no usable JSON Schema: %1").arg(made.error().sentence)));
}

Result<void> readResult(const json::Value &value, Expectation &into)
{
    if (!value.isObject())
        return usageError(Text::tr("“result” must be an object."));
    into.result = Bytes::copyOf(value.raw());
    return {};
}

using Reader = Result<void> (*)(const json::Value &value, Expectation &into);
constexpr std::pair<std::string_view, Reader> kMembers[]{{"result", readResult},
    {"compare", readCompare}, {"ignore", readIgnored}, {"tolerance", readTolerance},
    {"isError", readIsError}, {"errorCode", readErrorCode}, {"schema", readSchema},
    {"withinMs", readWithin}};

Result<void> readMember(const json::Value &value, Expectation &into)
{
    const std::string name = value.key();
    QStringList known;
    for (const auto &[member, read] : kMembers) {
        if (name == member)
            return read(value, into);
        known << json::toQString(member);
    }
    return usageError(Text::tr("“expect” has the member “%1”, which is not known. Use %2.")
                          .arg(json::toQString(name).left(80), listText(known)));
}

bool isErrorIn(const Bytes &result)
{
    const auto document = json::Document::parse(result);
    return document.root()["isError"].toBool().value_or(false);
}

// Whether the later value has a member more.
bool isFurtherMember(const Difference &difference, const json::Document &after)
{
    if (difference.kind != changes::ChangeKind::Added)
        return false;
    return after.pointer(difference.pointer.section(u'/', 0, -2)).isObject();
}

void compareResults(const Expectation &expected, const Bytes &received, Judgement &judgement)
{
    replay::ReplayRules rules;
    for (const VolatilePlace &place : expected.ignore)
        rules.add({.place = place});
    if (expected.tolerance)
        rules.setTolerance(*expected.tolerance);
    const auto before = json::Document::parse(comparedResult(expected.result));
    const auto after = json::Document::parse(comparedResult(received));
    for (Difference &difference : changes::differences(before.root(), after.root())) {
        const bool isFurther = expected.compare == Expectation::Compare::Contains
            && isFurtherMember(difference, after);
        if (!isFurther && !rules.allows({}, {}, difference))
            judgement.differences.push_back(std::move(difference));
    }
    if (!judgement.differences.empty())
        judgement.sentences << Text::tr("The result differs from the expected one.");
}

void compareIsError(const Expectation &expected, const Bytes &received, Judgement &judgement)
{
    const bool is = isErrorIn(received);
    const bool wanted = expected.isError.value_or(isErrorIn(expected.result));
    if (is == wanted)
        return;
    if (wanted) {
        judgement.sentences << Text::tr("The result has no isError: true, which was expected.");
        return;
    }
    const auto document = json::Document::parse(received);
    const QString text = document.root()["content"].first()["text"].toString();
    judgement.sentences << (text.isEmpty() ? Text::tr("The tool reported an error.")
                                           : Text::tr("The tool reported an error: %1").arg(text));
}

void compareSchema(const Expectation &expected, const Bytes &received, Judgement &judgement)
{
    const auto validator = validatorOf(expected.schema);
    const auto document = json::Document::parse(received);
    const schema::Outcome outcome = validator->validate(document.root());
    if (outcome.isValid())
        return;
    if (outcome.errors.empty()) {
        judgement.sentences << Text::tr("The result cannot be checked: %1").arg(outcome.sentence);
        return;
    }
    const schema::Unit &first = outcome.errors.front();
    judgement.sentences << Text::tr("The result does not fit the schema. %1: %2")
                               .arg(first.instanceLocation.isEmpty() ? QStringLiteral("/")
                                                                     : first.instanceLocation,
                                   first.sentence);
}

} // namespace

Result<Expectation> Expectation::read(const json::Value &value)
{
    if (!value.isObject())
        return usageError(Text::tr("“expect” must be an object."));
    Expectation expectation;
    for (const json::Value member : value) {
        if (const Result<void> done = readMember(member, expectation); !done)
            return done.error();
    }
    if (expectation.errorCode && !expectation.result.isEmpty())
        return usageError(Text::tr("“expect” has both result and errorCode. A response has one."));
    return expectation;
}

Judgement Expectation::judge(const CallOutcome &outcome) const
{
    Judgement judgement;
    if (!outcome.result.isEmpty()) {
        if (errorCode)
            judgement.sentences
                << Text::tr("The response is a result. The error %1 was expected.").arg(*errorCode);
        else
            compareIsError(*this, outcome.result, judgement);
        if (!result.isEmpty())
            compareResults(*this, outcome.result, judgement);
        if (!schema.isEmpty())
            compareSchema(*this, outcome.result, judgement);
    } else if (!outcome.errorCode) {
        judgement.sentences << Text::tr("There is no response: %1").arg(outcome.sentence);
    } else if (!errorCode) {
        judgement.sentences << Text::tr("The response is the error %1: %2")
                                   .arg(*outcome.errorCode)
                                   .arg(outcome.sentence);
    } else if (*errorCode != *outcome.errorCode) {
        judgement.sentences << Text::tr("The response is the error %1, and not %2: %3")
                                   .arg(*outcome.errorCode)
                                   .arg(*errorCode)
                                   .arg(outcome.sentence);
    }
    if (within && outcome.took > *within)
        judgement.sentences << Text::tr("It took %1. At most %2 were expected.")
                                   .arg(durationText(outcome.took), durationText(*within));
    return judgement;
}

QString ignoredText(const changes::VolatilePlace &place)
{
    return place.kind == VolatilePlace::Kind::Value
        ? place.pointer
        : QString(changes::kindName(place.kind) + QChar(u' ') + place.pointer);
}

Bytes withoutMeta(const Bytes &result)
{
    const auto document = json::Document::parse(result);
    const json::Value meta = document.root()["_meta"];
    const auto without = meta ? json::removeValue(meta) : Result<Bytes>(result);
    return without ? *without : result;
}

Bytes comparedResult(const Bytes &result)
{
    return changes::expandedResult(withoutMeta(result));
}

} // namespace sonde::expect
