// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/cellcondition.h"

#include "base/formatting.h"
#include "models/trace/rowfindings.h"
#include "models/trace/tracemodel.h"
#include "trace/filter/filterrun.h"
#include "trace/filter/filtertoken.h"
#include "trace/record/recordnames.h"

#include <QStringBuilder>

namespace sonde::models {

namespace {

constexpr qsizetype kMaxText = 200; // characters of a value in a condition

QString name(std::string_view word)
{
    return QString::fromLatin1(word.data(), qsizetype(word.size()));
}

// Line ends and tabs as escapes: the filter is one line.
QString quoted(const QString &text)
{
    return trace::quotedForFilter(text)
        .replace(u'\n', QStringLiteral("\\n"))
        .replace(u'\r', QStringLiteral("\\u000d"))
        .replace(u'\t', QStringLiteral("\\t"));
}

QString equals(const QString &field, const QString &text)
{
    return text.size() <= kMaxText ? QString(field % u" == " % quoted(text))
                                   : QString(field % u" contains " % quoted(text.left(kMaxText)));
}

// A field that is empty is not there.
QString named(const QString &field, const QString &text)
{
    return text.isEmpty() ? QString() : equals(field, text);
}

QString statusCondition(const trace::Record &record)
{
    if (record.kind == rpc::Kind::Exchange && record.errorCode > 0)
        return QStringLiteral("status == %1").arg(record.errorCode);
    if (record.kind != rpc::Kind::Exchange && record.errorCode != 0)
        return QStringLiteral("error.code == %1").arg(record.errorCode);
    return record.state == trace::State::None
        ? QString()
        : QStringLiteral("status == ") % name(trace::stateName(record.state));
}

QString durationCondition(const TraceModel &model, int row)
{
    const std::int64_t ns = model.durationNs(row);
    return ns < 0 ? QString() : QStringLiteral("duration >= %1ns").arg(ns);
}

} // namespace

QString cellCondition(const TraceModel &model, int row, int column)
{
    const trace::Record &record = model.record(row);
    const auto string = [&model](std::uint32_t number) { return model.store().string(number); };
    switch (column) {
    case TraceModel::NumberColumn:
        return QStringLiteral("number == %1").arg(model.number(row));
    case TraceModel::TimeColumn:
        return QStringLiteral("time >= ")
            % dateTimeText(record.wallNs).replace(QLatin1Char(' '), QLatin1Char('T'));
    case TraceModel::DirectionColumn:
        return QStringLiteral("dir == ") % name(trace::directionName(record.channel));
    case TraceModel::KindColumn:
        return QStringLiteral("kind == ") % name(trace::kindName(record.kind));
    case TraceModel::MethodColumn:
        return named(QStringLiteral("method"), string(record.method));
    case TraceModel::TargetColumn:
        return named(QStringLiteral("target"), string(record.target));
    case TraceModel::IdColumn: {
        const QString id = model.store().idText(record);
        return id.isEmpty() ? QString() : QStringLiteral("id == ") % id;
    }
    case TraceModel::StatusColumn:
        return statusCondition(record);
    case TraceModel::DurationColumn:
        return durationCondition(model, row);
    case TraceModel::SizeColumn:
        return QStringLiteral("size >= %1").arg(record.length);
    case TraceModel::FindingsColumn:
        if (const RowFindings *findings = model.findings()) {
            if (const auto found = findings->about(model.number(row)); !found.empty())
                return named(QStringLiteral("finding.rule"),
                    QString::fromStdString(found.front()->requirement->id));
        }
        return record.problem == rpc::Problem::None
            ? QString()
            : QStringLiteral("problem == ") % name(rpc::problemName(record.problem));
    case TraceModel::ServerColumn:
        return named(QStringLiteral("server"), model.stream(record.stream).server);
    case TraceModel::NoteColumn:
        return named(QStringLiteral("note"), QString::fromStdString(model.note(row).text));
    default:
        return {};
    }
}

QString valueCondition(const json::Value &value)
{
    if (!value || !value.parent())
        return {};
    QString path = value.path();
    json::Value first = value;
    while (first.parent().parent())
        first = first.parent();
    const std::string member = first.key();
    if (!value.document()->root().isObject()
        || (member != "params" && member != "result" && member != "error"))
        path.prepend(path.startsWith(u'[') ? u"$" : u"$.");
    if (value.isContainer())
        return path % QStringLiteral(" exists");
    if (value.isString())
        return equals(path, value.toString());
    return path % QStringLiteral(" == ") % json::toQString(value.raw());
}

QString withCondition(const QString &filter, const QString &condition, ConditionUse use)
{
    QString added =
        use == ConditionUse::Exclude ? QString(QStringLiteral("not ") % condition) : condition;
    const QString present = filter.trimmed();
    if (use == ConditionUse::Replace || present.isEmpty())
        return added;
    const bool isLoose = present.contains(QLatin1String(" or "));
    return (isLoose ? QString(u'(' % present % u')') : present) % QStringLiteral(" and ") % added;
}

} // namespace sonde::models
