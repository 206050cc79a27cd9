// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/tracerow.h"

#include "base/formatting.h"
#include "cli/output/terminaltext.h"
#include "rpc/sentence.h"
#include "trace/record/errorcode.h"
#include "trace/record/iserror.h"
#include "trace/record/recordnames.h"
#include "trace/record/summary.h"
#include "json/builder.h"

namespace sonde::cli {

namespace {

constexpr int kMaxText = 200; // characters of a line of text
constexpr int kMaxId = 40;
constexpr int kTarget = 1; // where it stands among the parts of a row
constexpr int kStatus = 4; // likewise
constexpr int kLeastTarget = 8; // cells that the target keeps in a narrow terminal
constexpr std::uint32_t kMaxRead = 64 * 1024; // bytes of a message that is described

QString mark(const trace::Record &record)
{
    switch (record.channel) {
    case rpc::Channel::Sent:
        return QStringLiteral("→");
    case rpc::Channel::Received:
        return QStringLiteral("←");
    case rpc::Channel::Stderr:
        return QStringLiteral("!");
    default:
        return QStringLiteral("·");
    }
}

Ink directionInk(rpc::Channel channel)
{
    switch (channel) {
    case rpc::Channel::Sent:
        return Ink::Sent;
    case rpc::Channel::Received:
        return Ink::Received;
    case rpc::Channel::Stderr:
        return Ink::Warning;
    default:
        return Ink::Muted;
    }
}

Ink statusInk(const trace::Record &record)
{
    if (trace::isError(record))
        return Ink::Bad;
    return record.state == trace::State::Ok ? Ink::Good : Ink::Warning;
}

// What stands under Target: a name, or the beginning of the line itself.
QString target(const trace::Store &store, const trace::Record &record)
{
    if (record.target != 0)
        return store.string(record.target);
    const bool isLine = record.kind == rpc::Kind::Stderr || record.kind == rpc::Kind::Invalid
        || record.kind == rpc::Kind::Lifecycle;
    if (!isLine && (record.kind != rpc::Kind::Notification || record.length > kMaxRead))
        return {};
    const auto bytes = store.read(record.stream, record.offset, std::min(record.length, kMaxRead));
    if (!bytes)
        return bytes.error().sentence;
    if (isLine) {
        // A lifecycle record is "what\tdetail", and what stands under Method.
        if (record.kind != rpc::Kind::Lifecycle)
            return QString::fromUtf8(bytes->view());
        const QString line = rpc::Sentence::shownLine(bytes->view());
        return line.mid(line.indexOf(u'\t') + 1);
    }
    rpc::Message message;
    return rpc::decodeOne(*bytes, message) ? QString::fromUtf8(trace::describeEvent(message).view())
                                           : QString();
}

QString status(const trace::Store &store, const trace::FilterRow &row)
{
    const trace::Record &record = row.record;
    if (record.kind == rpc::Kind::Exchange && record.errorCode != 0)
        return QString::number(record.errorCode);
    QString problem = record.problem == rpc::Problem::None
        ? QString()
        : QString::fromUtf8(rpc::problemName(record.problem));
    if (!problem.isEmpty() && record.problem != rpc::Problem::MalformedError)
        return problem;
    if (record.state == trace::State::None)
        return problem;
    QString name = QString::fromUtf8(trace::stateName(record.state));
    if (const std::string code = trace::errorCodeText(store, record, row.oddError); !code.empty())
        name += u' ' + rpc::shownErrorCode(code);
    return problem.isEmpty() ? name : name + u' ' + problem;
}

// At most `width` cells, with … where something was left out.
QString shortened(const QString &line, int width)
{
    return cellWidth(line) <= width ? line : wrapped(line, width, 1).value(0);
}

} // namespace

QString rowLine(
    const trace::Store &store, const trace::FilterRow &row, int width, const Palette &palette)
{
    const trace::Record &record = row.record;
    const QString duration =
        row.durationNs < 0 ? QString() : durationText(std::chrono::nanoseconds(row.durationNs));
    // As --trace has it.
    const QString process =
        store.stream(record.stream).probe ? QStringLiteral("probe ") : QString();
    const auto headIn = [&](const Palette &colours) {
        return QStringLiteral("%1  %2  %3%4 %5  ")
            .arg(row.number, 6)
            .arg(timeText(record.wallNs), process,
                colours.ink(directionInk(record.channel), mark(record)))
            .arg(QString::fromUtf8(trace::kindName(record.kind)), -12);
    };
    const QString id =
        trace::cutId(record).empty() ? QString() : QStringLiteral("id ") + store.idText(record);
    QStringList parts{store.string(record.method), target(store, record).left(kMaxText),
        id.left(kMaxId),
        row.isAutomatic ? QString::fromUtf8(trace::stateName(trace::State::Automatic)) : QString(),
        status(store, row), duration, bytesText(record.length)};
    for (QString &part : parts)
        part = harmlessLine(part);
    const auto joined = [&headIn](QStringList shown, const Palette &colours = Palette()) {
        shown.removeAll(QString());
        return QString(headIn(colours) + shown.join(QStringLiteral("  ")));
    };
    const int surplus = cellWidth(joined(parts)) - width;
    if (surplus > 0) {
        QString &flexible = parts[kTarget];
        flexible = shortened(flexible, std::max(kLeastTarget, cellWidth(flexible) - surplus));
    }
    if (cellWidth(joined(parts)) > width || !palette.hasColors())
        return shortened(joined(parts), width) + u'\n';
    parts[kStatus] = palette.ink(statusInk(record), parts[kStatus]);
    return joined(parts, palette) + u'\n';
}

std::string rowJson(const trace::Store &store, const trace::FilterRow &row)
{
    const trace::Record &record = row.record;
    json::Builder line;
    line.beginObject()
        .member("number", std::int64_t(row.number))
        .member("time", std::int64_t(record.wallNs))
        .member("server", QStringView(store.stream(record.stream).server))
        .member("dir", trace::directionName(record.channel))
        .member("kind", trace::kindName(record.kind))
        .member("method", QStringView(store.string(record.method)))
        .member("target", QStringView(target(store, record)));
    if (!trace::cutId(record).empty())
        line.rawMember("id", store.idText(record).toStdString());
    if (record.state != trace::State::None)
        line.member("status", trace::stateName(record.state));
    if (store.stream(record.stream).probe)
        line.member("probe", true);
    if (row.isAutomatic)
        line.member("automatic", true);
    if (record.problem != rpc::Problem::None)
        line.member("problem", rpc::problemName(record.problem));
    if (record.kind == rpc::Kind::Exchange && record.errorCode != 0)
        line.member("code", std::int64_t(record.errorCode));
    else if (const auto code = trace::errorCodeText(store, record, row.oddError); !code.empty())
        line.rawMember("code", code);
    if (record.pair != 0)
        line.member("pair", std::int64_t(record.pair));
    if (row.durationNs >= 0)
        line.member("duration", row.durationNs);
    line.member("size", std::int64_t(record.length));
    return line.endObject().takeString() + '\n';
}

} // namespace sonde::cli
