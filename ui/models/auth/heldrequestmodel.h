// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/auth/authstepmodel.h"
#include "wire/link/heldrequest.h"

#include <QAbstractListModel>

#include <vector>

namespace sonde::models {

// The requests that wait for an authorization, or have waited: what each asked for, how the server
// refused it, what became of it. Rows of two lines, like those of the steps.
class HeldRequestModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        DetailRole = AuthStepModel::DetailRole, // second line: the refusal, and what came of it
        IdRole = AuthStepModel::TimeRole, // "id 3", at the right of the first line
        ReachedRole = AuthStepModel::ReachedRole,
        FailedRole = AuthStepModel::FailedRole,
    };
    using QAbstractListModel::QAbstractListModel;

    void setRequests(const std::vector<wire::HeldRequest> &requests);
    const wire::HeldRequest *request(int row) const; // nullptr: there is none
    int waitingCount() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QString detail(const wire::HeldRequest &request) const;

    std::vector<wire::HeldRequest> m_requests;
};

} // namespace sonde::models
