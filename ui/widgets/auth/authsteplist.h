// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QListView>
#include <QTimer>

namespace sonde::models {
class AuthStepModel;
}

namespace sonde::widgets {

// The steps of an authorization in rows of two lines: number, sign, name, time; what came of it.
class AuthStepList : public QListView {
    Q_OBJECT
public:
    explicit AuthStepList(models::AuthStepModel *model, QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QTimer m_turn; // of the pending ring
};

} // namespace sonde::widgets
