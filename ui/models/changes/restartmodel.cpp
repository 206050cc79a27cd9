// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/restartmodel.h"

#include "base/formatting.h"
#include "models/signs/sign.h"

namespace sonde::models {

namespace {

constexpr qsizetype kSeconds = 8; // characters of a time without its fraction
constexpr qsizetype kDay = 10; // characters of a date
constexpr qsizetype kMonth = 5; // where the month begins in it
constexpr qsizetype kMonthToMinute = 11;

bool isBreaking(const Restart &restart)
{
    return restart.comparison && restart.comparison->count(changes::Severity::Breaks) > 0;
}

bool hasFailed(const Restart &restart)
{
    return restart.outcome == Restart::Outcome::Failed
        || restart.outcome == Restart::Outcome::NotBuilt;
}

bool isSame(const Restart &a, const Restart &b)
{
    return a.number == b.number;
}

Sign signOf(const Restart &restart)
{
    if (hasFailed(restart) || isBreaking(restart))
        return Sign::ProtocolError;
    if (restart.outcome == Restart::Outcome::Ended)
        return Sign::NoResponse;
    if (!restart.comparison)
        return Sign::Lifecycle;
    const bool isUnchanged =
        restart.comparison->isSame() && (!restart.results || differentCount(*restart.results) == 0);
    return isUnchanged ? Sign::Ok : Sign::Changed;
}

ColorRole consequenceColor(const Restart &restart)
{
    if (hasFailed(restart) || isBreaking(restart))
        return ColorRole::Error;
    return restart.outcome == Restart::Outcome::Ended ? ColorRole::Warn : ColorRole::Muted;
}

} // namespace

QString RestartModel::timeOf(const Restart &restart)
{
    const auto dayOf = [](const QString &time) { return time.left(kDay); };
    const QString time = dateTimeText(restart.at.wall);
    const QString today = dateTimeText(SystemClock::instance().now().wall);
    return dayOf(time) == dayOf(today) ? timeText(restart.at.wall).left(kSeconds)
                                       : time.mid(kMonth, kMonthToMinute);
}

void RestartModel::setRestarts(const QString &server, const std::deque<Restart> &restarts)
{
    const bool isSameServer = server == m_server && !m_restarts.empty() && !restarts.empty();
    if (isSameServer && restarts.size() == m_restarts.size()
        && isSame(restarts.back(), m_restarts.back())) {
        m_restarts = restarts;
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    if (isSameServer && restarts.size() > 1
        && isSame(restarts[restarts.size() - 2], m_restarts.back())) {
        if (restarts.size() == m_restarts.size()) { // the oldest one was forgotten
            // The reference stays.
            const int kept = isSame(restarts.front(), m_restarts.front()) ? 1 : 0;
            beginRemoveRows({}, rowCount() - 1 - kept, rowCount() - 1 - kept);
            m_restarts.erase(m_restarts.begin() + kept);
            endRemoveRows();
        }
        beginInsertRows({}, 0, 0);
        m_restarts.push_back(restarts.back());
        endInsertRows();
        return;
    }
    beginResetModel();
    m_server = server;
    m_restarts = restarts;
    endResetModel();
}

int RestartModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_restarts.size());
}

QVariant RestartModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Restart &its = restart(index.row());
    const QString title = timeOf(its) + QStringLiteral(" · ") + its.cause.words;
    switch (role) {
    case TitleRole:
        return title;
    case ConsequenceRole:
        return consequenceOf(its);
    case ConsequenceColorRole:
        return int(consequenceColor(its));
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return its.isReference ? tr("%1: %2, the reference").arg(title, consequenceOf(its))
                               : QString(title + QStringLiteral(": ") + consequenceOf(its));
    case TagRole:
        return its.isReference ? tr("reference") : QString();
    case SignRole:
        return int(signOf(its));
    default:
        return {};
    }
}

} // namespace sonde::models
