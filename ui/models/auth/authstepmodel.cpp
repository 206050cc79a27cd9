// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/auth/authstepmodel.h"

#include "base/formatting.h"
#include "models/signs/sign.h"
#include "models/trace/tracetext.h"

#include <algorithm>
#include <array>

namespace sonde::models {

namespace {

using auth::StepKind;
using auth::StepState;

std::vector<StepKind> usualWay(auth::Grant grant)
{
    std::vector<StepKind> way{StepKind::Challenge, StepKind::ResourceMetadata,
        StepKind::ChooseServer, StepKind::ServerMetadata, StepKind::Client};
    if (grant == auth::Grant::AuthorizationCode)
        way.insert(way.end(), {StepKind::AuthorizationRequest, StepKind::Redirect});
    else if (grant == auth::Grant::EnterpriseManaged)
        way.push_back(StepKind::IdentityAssertion);
    way.push_back(StepKind::Token);
    return way;
}

// A run that was not begun by a challenge (a refresh, a revocation) has one step only, and one that
// has failed or ended with a refresh goes no further on its own; but a failed one shows how much of
// the way was left.
std::vector<StepKind> kindsOf(const AuthStepModel::Run &run)
{
    std::vector<StepKind> kinds;
    for (const auth::Step &step : run.steps)
        kinds.push_back(step.kind);
    const bool usual = kinds.empty() || kinds.front() == StepKind::Challenge;
    const bool over = !kinds.empty() && !run.running && run.steps.back().state == StepState::Done;
    if (!usual || over)
        return kinds;
    const std::vector<StepKind> way = usualWay(run.grant);
    auto last = way.begin();
    for (const StepKind kind : kinds) {
        const auto at = std::find(way.begin(), way.end(), kind);
        if (at != way.end())
            last = std::max(last, at + 1);
    }
    kinds.insert(kinds.end(), last, way.end());
    return kinds;
}

} // namespace

void AuthStepModel::setRun(Run run)
{
    auto kinds = kindsOf(run);
    if (kinds == m_kinds) {
        m_run = std::move(run);
        if (!m_kinds.empty())
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_run = std::move(run);
    m_kinds = std::move(kinds);
    endResetModel();
}

const auth::Step *AuthStepModel::step(int row) const
{
    return row >= 0 && row < reachedCount() ? &m_run.steps[std::size_t(row)] : nullptr;
}

int AuthStepModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_kinds.size());
}

QString AuthStepModel::detail(int row) const
{
    const auth::Step *const one = step(row);
    if (!one)
        return signWord(Sign::NotReached);
    const bool last = row == reachedCount() - 1;
    if (one->state == StepState::Running && last && m_run.held)
        return tr("paused");
    if (one->state == StepState::Running && one->kind == StepKind::Redirect)
        return tr("waiting for the browser");
    if (one->state == StepState::Running)
        return tr("running");
    if (one->state == StepState::Failed && one->rule)
        return problemName(*one);
    if (!one->overridden.empty() && one->state != StepState::Failed)
        return tr("check overridden: %1").arg(problemName(one->overridden.front()));
    return one->decision;
}

int AuthStepModel::signOf(int row) const
{
    const auth::Step *const one = step(row);
    if (!one)
        return int(Sign::NotReached);
    if (!one->overridden.empty() && one->state != StepState::Failed)
        return int(Sign::ToolError);
    switch (one->state) {
    case StepState::Running:
        return int(Sign::Pending);
    case StepState::Done:
        return int(Sign::Ok);
    case StepState::Failed:
        return int(Sign::ProtocolError);
    case StepState::PassedOver:
        return int(Sign::Cancelled);
    }
    return int(Sign::None);
}

QVariant AuthStepModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const auth::Step *const one = step(row);
    const bool failed = one && one->state == StepState::Failed;
    switch (role) {
    case Qt::DisplayRole:
        return stepName(m_kinds[std::size_t(row)]);
    case DetailRole:
        return detail(row);
    case Qt::ToolTipRole:
        return one ? one->decision : QString();
    case Qt::AccessibleDescriptionRole:
        return QString(signWord(Sign(signOf(row))) % QStringLiteral(", ") % detail(row));
    case TimeRole:
        return one && one->state != StepState::Running && one->ended.steady > one->began.steady
            ? durationText(std::chrono::nanoseconds(one->ended.steady - one->began.steady))
            : QString();
    case ReachedRole:
        return one != nullptr;
    case FailedRole:
        return failed;
    case KindRole:
        return int(m_kinds[std::size_t(row)]);
    case SignRole:
        return signOf(row);
    case TextColorRole:
        return int(failed || (one && !one->overridden.empty()) ? ColorRole::Error
                                                               : ColorRole::Muted); // second line
    default:
        return {};
    }
}

QString AuthStepModel::stepName(StepKind kind)
{
    switch (kind) {
    case StepKind::Challenge:
        return tr("Challenge");
    case StepKind::ResourceMetadata:
        return tr("Resource metadata");
    case StepKind::ChooseServer:
        return tr("Choose authorization server");
    case StepKind::ServerMetadata:
        return tr("Server metadata");
    case StepKind::Client:
        return tr("Client");
    case StepKind::AuthorizationRequest:
        return tr("Authorization request");
    case StepKind::Redirect:
        return tr("Authorize in browser");
    case StepKind::IdentityAssertion:
        return tr("Identity assertion");
    case StepKind::Token:
        return tr("Exchange for token");
    case StepKind::Refresh:
        return tr("Refresh");
    case StepKind::Revoke:
        return tr("Revoke");
    }
    return {};
}

} // namespace sonde::models
