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

Sign signOf(StartStep::Status status)
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

void StartStepModel::setSteps(const std::vector<StartStep> &steps)
{
    if (steps.size() == m_steps.size()) {
        m_steps = steps;
        if (!steps.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_steps = steps;
    endResetModel();
}

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

int StartStepModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size());
}

int StartStepModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString StartStepModel::text(int row, int column) const
{
    const StartStep &step = m_steps[std::size_t(row)];
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

QVariant StartStepModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const StartStep &step = m_steps[std::size_t(index.row())];
    const bool failed = step.status == StartStep::Status::Failed;
    const bool stepCell = index.column() == StepColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == DetailColumn ? step.detail : QString();
    case Qt::AccessibleDescriptionRole:
        return stepCell ? signWord(signOf(step.status)) : QString();
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (index.column() == TimeColumn || index.column() == NumberColumn ? Qt::AlignRight
                                                                            : Qt::AlignLeft)
            | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(failed && stepCell);
        return font;
    }
    case SignRole:
        return static_cast<int>(stepCell ? signOf(step.status) : Sign::None);
    case SignColorRole:
        // A passed step is green here: in a list with a failure it says how far things went.
        return stepCell && signOf(step.status) == Sign::Ok
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

QVariant StartStepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
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
