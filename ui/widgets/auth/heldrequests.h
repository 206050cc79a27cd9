// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/auth/heldrequestmodel.h"

#include <QWidget>

class QLabel;
class QListView;
class QToolButton;

namespace sonde::widgets {

// The requests that wait for the authorization, with the way to each of them in the trace. Hidden
// while there are none.
class HeldRequests : public QWidget {
    Q_OBJECT
public:
    explicit HeldRequests(QWidget *parent = nullptr);

    void setRequests(const std::vector<wire::HeldRequest> &requests);
    models::HeldRequestModel &model() { return m_model; }
    QListView &list() { return *m_list; }
    QToolButton &inTrace() { return *m_inTrace; }
    QString heading() const;

Q_SIGNALS:
    // See Panel::messageRequested().
    void messageRequested(qint64 steadyNs, sonde::rpc::Channel channel);

private:
    void showInTrace();

    models::HeldRequestModel m_model;
    QLabel *m_heading;
    QListView *m_list;
    QToolButton *m_inTrace;
};

} // namespace sonde::widgets
