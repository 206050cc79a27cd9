// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/tap/heldmodel.h"

#include "base/formatting.h"
#include "models/tap/breakpointtext.h"
#include "tap/breakpoint/crossingmessage.h"

#include <algorithm>
#include <chrono>

namespace sonde::models {

namespace {

constexpr qsizetype kMaxCell = 200; // characters that a host or server chose

QString bounded(const QString &text)
{
    return text.left(kMaxCell).simplified();
}

} // namespace

HeldRow HeldRow::of(const tap::TapHeld &message)
{
    HeldRow row;
    row.message = message;
    rpc::Message decoded;
    if (!rpc::decodeOne(message.bytes, decoded))
        return row;
    row.kind = decoded.kind;
    row.method = bounded(QString::fromStdString(decoded.method.toStdString()));
    row.id = bounded(QString::fromStdString(decoded.id));
    const tap::CrossingMessage crossing(message.channel, decoded, {}, {}, {});
    row.target = bounded(crossing.target());
    row.respondsTo = bounded(message.method);
    if (row.target.isEmpty())
        row.target = bounded(message.target);
    return row;
}

QString HeldRow::name() const
{
    if (!method.isEmpty())
        return method;
    const bool isError = kind == rpc::Kind::ErrorResponse;
    if (!isError && kind != rpc::Kind::Response)
        return HeldModel::tr("message");
    if (respondsTo.isEmpty())
        return isError ? HeldModel::tr("error response") : HeldModel::tr("response");
    return (isError ? HeldModel::tr("error response to %1") : HeldModel::tr("response to %1"))
        .arg(respondsTo);
}

HeldModel::HeldModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void HeldModel::setHeld(const std::vector<tap::TapHeld> &held)
{
    const auto isHeld = [&held](std::uint64_t number) {
        return std::any_of(held.begin(), held.end(),
            [number](const tap::TapHeld &one) { return one.message == number; });
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (!isHeld(this->row(row).message.message))
            removeRowsBetween(row, row);
    }
    for (const tap::TapHeld &one : held) {
        if (rowOf(one.message) < 0)
            addRow(rowCount(), HeldRow::of(one));
    }
}

void HeldModel::setNow(std::int64_t wallNs)
{
    m_now = wallNs;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, TimeColumn), index(rowCount() - 1, TimeColumn));
}

int HeldModel::rowOf(std::uint64_t message) const
{
    const auto found = std::find_if(rows().begin(), rows().end(),
        [message](const HeldRow &row) { return row.message.message == message; });
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

// The clock of a computer can be set back meanwhile.
QString HeldModel::heldFor(int row) const
{
    const std::int64_t since = this->row(row).message.sinceNs;
    return clockText(std::chrono::nanoseconds(m_now > since ? m_now - since : 0));
}

QString HeldModel::text(const HeldRow &held, int row, int column) const
{
    switch (column) {
    case DirectionColumn:
        return tapDirectionText(held.message.channel, m_client);
    case MethodColumn:
        return held.name();
    case TargetColumn:
        return held.target;
    case IdColumn:
        return held.id;
    case TimeColumn:
        return heldFor(row);
    default:
        return {};
    }
}

QVariant HeldModel::cell(const HeldRow &held, const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(held, index.row(), index.column());
    case SignRole:
        return static_cast<int>(index.column() == DirectionColumn
                ? tapDirectionSign(held.message.channel, held.kind)
                : Sign::None);
    default:
        return {};
    }
}

QString HeldModel::title(int column) const
{
    switch (column) {
    case DirectionColumn:
        return tr("Direction");
    case MethodColumn:
        return tr("Method");
    case TargetColumn:
        return tr("Target");
    case IdColumn:
        return tr("Id");
    case TimeColumn:
        return tr("Held");
    default:
        return {};
    }
}

} // namespace sonde::models
