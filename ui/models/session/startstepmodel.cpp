// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/startstepmodel.h"

#include "base/formatting.h"
#include "models/signs/sign.h"
#include "models/trace/tracetext.h"

#include <QFont>

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

QString StartStepModel::stepName(StartStep::Kind kind)
{
    switch (kind) {
    case StartStep::Kind::FindProgram:
        return tr("Find the program");
    case StartStep::Kind::StartProcess:
        return tr("Start the process");
    case StartStep::Kind::ResolveName:
        return tr("Resolve the host name");
    case StartStep::Kind::Connect:
        return tr("Connect");
    case StartStep::Kind::SecureConnection:
        return tr("TLS handshake");
    case StartStep::Kind::SendFirst:
        return tr("Send the first request");
    case StartStep::Kind::ReadFirst:
        return tr("Read the response");
    case StartStep::Kind::AgreeOnRevision:
        return tr("Negotiate the revision");
    }
    return {};
}

QString StartStepModel::runningText(StartStep::Kind kind)
{
    switch (kind) {
    case StartStep::Kind::FindProgram:
        return tr("Searching for the program");
    case StartStep::Kind::StartProcess:
        return tr("Starting the process");
    case StartStep::Kind::ResolveName:
        return tr("Resolving the host name");
    case StartStep::Kind::Connect:
        return tr("Connecting");
    case StartStep::Kind::SecureConnection:
        return tr("Waiting for the TLS handshake");
    case StartStep::Kind::SendFirst:
        return tr("Sending the first request");
    case StartStep::Kind::ReadFirst:
        return tr("Waiting for the response to the first request");
    case StartStep::Kind::AgreeOnRevision:
        return tr("Negotiating the revision");
    }
    return {};
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
