// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/frame/secondarywindow.h"

class QPlainTextEdit;

namespace sonde::app {

class Workspace;

// What a report of a problem needs: versions, the system, the servers and what failed last. The
// user reads it, adds to it and copies it; Sonde sends nothing.
class ProblemReport : public widgets::SecondaryWindow {
    Q_OBJECT
public:
    ProblemReport(const QString &text, QWidget *parent);

    // `warning`: what the window warned of last; may be empty. The values of secrets and the path
    // of the user's folder are redacted.
    static QString textOf(Workspace &workspace, const QString &warning, const QWidget &window);

    QPlainTextEdit &text() { return *m_text; }

private:
    QPlainTextEdit *m_text;
};

} // namespace sonde::app
