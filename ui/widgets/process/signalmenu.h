// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <QMenu>

namespace sonde::widgets {

// The signals that can be sent to a process; the one that ends it at once is the last, apart.
class SignalMenu final : public QMenu {
    Q_OBJECT
public:
    explicit SignalMenu(QWidget *parent);

    void setProcess(const models::SampledProcess *process); // null: none is chosen
    QAction *actionOf(int signal) const; // null: the menu does not have it

Q_SIGNALS:
    void chosen(int signal);

private:
    void add(int signal, const QString &what);
};

} // namespace sonde::widgets
