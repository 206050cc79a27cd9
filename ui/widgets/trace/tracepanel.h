// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/document/tracedocument.h"
#include "models/trace/tracefilterproxy.h"

#include <QByteArray>
#include <QList>
#include <QPointer>
#include <QWidget>

class QAction;
class QMenu;
class QStackedWidget;

namespace sonde::look {
class EmptyState;
}

namespace sonde::widgets {

class ExportDialog;
class FilterBar;
class MessageActions;
class ProblemWindow;
class SearchWindow;
class TimeBrush;
class TimeStrip;
class TraceView;

// The list of a document, with what narrows it down. No Panel: it stands in a dock below the tabs
// of the main window, and in the window of an opened session, and shows all servers.
class TracePanel : public QWidget {
    Q_OBJECT
public:
    // The document outlives the panel.
    explicit TracePanel(models::TraceDocument &document, QWidget *parent = nullptr);

    models::TraceDocument &document() const { return m_document; }
    models::TraceFilterProxy &proxy() const { return *m_proxy; }
    TraceView &view() const { return *m_view; }

    trace::Number currentNumber() const;
    // Selects the message; clears the filter when that hides it.
    void showMessage(trace::Number number);
    void setServer(const QString &server); // empty: all
    void setSelectedServer(const QString &server); // of the window; empty: it has none
    void focusFilter();
    FilterBar &filterBar() const { return *m_bar; }
    TimeStrip &strip() const { return *m_strip; }
    // Limits the list to a range of steady times, by its filter; an empty one limits it no more.
    void showRange(const TimeBrush &range);

    // For the title of the dock and the menus: follow, pause, clear.
    QAction *followAction() const { return m_follow; }
    QAction *pauseAction() const { return m_pause; }
    QAction *clearAction() const { return m_clear; }
    QAction *exportAction() const { return m_export; }
    QAction *reportAction() const { return m_report; }
    MessageActions &messageActions() const { return *m_message; } // of the selected one
    QAction *searchAction() const { return m_search; }
    SearchWindow *openSearch(); // the one there is, or a new one
    ExportDialog *openExport(); // a dialog
    // A report of the selected messages, or without a selection of those that are shown.
    ProblemWindow *openReport();
    QList<QAction *> titleActions() const { return {m_follow, m_pause, m_clear}; }
    // The panel has those three as buttons, unless they stand in the dock's title.
    void setButtonsVisible(bool visible);

    // An empty list offers it while it is enabled.
    void setConnectAction(QAction *action);

    // "17 messages shown of 1,204 · 2 servers"
    QString summary() const;

    // Widths, order and hidden columns.
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray &state);

Q_SIGNALS:
    void messageSelected(sonde::trace::Number number);
    void placeFound(sonde::trace::Number number, qint64 begin, qint64 end); // bytes of the message
    void messageOpened(); // the selected one: by a click, by Return, or by what leads to it
    void closeRequested(); // Esc in the list: what was opened
    void summaryChanged(const QString &summary);
    void said(const QString &sentence);
    void exported(const QString &path);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeActions();
    void makeButtons();
    void applyFilter();
    void enterList(bool toFirst); // or to the selected row
    void updateState();
    void showStrip();
    void fill();
    void pauseOrFollow();
    void showMenu(const QPoint &global);
    void makeSearch();
    void showColours();

    models::TraceDocument &m_document;
    models::TraceModel &m_model; // of the document
    models::TraceFilterProxy *m_proxy;
    TraceView *m_view;
    FilterBar *m_bar;
    TimeStrip *m_strip;
    QString m_range; // as a condition
    QString m_withRange; // the filter that it is part of
    QString m_beforeRange; // the filter without it
    QWidget *m_buttons;
    QStackedWidget *m_pages;
    look::EmptyState *m_empty;
    QPointer<QAction> m_connect;
    QAction *m_follow;
    QAction *m_pause;
    QAction *m_clear;
    QAction *m_export;
    QAction *m_report;
    MessageActions *m_message;
    QAction *m_search;
    QPointer<SearchWindow> m_searching; // while it is open
    QString m_summary;
};

} // namespace sonde::widgets
