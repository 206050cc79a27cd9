// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/auth/authsequencemodel.h"

#include "models/signs/modeltext.h"
#include "models/signs/sign.h"

namespace sonde::models {

using auth::StepKind;
using auth::StepState;

class AuthSequenceModel::Builder {
public:
    std::vector<Arrow> arrows;

    void add(const auth::Step &step, int number)
    {
        m_step = &step;
        m_number = number;
        switch (step.kind) {
        case StepKind::Challenge:
            say(Side::Sonde, Side::McpServer, Text::tr("request"));
            return respond(Side::McpServer, Side::Sonde, outcome());
        case StepKind::AuthorizationRequest:
            if (step.state == StepState::Done) {
                say(Side::Sonde, Side::Browser, Text::tr("open the page"));
                return say(
                    Side::Browser, Side::AuthorizationServer, Text::tr("authorization request"));
            }
            return say(Side::Sonde, Side::Sonde, outcome());
        case StepKind::Redirect:
            if (step.state != StepState::Running)
                respond(Side::AuthorizationServer, Side::Browser, Text::tr("redirect"));
            return respond(Side::Browser, Side::Sonde,
                step.state == StepState::Running ? Text::tr("waiting for the redirect")
                                                 : outcome());
        case StepKind::ResourceMetadata:
            return exchanges(Side::McpServer);
        default:
            return exchanges(Side::AuthorizationServer);
        }
    }

private:
    void exchanges(Side peer)
    {
        for (const auth::Attempt &attempt : m_step->attempts) {
            if (!attempt.sent)
                continue;
            const QString asked =
                QString::fromLatin1(attempt.method) % u' ' % attempt.url.path(QUrl::FullyEncoded);
            say(Side::Sonde, peer,
                m_step->kind == StepKind::IdentityAssertion
                    ? Text::tr("%1 of the identity provider").arg(asked)
                    : asked);
            if (attempt.status == 0 && m_step->state == StepState::Running)
                continue;
            const QString status =
                attempt.status == 0 ? Text::tr("no response") : QString::number(attempt.status);
            const bool saysNoMore = attempt.verdict.isEmpty() || attempt.verdict.contains(status);
            respond(peer, Side::Sonde,
                saysNoMore ? status : QString(status % u" · " % attempt.verdict));
            arrows.back().isFailed = false; // the way went on
        }
        // A last response that failed is described by its rule; a step without any by its decision.
        const bool isFailed = m_step->state == StepState::Failed;
        const bool hasAny = !arrows.empty() && arrows.back().step == m_number;
        if (hasAny && arrows.back().isResponse)
            arrows.back().isFailed = isFailed;
        else if (!hasAny || isFailed)
            say(Side::Sonde, Side::Sonde, outcome());
    }

    QString outcome() const
    {
        if (m_step->state == StepState::Failed && m_step->rule)
            return AuthStepModel::problemName(*m_step);
        return m_step->decision;
    }

    void say(Side from, Side to, const QString &text, bool isResponse = false)
    {
        Arrow arrow{from, to, text.left(kMaxText), m_number, isResponse, false, false};
        arrow.isPending = m_step->state == StepState::Running;
        arrow.isFailed = m_step->state == StepState::Failed && (isResponse || from == to);
        arrows.push_back(std::move(arrow));
    }
    void respond(Side from, Side to, const QString &text) { say(from, to, text, true); }

    static constexpr int kMaxText = 300;
    const auth::Step *m_step = nullptr;
    int m_number = 0;
};

QString AuthSequenceModel::sideName(Side side)
{
    switch (side) {
    case Side::Browser:
        return tr("Browser");
    case Side::Sonde:
        return tr("Sonde");
    case Side::McpServer:
        return tr("MCP server");
    case Side::AuthorizationServer:
        return tr("Authorization server");
    }
    return {};
}

void AuthSequenceModel::setRun(const AuthStepModel::Run &run)
{
    Builder builder;
    for (std::size_t i = 0; i < run.steps.size(); ++i)
        builder.add(run.steps[i], int(i));
    if (builder.arrows == m_arrows)
        return;
    beginResetModel();
    m_arrows = std::move(builder.arrows);
    endResetModel();
}

int AuthSequenceModel::rowOf(int step) const
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (stepOf(row) == step)
            return row;
    }
    return -1;
}

int AuthSequenceModel::stepOf(int row) const
{
    return row < 0 || row >= rowCount() ? -1 : m_arrows[std::size_t(row)].step;
}

int AuthSequenceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_arrows.size());
}

QVariant AuthSequenceModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Arrow &arrow = m_arrows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return arrow.text;
    case Qt::AccessibleTextRole:
        return arrow.from == arrow.to
            ? tr("%1: %2").arg(sideName(arrow.from), arrow.text)
            : tr("%1 to %2: %3").arg(sideName(arrow.from), sideName(arrow.to), arrow.text);
    case Qt::AccessibleDescriptionRole:
        return arrow.isFailed ? tr("failed") : arrow.isPending ? tr("pending") : QString();
    case FromRole:
        return int(arrow.from);
    case ToRole:
        return int(arrow.to);
    case ResponseRole:
        return arrow.isResponse;
    case PendingRole:
        return arrow.isPending;
    case StepRole:
        return arrow.step;
    case TextColorRole:
        return int(arrow.isFailed        ? ColorRole::Error
                : arrow.from == arrow.to ? ColorRole::Muted
                : arrow.isResponse       ? ColorRole::Received
                                         : ColorRole::Sent);
    default:
        return {};
    }
}

} // namespace sonde::models
