// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/controls/inlinemessage.h"
#include "session/hosts/hostaddition.h"

#include <QDialog>

class QComboBox;
class QPushButton;

namespace sonde::content {
class TextDiffView;
}

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

// Adds a server of Sonde to the configuration of a host, after showing how its file changes. Not
// modal.
class HostExportDialog : public QDialog {
    Q_OBJECT
public:
    HostExportDialog(
        session::HostAddition::Setup setup, config::Profile server, QWidget *parent = nullptr);

    void chooseHost(const QString &id);

    QComboBox &hosts() const { return *m_hosts; }
    const content::TextDiffView &lines() const { return *m_lines; }
    const look::InlineMessage &message() const { return *m_message; }

Q_SIGNALS:
    void succeeded(const QString &sentence); // the dialog closes

private:
    void fillHosts();
    void choose(int index);
    void showPlan();
    void showMessage(look::InlineMessage::Kind kind, const QString &sentence);

    session::HostAddition *m_addition;
    QComboBox *m_hosts;
    content::TextDiffView *m_lines;
    look::PanelTitle *m_linesTitle;
    look::InlineMessage *m_message;
    QPushButton *m_add;
};

} // namespace sonde::widgets
