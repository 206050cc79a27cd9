// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/frame/secondarywindow.h"

class QVBoxLayout;

namespace sonde::widgets {

// How to serve a recording as a mock: the command lines for stdio and for HTTP, and the entry for
// the configuration of a host, each to be copied.
class MockWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // `program` is sonde-cli, `recording` a session file.
    MockWindow(const QString &program, const QString &recording, QWidget *parent);

    // For a shell.
    static QString commandLine(const QString &program, const QString &recording);
    static QString httpCommandLine(const QString &program, const QString &recording);
    // The JSON of hosts with a member “mcpServers”.
    static QString hostEntry(const QString &program, const QString &recording);

Q_SIGNALS:
    void responsesRequested(); // the list of them, to be edited

private:
    void addText(QVBoxLayout *layout, const QString &title, const QString &text, const char *name,
        int stretch = 1);
};

} // namespace sonde::widgets
