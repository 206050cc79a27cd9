// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "findings/engine/specification.h"
#include "trace/record/record.h"

#include <QObject>
#include <QPointer>

namespace sonde::models {
class TraceDocument;
}

namespace sonde::widgets {

class FindingsView;
class MessageDetail;
class SpecificationWindow;
class StatisticsWindow;
class TracePanel;

// The list of a trace document, the message that is selected in it, and what is opened from both.
// The program's window has one for what is recorded, that of a session file one for the file.
class TraceWorkbench : public QObject {
    Q_OBJECT
public:
    // Document and window outlive it. The list and the message are children of the window, which
    // places them.
    TraceWorkbench(models::TraceDocument &document, QWidget *window);

    models::TraceDocument &document() const { return m_document; }
    TracePanel &trace() const { return *m_trace; }
    MessageDetail &detail() const { return *m_detail; }

    void showNumber(trace::Number number); // 0: says that the message is gone
    void showFinding(const findings::Finding &finding);
    void showStatistics();
    void setServer(const QString &server); // the current one; empty: there is none
    // What is chosen among the findings of the document is shown.
    void follow(const FindingsView &findings);

Q_SIGNALS:
    void listRequested(); // it may be out of sight, and something in it is about to be shown
    void said(const QString &sentence);

private:
    void connectDetail();
    void showSpecification(findings::Subject subject, const QString &server);

    models::TraceDocument &m_document;
    QWidget *m_window;
    TracePanel *m_trace;
    MessageDetail *m_detail;
    QString m_server;
    QPointer<StatisticsWindow> m_statistics;
    QPointer<SpecificationWindow> m_specification; // while it is open
};

} // namespace sonde::widgets
