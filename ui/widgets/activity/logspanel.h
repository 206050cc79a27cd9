// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/logmodel.h"
#include "widgets/kit/frame/panel.h"

#include <QPointer>

class QAction;
class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QStackedWidget;

namespace sonde::look {
class EmptyState;
class InlineMessage;
class Splitter;
class ColorLabel;
} // namespace sonde::look

namespace sonde::widgets {

class LogLevelBox;
class MessageSide;
class PlainTable;

// The log messages of the current server (notifications/message) and its lines on stderr, from
// which level on it is asked for messages, and what they hold as a tree. Of one call it shows the
// progress as well.
class LogsPanel : public Panel {
    Q_OBJECT
public:
    // The trace outlives the panel.
    explicit LogsPanel(models::TraceModel &trace, QWidget *parent = nullptr);

    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    void setServers(const QStringList &names) override;
    bool setObservation(const QString &name, session::Observation *observation) override;
    void focusFilter() override;
    // Only what came while that request of ours ran.
    void showCall(trace::Number request);
    void showAll(); // again, whatever was chosen
    // Empties the list; the trace and the recording keep every message.
    void clearList();
    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    void showInTrace();

    models::LogModel &model() { return *m_model; }
    LogLevelBox &levelBox() { return *m_asked; }
    PlainTable &table() { return *m_table; }
    MessageSide &detail() { return *m_detail; }
    QComboBox &source() { return *m_source; } // its indexes are those of models::LogSource
    QComboBox &leastLevel() { return *m_level; }
    QComboBox &logger() { return *m_logger; }
    QLineEdit &text() { return *m_text; }
    const look::EmptyState &emptyState() const { return *m_empty; }
    const look::InlineMessage &scopeNote() const { return *m_scope; }

Q_SIGNALS:
    // The message with that number in the trace.
    void numberRequested(sonde::trace::Number number);

private:
    QLayout *makeFilters();
    void makeBoxes(QHBoxLayout *row);
    QAction *makeAction(
        const char *icon, const QString &text, const QString &tip, QHBoxLayout *row);
    void applyFilter();
    void fillLoggers();
    void refresh();
    void showEmpty();
    QString whyEmpty() const;
    void showCurrent();
    void restoreCurrent();
    void showData();
    void scrolled(int value);
    void responseArrived();

    models::LogModel *m_model;
    QPointer<mcp::Client> m_client;
    QString m_server;
    models::LogFilter m_filter;
    look::InlineMessage *m_scope;
    QComboBox *m_source;
    QComboBox *m_level;
    QComboBox *m_logger;
    QLineEdit *m_text;
    LogLevelBox *m_asked;
    bool m_observes = false; // a conversation of others
    look::ColorLabel *m_count;
    QStackedWidget *m_pages;
    look::EmptyState *m_empty;
    look::Splitter *m_columns;
    PlainTable *m_table;
    MessageSide *m_detail;
    QAction *m_follow = nullptr;
    QAction *m_clear = nullptr;
    QAction *m_inTrace = nullptr;
    trace::Number m_number = 0; // that is chosen
    bool m_following = true;
    bool m_quiet =
        false; // rows come and go: what the view reports meanwhile is not the user's choice
};

} // namespace sonde::widgets
