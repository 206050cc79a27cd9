// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/logfilter.h"

#include "trace/filter/filtertoken.h"

#include <QRegularExpression>
#include <QStringBuilder>

#include <algorithm>
#include <utility>

namespace sonde::models {

namespace {

const QString kAnd = QStringLiteral(" and ");
const QString kReceived = QStringLiteral("dir == received");

QString contains(const QString &path, const QString &text)
{
    return path % QLatin1String(" contains ") % trace::quotedForFilter(text);
}

// The data may be any JSON value, so the text is searched in all of it.
QString textCondition(const QString &given)
{
    const QString text = given.left(LogFilter::kMaxText);
    QStringList places{contains(QStringLiteral("params.logger"), text)};
    QString path = QStringLiteral("params.data");
    for (int depth = 0; depth <= LogFilter::kTextDepth; ++depth) {
        places += contains(path, text);
        path += QLatin1String("[*]");
    }
    return QLatin1Char('(') % places.join(QStringLiteral(" or ")) % QLatin1Char(')');
}

QString logCondition(const LogFilter &filter)
{
    QStringList all{kReceived, QStringLiteral("method == \"notifications/message\"")};
    if (filter.leastLevel > 0)
        all += QStringLiteral("level >= ") % logLevels().value(filter.leastLevel);
    if (!filter.logger.isEmpty())
        all += QStringLiteral("params.logger == ")
            % trace::quotedForFilter(filter.logger.left(LogFilter::kMaxText));
    if (!filter.text.isEmpty())
        all += textCondition(filter.text);
    return all.join(kAnd);
}

QString progressCondition(const LogFilter &filter)
{
    QStringList all{kReceived, QStringLiteral("method == \"notifications/progress\""),
        QStringLiteral("params.progressToken == ") % filter.scope->token};
    if (!filter.text.isEmpty())
        all += contains(QStringLiteral("params.message"), filter.text.left(LogFilter::kMaxText));
    return all.join(kAnd);
}

QString stderrCondition(const LogFilter &filter)
{
    QStringList all{QStringLiteral("kind == stderr")};
    if (!filter.text.isEmpty())
        all += contains(QStringLiteral("text"), filter.text.left(LogFilter::kMaxText));
    return all.join(kAnd);
}

// Each in parentheses, and one of them is enough.
QString sourceConditions(const LogFilter &filter)
{
    QStringList sources;
    if (filter.source != LogSource::Stderr) {
        sources += logCondition(filter);
        if (filter.scope && !filter.scope->token.isEmpty())
            sources += progressCondition(filter);
    }
    const bool fitsLines = filter.leastLevel == 0 && filter.logger.isEmpty();
    if (filter.source == LogSource::Stderr || (filter.source == LogSource::All && fitsLines))
        sources += stderrCondition(filter);
    return QLatin1String("((") % sources.join(QStringLiteral(") or (")) % QLatin1String("))");
}

} // namespace

const QStringList &logLevels()
{
    static const QStringList levels{QStringLiteral("debug"), QStringLiteral("info"),
        QStringLiteral("notice"), QStringLiteral("warning"), QStringLiteral("error"),
        QStringLiteral("critical"), QStringLiteral("alert"), QStringLiteral("emergency")};
    return levels;
}

std::optional<LogScope> logScopeOf(const TraceModel &trace, trace::Number request, bool ownExchange)
{
    const int row = trace.rowOf(request);
    if (row < 0 || trace.record(row).kind != rpc::Kind::Request)
        return {};
    const trace::Record &record = trace.record(row);
    LogScope scope;
    scope.name = trace.store().string(record.target);
    if (scope.name.isEmpty())
        scope.name = trace.store().string(record.method);
    scope.request = request;
    scope.response = record.pair;
    scope.exchange = ownExchange ? trace::carrierOf(record) : 0;
    // Sonde's own progress tokens are the ids of their requests.
    const QString id = trace.store().idText(record);
    static const QRegularExpression plain(QStringLiteral(R"(\A(-?\d{1,30}|"[^"\\]{0,100}")\z)"));
    if (plain.match(id).hasMatch()) // a typed one may be anything
        scope.token = id;
    return scope;
}

QString filterTextOf(const LogFilter &filter)
{
    QStringList all;
    if (filter.after > 0)
        all += QStringLiteral("number > %1").arg(filter.after);
    if (const auto &scope = filter.scope) {
        all += QStringLiteral("number > %1").arg(scope->request);
        if (scope->response > 0)
            all += QStringLiteral("number < %1").arg(scope->response);
        if (scope->exchange > 0)
            all += QStringLiteral("exchange == %1").arg(scope->exchange);
    }
    all += sourceConditions(filter);
    return all.join(kAnd);
}

TraceFilter traceFilterOf(const LogFilter &filter)
{
    TraceFilter rows;
    rows.server = filter.server;
    rows.kinds = KindGroup::Notifications | KindGroup::Stderr;
    const auto compiled = trace::Filter::compile(filterTextOf(filter));
    if (const auto *conditions = std::get_if<trace::Filter>(&compiled))
        rows.conditions = *conditions;
    return rows;
}

} // namespace sonde::models
