// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/pastedserver.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace sonde::widgets {

// Selects which of several pasted servers to add. Not modal.
class PastedDialog : public QDialog {
    Q_OBJECT
public:
    explicit PastedDialog(config::PastedServers servers, QWidget *parent = nullptr);

    std::vector<config::Profile> chosen() const;

Q_SIGNALS:
    void addRequested(const std::vector<sonde::config::Profile> &profiles);

private:
    void countChosen();

    config::PastedServers m_servers;
    QListWidget *m_list;
    QPushButton *m_add;
};

} // namespace sonde::widgets
