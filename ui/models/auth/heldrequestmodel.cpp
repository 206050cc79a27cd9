// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/auth/heldrequestmodel.h"

#include "auth/flow/flowreport.h"
#include "models/signs/sign.h"
#include "models/trace/tracetext.h"

#include <algorithm>

namespace sonde::models {

namespace {

using State = wire::HeldRequest::State;

Sign signOf(State state)
{
    switch (state) {
    case State::Waiting:
        return Sign::Pending;
    case State::SentAgain:
        return Sign::Ok;
    case State::NotSent:
        return Sign::ProtocolError;
    case State::GivenUp:
        return Sign::Cancelled;
    }
    return Sign::None;
}

} // namespace

void HeldRequestModel::setRequests(const std::vector<wire::HeldRequest> &requests)
{
    const bool same = requests.size() == m_requests.size();
    if (!same)
        beginResetModel();
    m_requests = requests;
    if (!same)
        endResetModel();
    else if (!requests.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

const wire::HeldRequest *HeldRequestModel::request(int row) const
{
    return row >= 0 && row < rowCount() ? &m_requests[std::size_t(row)] : nullptr;
}

int HeldRequestModel::waitingCount() const
{
    return int(std::count_if(m_requests.begin(), m_requests.end(),
        [](const wire::HeldRequest &each) { return each.state == State::Waiting; }));
}

int HeldRequestModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_requests.size());
}

QString HeldRequestModel::detail(const wire::HeldRequest &request) const
{
    QString became;
    switch (request.state) {
    case State::Waiting:
        became = tr("waiting");
        break;
    case State::SentAgain:
        became = tr("sent again");
        break;
    case State::NotSent:
        became = tr("not sent again");
        break;
    case State::GivenUp:
        became = tr("cancelled");
        break;
    }
    // RFC 6750 section 3: the scope is what the token should have had.
    const QString wants =
        request.scope.isEmpty() ? QString() : lineText(Bytes::copyOf(request.scope.toStdString()));
    const QString status = QString::number(request.status);
    if (request.status == 403) // the scope may be missing in the challenge
        return wants.isEmpty()
            ? tr("%1, requires additional scopes · %2").arg(status, became)
            : tr("%1, requires additional scopes: %2 · %3").arg(status, wants, became);
    return wants.isEmpty() ? tr("%1 · %2").arg(status, became)
                           : tr("%1, requires %2 · %3").arg(status, wants, became);
}

QVariant HeldRequestModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const wire::HeldRequest &one = m_requests[std::size_t(index.row())];
    const Sign sign = signOf(one.state);
    switch (role) {
    case Qt::DisplayRole:
        return auth::nameOf(one);
    case DetailRole:
        return detail(one);
    case IdRole:
        return one.id.empty() ? QString() : tr("id %1").arg(json::toQString(one.id));
    case Qt::ToolTipRole:
        return QString(auth::nameOf(one) % QLatin1Char('\n') % detail(one));
    case Qt::AccessibleDescriptionRole:
        return QStringList{data(index, IdRole).toString(), signWord(sign), detail(one)}.join(
            QStringLiteral(", "));
    case ReachedRole:
        return true;
    case FailedRole:
        return one.state == State::NotSent;
    case SignRole:
        return int(sign);
    case TextColorRole:
        return int(one.state == State::NotSent ? ColorRole::Error : ColorRole::Muted);
    default:
        return {};
    }
}

} // namespace sonde::models
