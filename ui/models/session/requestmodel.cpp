// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/requestmodel.h"

#include "base/clock.h"
#include "base/formatting.h"
#include "models/signs/sign.h"

#include <QTextDocument>

#include <algorithm>

namespace sonde::models {

namespace {

using review::QueuedRequest;
using review::State;

Sign requestSign(State state)
{
    switch (state) {
    case State::Waiting:
        return Sign::Pending;
    case State::Answered:
        return Sign::Ok;
    case State::Automatic:
        return Sign::Auto;
    case State::Refused:
    case State::Stopped:
    case State::Withdrawn:
        return Sign::Cancelled;
    case State::Lost:
        return Sign::NoResponse;
    }
    return Sign::None;
}

QString titleOf(const QueuedRequest &queued)
{
    if (queued.questions.size() == 1)
        return review::titleOf(queued.questions[0]);
    return queued.isRound() && queued.round().facts().kind == mcp::InputRound::Kind::Urls
        ? RequestModel::tr("URLs to visit")
        : RequestModel::tr("Input");
}

QString detailOf(const QueuedRequest &queued)
{
    QString target = QString::fromStdString(queued.cause.target);
    if (target.isEmpty())
        target = QString::fromStdString(queued.cause.method);
    QString text = queued.server;
    const QString task = QString::fromStdString(queued.task).left(200);
    if (!task.isEmpty())
        text += QStringLiteral(" · ")
            % (queued.isOfTask()
                    ? RequestModel::tr("from task %1 of %2").arg(task, target.left(200))
                    : RequestModel::tr("from task %1").arg(task));
    else if (!target.isEmpty())
        text += QStringLiteral(" · ")
            % (queued.cause.certain
                    ? RequestModel::tr("from call %1").arg(target.left(200))
                    : RequestModel::tr("probably from call %1").arg(target.left(200)));
    if (!queued.ownTask().empty())
        text += QStringLiteral(" · ")
            % RequestModel::tr("as task %1").arg(QString::fromStdString(queued.ownTask()));
    if (queued.isRound() && queued.round().facts().number > 1)
        text +=
            QStringLiteral(" · ") % RequestModel::tr("round %1").arg(queued.round().facts().number);
    return text;
}

QString noteOf(const QueuedRequest &queued)
{
    if (queued.questions.size() == 1)
        return review::summaryOf(queued.questions[0]);
    return RequestModel::tr("%1 requests").arg(queued.questions.size());
}

} // namespace

RequestModel::RequestModel(review::ServerRequestQueue *box, QObject *parent)
    : QAbstractListModel(parent)
    , m_box(box)
    , m_now(SystemClock::instance().now().steady)
{
    for (const auto &queued : box->requests()) {
        if (queued->waits())
            m_waiting.push_back(queued->number);
        else
            m_over.insert(m_over.begin(), queued->number);
    }
    connect(box, &review::ServerRequestQueue::added, this, &RequestModel::add);
    connect(box, &review::ServerRequestQueue::changed, this, &RequestModel::change);
    connect(box, &review::ServerRequestQueue::forgotten, this, &RequestModel::forget);
}

int RequestModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid())
        return 0;
    return int(m_waiting.size()) + (m_over.empty() ? 0 : 1 + int(m_over.size()));
}

Qt::ItemFlags RequestModel::flags(const QModelIndex &index) const
{
    const bool between = index.isValid() && index.row() == groupRow();
    return between ? Qt::ItemIsEnabled : QAbstractListModel::flags(index);
}

QVariant RequestModel::groupData(int role) const
{
    switch (role) {
    case NumberRole:
        return quint64(0);
    case Qt::DisplayRole:
    case TitleRole:
        return tr("Completed");
    case CountRole:
        return int(m_over.size());
    default:
        return {};
    }
}

