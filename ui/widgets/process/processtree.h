// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <QTreeView>

namespace sonde::models {
class ProcessTreeModel;
}

namespace sonde::widgets {

// The processes of a server. Until a person selects one, it is the first, or one that is much
// larger, because a launcher is rarely of interest.
class ProcessTree final : public QTreeView {
    Q_OBJECT
public:
    explicit ProcessTree(QWidget *parent = nullptr);

    void setSample(const models::ProcessSample &sample);
    void forgetChoice(); // another server is shown
    platform::ProcessId current() const; // pid 0: none
    models::ProcessTreeModel &processes() const { return *m_model; }

Q_SIGNALS:
    void chosen(); // see current()

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    QSize minimumSizeHint() const override;

private:
    void applySizes();
    void selectLargest(const models::ProcessSample &sample);

    models::ProcessTreeModel *m_model;
    platform::ProcessId m_choice; // of a person; pid 0: none
    bool m_isFilling = false;
};

} // namespace sonde::widgets
