// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/mock/mockrow.h"

#include "base/formatting.h"
#include "models/signs/modeltext.h"
#include "rpc/targetkind.h"
#include "json/document.h"
#include "json/singleline.h"

#include <QStringList>

#include <cstdint>
#include <string>
#include <string_view>

namespace sonde::models {

using mock::Fault;
using mock::ResponseFields;
using Content = ResponseFields::Content;

namespace {

QString cut(const QString &text)
{
    return text.size() > MockRow::kMaxText ? QString(text.left(MockRow::kMaxText) + QChar(u'…'))
                                           : text;
}

QString lineOf(std::string_view raw)
{
    return json::toQString(json::singleLine(raw.substr(0, std::size_t(MockRow::kMaxText) * 4)));
}

// "city = "Oulu"" for each member; a text that is no object as it is.
void addPlaces(const std::string &text, QStringList &parts)
{
    if (text.empty())
        return;
    const json::Document document = json::Document::parse(std::string_view(text));
    if (document.error() || !document.root().isObject()) {
        parts << lineOf(text);
        return;
    }
    for (const json::Value member : document.root())
        parts << QStringLiteral("%1 = %2").arg(json::toQString(member.key()), lineOf(member.raw()));
}

QString methodOf(const ResponseFields &fields)
{
    for (const rpc::TargetKind &kind : rpc::kTargetKinds) {
        if (fields.thing == kind.thing)
            return QString::fromStdString(std::string(kind.method));
    }
    return QString::fromStdString(fields.name);
}

QString matchOf(const ResponseFields &fields)
{
    QStringList parts;
    if (fields.thing != "method")
        parts << (fields.name.empty() ? Text::tr("any") : json::toQString(fields.name));
    addPlaces(fields.arguments, parts);
    addPlaces(fields.params, parts);
    return parts.isEmpty() ? Text::tr("any") : cut(listText(parts));
}

QString responseOf(const ResponseFields &fields)
{
    if (fields.content == Content::Recorded)
        return Text::tr("as recorded");
    if (mock::isTemplate(fields))
        return fields.content == Content::Error ? Text::tr("error from a template")
                                                : Text::tr("template");
    const QString size = sizeText(fields.text.size());
    if (fields.content == Content::Result)
        return Text::tr("result, %1").arg(size);
    const json::Document error = json::Document::parse(std::string_view(fields.text));
    const json::Value code = error.root()["code"];
    return code.isNumber() ? Text::tr("error %1").arg(json::toQString(code.raw()))
                           : Text::tr("error, %1").arg(size);
}

QString delayOf(const ResponseFields &fields)
{
    const QString least = countText(std::uint64_t(fields.delay));
    if (mock::hasRange(fields))
        return Text::tr("%1–%2 ms").arg(least, countText(std::uint64_t(fields.maxDelay)));
    return fields.delay > 0 ? Text::tr("%1 ms").arg(least) : QString();
}

Sign faultSign(Fault fault)
{
    switch (fault) {
    case Fault::None:
        return Sign::None;
    case Fault::Silence:
        return Sign::NoResponse;
    case Fault::Broken:
        return Sign::NotAMessage;
    case Fault::Twice:
    case Fault::WrongId:
        return Sign::ToolError;
    case Fault::Close:
        break;
    }
    return Sign::Cancelled;
}

} // namespace

QString MockRow::faultWord(Fault fault)
{
    switch (fault) {
    case Fault::None:
        return Text::tr("none");
    case Fault::Silence:
        return Text::tr("never sent");
    case Fault::Broken:
        return Text::tr("broken bytes");
    case Fault::Twice:
        return Text::tr("sent twice");
    case Fault::WrongId:
        return Text::tr("wrong id");
    case Fault::Close:
        break;
    }
    return Text::tr("connection closed");
}

MockRow MockRow::of(const ResponseFields &fields, const QString &problem)
{
    MockRow row;
    row.method = cut(methodOf(fields));
    row.match = matchOf(fields);
    row.response = responseOf(fields);
    row.responseSign = Sign::Changed;
    row.problem = problem;
    row.setLimits(fields);
    return row;
}

MockRow MockRow::unchecked(const ResponseFields &fields)
{
    MockRow row;
    row.method = cut(methodOf(fields));
    if (fields.thing != "method")
        row.match = cut(json::toQString(fields.name));
    row.response = Text::tr("checking…");
    row.responseSign = Sign::Changed;
    row.setLimits(fields);
    return row;
}

void MockRow::setLimits(const ResponseFields &fields)
{
    isOff = fields.isOff;
    delay = delayOf(fields);
    fault = fields.fault == Fault::None ? QString() : faultWord(fields.fault);
    faultSign = models::faultSign(fields.fault);
    times = fields.times == 0 ? Text::tr("all") : countText(std::uint64_t(fields.times));
}

void MockRow::setUses(std::optional<quint64> count)
{
    uses = count ? countText(*count) : QString();
}

MockRow MockRow::of(const mock::RecordedRequest &request)
{
    MockRow row;
    const ResponseFields fields = mock::requestFields(request);
    row.method = cut(methodOf(fields));
    row.match = matchOf(fields);
    const QString number = countText(request.messages.front());
    row.response = request.unanswered == int(request.messages.size())
        ? Text::tr("recorded #%1, no response").arg(number)
        : Text::tr("recorded #%1, %2").arg(number, sizeText(request.bytes));
    row.responseSign = Sign::Mark;
    row.times = countText(request.messages.size());
    row.isRecorded = true;
    return row;
}

} // namespace sonde::models