QVariant RequestModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (index.row() == groupRow())
        return groupData(role);
    const auto row = std::size_t(index.row());
    const quint64 number =
        row < m_waiting.size() ? m_waiting[row] : m_over[row - m_waiting.size() - 1];
    const auto queued = m_box->find(number);
    if (!queued)
        return {};
    switch (role) {
    case NumberRole:
        return number;
    case TitleRole:
        return titleOf(*queued);
    case IdRole:
        return queued->id().isEmpty() ? QString() : QString(u'#' % queued->id());
    case DetailRole:
        return detailOf(*queued);
    case NoteRole:
        if (!queued->waits())
            return queued->outcome;
        return queued->outlivesCall()     ? tr("its call has ended")
            : m_inReview.contains(number) ? tr("in review")
                                          : noteOf(*queued);
    case TimeRole:
        return queued->waits() ? clockText(std::chrono::nanoseconds(m_now - queued->since))
                               : QString();
    case WaitingRole:
        return queued->waits();
    case SignRole:
        return int(requestSign(queued->state));
    case TextColorRole:
        return int(signColorRole(requestSign(queued->state)));
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return QString(titleOf(*queued) % QStringLiteral(", ") % detailOf(*queued)
            % QStringLiteral(", ") % (queued->waits() ? tr("waiting") : queued->outcome));
    case Qt::ToolTipRole:
        return Qt::convertFromPlainText(
            detailOf(*queued) % u'\n' % (queued->waits() ? noteOf(*queued) : queued->outcome));
    default:
        return {};
    }
}

int RequestModel::rowOf(quint64 number) const
{
    const auto waiting = std::find(m_waiting.begin(), m_waiting.end(), number);
    if (waiting != m_waiting.end())
        return int(waiting - m_waiting.begin());
    const auto over = std::find(m_over.begin(), m_over.end(), number);
    return over == m_over.end() ? -1 : int(m_waiting.size()) + 1 + int(over - m_over.begin());
}

quint64 RequestModel::nextWaiting(quint64 after) const
{
    if (m_waiting.empty())
        return 0;
    const auto next = std::upper_bound(m_waiting.begin(), m_waiting.end(), after);
    return next == m_waiting.end() ? m_waiting.front() : *next;
}

void RequestModel::setInReview(quint64 number, bool inReview)
{
    if (inReview)
        m_inReview.insert(number);
    else
        m_inReview.erase(number);
    if (const int row = rowOf(number); row >= 0)
        Q_EMIT dataChanged(index(row), index(row));
}

void RequestModel::refreshTimes()
{
    m_now = SystemClock::instance().now().steady;
    if (!m_waiting.empty())
        Q_EMIT dataChanged(index(0), index(int(m_waiting.size()) - 1), {TimeRole});
}

void RequestModel::add(quint64 number)
{
    m_now = SystemClock::instance().now().steady;
    const auto queued = m_box->find(number);
    if (!queued->waits())
        return addOver(number);
    const int row = int(m_waiting.size());
    beginInsertRows({}, row, row);
    m_waiting.push_back(number);
    endInsertRows();
    Q_EMIT waitingCountChanged();
}

// With the first one comes the row between.
void RequestModel::addOver(quint64 number)
{
    const int between = int(m_waiting.size());
    beginInsertRows({}, m_over.empty() ? between : between + 1, between + 1);
    m_over.insert(m_over.begin(), number);
    endInsertRows();
}

void RequestModel::change(quint64 number)
{
    const auto at = std::find(m_waiting.begin(), m_waiting.end(), number);
    const auto queued = m_box->find(number);
    if (at == m_waiting.end() || !queued || queued->waits())
        return;
    const int row = int(at - m_waiting.begin());
    beginRemoveRows({}, row, row);
    m_waiting.erase(at);
    endRemoveRows();
    addOver(number);
    Q_EMIT waitingCountChanged();
}

void RequestModel::forget(quint64 number)
{
    m_inReview.erase(number);
    const auto at = std::find(m_over.begin(), m_over.end(), number);
    if (at == m_over.end())
        return;
    const int row = rowOf(number);
    beginRemoveRows({}, m_over.size() == 1 ? row - 1 : row, row);
    m_over.erase(at);
    endRemoveRows();
}

} // namespace sonde::models
