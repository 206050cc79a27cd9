// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/result.h"
#include "models/changes/restart.h"
#include "widgets/kit/frame/panel.h"

#include <QTimer>

#include <memory>
#include <utility>

class QLabel;
class QStackedWidget;

namespace sonde::content {
class TextDiffView;
}

namespace sonde::look {
class ColorLabel;
class EmptyState;
class InlineMessage;
class PanelTitle;
class Splitter;
} // namespace sonde::look

namespace sonde::models {
class FindingList;
class ServerChangeModel;
} // namespace sonde::models

namespace sonde::session {
class RestartHistory;
}

namespace sonde::widgets {

class PlainTable;
class ReportParts;
class RestartFacts;
class RestartList;
class ResultChanges;
class StartPair;

// What changed at each start of the current server: what it offers, what of it is breaking, each
// definition before and after, what saved calls returned, how long calls take, and findings.
class ChangesPanel : public Panel {
    Q_OBJECT
public:
    // Both outlive it.
    ChangesPanel(
        session::RestartHistory &history, models::FindingList &findings, QWidget *parent = nullptr);

    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    int count() const override;

    RestartList &restarts() { return *made().m_list; }
    PlainTable &table() { return *made().m_table; }
    RestartFacts &facts() { return *made().m_facts; }
    ResultChanges &results() { return *made().m_results; }
    ReportParts &parts() { return *made().m_parts; }
    models::ServerChangeModel &model() { return *made().m_model; }
    const look::InlineMessage &message() { return *made().m_message; }
    const content::TextDiffView &diff() { return *made().m_diff; }
    QString report(); // of what is shown, as Markdown
    Result<void> exportTo(const QString &path); // the report
    bool isComparing() { return made().m_isComparing; }

Q_SIGNALS:
    void toolRequested(const QString &tool);
    // The saved call of that server is to run by itself, although it may change something.
    void confirmRequested(const QString &server, const QString &call);

protected:
    void showEvent(QShowEvent *event) override;

private:
    ChangesPanel &made(); // with its columns
    void makeContent();
    QWidget *makeReport();
    QLayout *makeHeading();
    QWidget *makeDefinitions();
    void refresh();
    void showRestart();
    // What changed between two starts.
    struct Changes {
        std::shared_ptr<const changes::Comparison> comparison;
        std::shared_ptr<const std::vector<changes::RunChange>> results;
    };
    void showChanges(const Changes &changes);
    void showResults(const std::shared_ptr<const std::vector<changes::RunChange>> &results);
    void showMessage();
    void showFacts();
    // The start that the current one is compared with; nullptr: none.
    const models::Restart *other() const;
    QString titleDetail(const models::Restart &restart) const;
    void showChange(int row);
    void showTimings();
    void showFindings();
    StartPair startPair(const models::Restart &restart) const; // with what it is compared with
    void showTool();
    void chooseFile();

    session::RestartHistory &m_history;
    models::FindingList &m_findings;
    QTimer m_findingsLater;
    QString m_server;
    int m_count = 0;
    QStackedWidget *m_pages;
    look::EmptyState *m_empty;
    look::Splitter *m_columns = nullptr; // and what is in it: when there is something to show
    RestartList *m_list = nullptr;
    look::ColorLabel *m_heading = nullptr;
    look::ColorLabel *m_detail = nullptr;
    look::InlineMessage *m_message = nullptr;
    look::PanelTitle *m_title = nullptr;
    models::ServerChangeModel *m_model;
    PlainTable *m_table = nullptr;
    content::TextDiffView *m_diff = nullptr;
    RestartFacts *m_facts = nullptr;
    ResultChanges *m_results = nullptr;
    ReportParts *m_parts = nullptr;
    Changes m_shown;
    // The numbers of the starts that were compared for it, if another one than that before was
    // chosen, and the runs of the newer one then.
    std::pair<int, int> m_pair;
    std::shared_ptr<const changes::CallRuns> m_runs;
    BackgroundJob m_job;
    bool m_isComparing = false;
};

} // namespace sonde::widgets
