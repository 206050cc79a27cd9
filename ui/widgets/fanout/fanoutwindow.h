// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/fanout/fanservermodel.h"
#include "session/fanout/fanoutrun.h"
#include "widgets/kit/frame/secondarywindow.h"

class QPushButton;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
} // namespace sonde::look

namespace sonde::widgets {

class FanResultView;
class FanRevisionButton;
class PlainTable;

// Calls a tool on several connected servers, or on one in several revisions, with the same
// arguments, and shows side by side what came of it. Closing the window cancels the calls.
class FanOutWindow : public SecondaryWindow {
    Q_OBJECT
public:
    FanOutWindow(const QString &tool, const Bytes &arguments, QWidget *parent);

    // The selected one stays so.
    void setServers(std::vector<models::FanServer> servers);
    // After callRequested().
    void call(std::vector<session::FanOutRun::Server> servers);
    void setFindings(std::size_t result, std::vector<findings::ListedFinding> findings);

    const QString &tool() const { return m_tool; }
    const session::FanOutRun &run() const { return m_run; }
    PlainTable &servers() const { return *m_table; }
    FanRevisionButton &revisions() const { return *m_revisions; }
    FanResultView &results() const { return *m_results; }
    QString heading() const;

Q_SIGNALS:
    void callRequested(const std::vector<models::FanServer> &servers);
    // The call is to go to the server in this revision as well, or no longer.
    void revisionSwitched(const QString &server, const QString &revision, bool on);
    void finished(); // the responses are shown

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    static QString destructiveText(const QStringList &servers);
    QString shownTool() const;
    QLayout *makeHeading();
    QWidget *makeServers();
    QLayout *makeButtons();
    void addKeys();
    void requestCall();
    bool isAsking() const;
    void confirm();
    void showAll();
    void showRevisions();
    void showHeading();
    void showWarning();
    void copy();

    const QString m_tool;
    const Bytes m_arguments;
    session::FanOutRun m_run;
    QStringList m_asked; // servers that mark the tool destructive, for which it asks
    bool m_isShown = false; // the report of the newest run
    models::FanServerModel *m_model;
    look::ColorLabel *m_heading;
    look::InlineMessage *m_warning;
    PlainTable *m_table;
    FanResultView *m_results;
    QPushButton *m_copy;
    FanRevisionButton *m_revisions;
    QPushButton *m_stop;
    QPushButton *m_call;
};

} // namespace sonde::widgets
