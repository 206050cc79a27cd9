// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/startstepmodel.h"

#include "base/formatting.h"
#include "models/signs/sign.h"
#include "models/trace/tracetext.h"

#include <QFont>

#include <algorithm>
#include <array>

namespace sonde::models {

namespace {

using mcp::StartStep;

Sign stepSign(StartStep::Status status)
{
    switch (status) {
    case StartStep::Status::NotReached:
        return Sign::NotReached;
    case StartStep::Status::Running:
        return Sign::Pending;
    case StartStep::Status::Done:
        return Sign::Ok;
    case StartStep::Status::Failed:
        return Sign::ProtocolError;
    }
    return Sign::None;
}

// The words: the sign has its own colour already.
ColorRole textColorRole(StartStep::Status status, int column)
{
    if (status == StartStep::Status::NotReached || column == StartStepModel::NumberColumn
        || column == StartStepModel::TimeColumn)
        return ColorRole::Muted;
    if (status == StartStep::Status::Failed && column == StartStepModel::DetailColumn)
        return ColorRole::Error;
    return ColorRole::Normal;
}

} // namespace

// The names of a step: in a list of steps, and while it is what a start waits for.
const StartStepModel::Names &StartStepModel::namesOf(StartStep::Kind kind)
{
    using Kind = StartStep::Kind;
    static const std::array kNames{
        Names{Kind::FindProgram, QT_TR_NOOP("Find the program"),
            QT_TR_NOOP("Searching for the program")},
        Names{Kind::StartProcess, QT_TR_NOOP("Start the process"),
            QT_TR_NOOP("Starting the process")},
        Names{Kind::ResolveName, QT_TR_NOOP("Resolve the host name"),
            QT_TR_NOOP("Resolving the host name")},
        Names{Kind::Connect, QT_TR_NOOP("Connect"), QT_TR_NOOP("Connecting")},
        Names{Kind::SecureConnection, QT_TR_NOOP("TLS handshake"),
            QT_TR_NOOP("Waiting for the TLS handshake")},
        Names{Kind::SendFirst, QT_TR_NOOP("Send the first request"),
            QT_TR_NOOP("Sending the first request")},
        Names{Kind::ReadFirst, QT_TR_NOOP("Read the response"),
            QT_TR_NOOP("Waiting for the response to the first request")},
        Names{Kind::AgreeOnRevision, QT_TR_NOOP("Negotiate the revision"),
            QT_TR_NOOP("Negotiating the revision")},
    };
    const auto *const found = std::find_if(
        kNames.begin(), kNames.end(), [kind](const Names &names) { return names.kind == kind; });
    Q_ASSERT(found != kNames.end());
    return *found;
}

QString StartStepModel::stepName(StartStep::Kind kind)
{
    return tr(namesOf(kind).step);
}

QString StartStepModel::runningText(StartStep::Kind kind)
{
    return tr(namesOf(kind).running);
}

QString StartStepModel::text(const StartStep &step, int row, int column)
{
    switch (column) {
    case NumberColumn:
        return QString::number(row + 1);
    case StepColumn:
        return stepName(step.kind);
    case DetailColumn:
        return step.status == StartStep::Status::NotReached && step.detail.isEmpty()
            ? signWord(Sign::NotReached)
            : step.detail;
    case TimeColumn:
        return step.status == StartStep::Status::NotReached || step.ns == 0
            ? QString()
            : durationText(std::chrono::nanoseconds(step.ns));
    default:
        return {};
    }
}

QVariant StartStepModel::cell(const StartStep &step, const QModelIndex &index, int role) const
{
    const bool failed = step.status == StartStep::Status::Failed;
    const bool stepCell = index.column() == StepColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(step, index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == DetailColumn ? step.detail : QString();
    case Qt::AccessibleDescriptionRole:
        return stepCell ? signWord(stepSign(step.status)) : QString();
    case Qt::FontRole: {
        QFont font;
        font.setBold(failed && stepCell);
        return font;
    }
    case SignRole:
        return static_cast<int>(stepCell ? stepSign(step.status) : Sign::None);
    case SignColorRole:
        // A passed step is green here: in a list with a failure it says how far things went.
        return stepCell && stepSign(step.status) == Sign::Ok
            ? QVariant(static_cast<int>(ColorRole::Ok))
            : QVariant();
    case TextColorRole:
        return static_cast<int>(textColorRole(step.status, index.column()));
    case FailedRole:
        return failed;
    default:
        return {};
    }
}

bool StartStepModel::isNumeric(int column) const
{
    return column == NumberColumn || column == TimeColumn;
}

QString StartStepModel::title(int column) const
{
    switch (column) {
    case NumberColumn:
        return tr("#");
    case StepColumn:
        return tr("Step");
    case DetailColumn:
        return tr("What happened");
    case TimeColumn:
        return tr("Time");
    default:
        return {};
    }
}

} // namespace sonde::models
