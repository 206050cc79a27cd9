// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/auth/authstepmodel.h"

#include <QAbstractListModel>

#include <vector>

namespace sonde::models {

// Who said what to whom in an authorization, in order: a row for each request, response, page and
// decision. What is not known to have crossed is not there.
class AuthSequenceModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum class Side : std::uint8_t { Browser, Sonde, McpServer, AuthorizationServer };
    static constexpr int kSides = 4;
    static QString sideName(Side side);

    enum Roles {
        FromRole = Qt::UserRole + 1, // Side as int
        ToRole, // Side as int; equal to FromRole: a decision
        ResponseRole, // bool: it responds to the row above
        PendingRole, // bool: it is waited for
        StepRole, // the row of its step in AuthStepModel
    };
    using QAbstractListModel::QAbstractListModel;

    void setRun(const AuthStepModel::Run &run);
    int rowOf(int step) const; // the last one of that step; -1: it has none
    int stepOf(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Arrow {
        Side from = Side::Sonde;
        Side to = Side::Sonde;
        QString text;
        int step = 0;
        bool isResponse = false;
        bool isPending = false;
        bool isFailed = false;

        bool operator==(const Arrow &) const = default;
    };
    class Builder;

    std::vector<Arrow> m_arrows;
};

} // namespace sonde::models
