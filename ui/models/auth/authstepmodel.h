// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/authrule.h"
#include "auth/base/flowsetup.h"
#include "auth/flow/step.h"

#include <QAbstractListModel>

#include <vector>

namespace sonde::models {

// The steps of an authorization: those that were done, and behind them those that are still to
// come on the usual way to a token.
class AuthStepModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        DetailRole = Qt::UserRole + 1, // second line: what came of it
        TimeRole, // "38.200 ms", empty while it runs
        ReachedRole, // bool: there is something to look at
        FailedRole, // bool
        KindRole, // auth::StepKind as int
    };
    using QAbstractListModel::QAbstractListModel;

    struct Run {
        std::vector<auth::Step> steps;
        bool running = false;
        bool held = false; // before the next request, or the page
        auth::Grant grant = auth::Grant::AuthorizationCode; // says which steps are still to come
    };
    void setRun(Run run);
    const Run &run() const { return m_run; }
    const auth::Step *step(int row) const; // nullptr: not reached
    int reachedCount() const { return int(m_run.steps.size()); }

    static QString stepName(auth::StepKind kind);
    // What is wrong, in two or three words: "Issuer mismatch".
    static QString problemName(auth::AuthRule rule);
    // Why that usually happens; empty where nothing useful is known.
    static QString usualCause(auth::AuthRule rule);
    // The name and the cause of what is wrong with a step that has failed: by the error that the
    // other side named, where it did.
    static QString problemName(const auth::Step &step);
    static QString usualCause(const auth::Step &step);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QString detail(int row) const;
    int signOf(int row) const;

    Run m_run;
    std::vector<auth::StepKind> m_kinds; // of all rows
};

} // namespace sonde::models
