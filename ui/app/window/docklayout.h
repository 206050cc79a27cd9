// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QObject>

#include <map>

class QDockWidget;
class QMainWindow;
class QPoint;
class QWidget;

namespace sonde::look {
class PanelTitle;
}

namespace sonde::models {
class Settings;
}

namespace sonde::widgets {
class MessageDetail;
class TracePanel;
} // namespace sonde::widgets

namespace sonde::app {

class Actions;
class DockFold;
class Panels;

// The docks around the tabs: where they are, how they fit the size of the window, and what the
// settings keep of that.
class DockLayout : public QObject {
    Q_OBJECT
public:
    struct Widgets {
        QWidget *servers;
        QWidget *requests;
        widgets::TracePanel *trace;
        widgets::MessageDetail *detail;
    };

    // The tabs are the central widget's. All outlive it.
    DockLayout(QMainWindow *window, Actions &actions, Panels &tabs, const Widgets &parts);

    QDockWidget &servers() { return *m_servers; }
    QDockWidget &requests() { return *m_requests; }
    QDockWidget &trace() { return *m_trace; }
    QDockWidget &axis() { return *m_axis; }
    static look::PanelTitle *titleOf(QDockWidget &dock);

    void restore(const models::Settings &settings);
    void save(models::Settings settings) const;
    void reset();
    void fit(); // the size of the window has changed
    // Restores the sizes of the docks that the handle at this place divides.
    void restoreSizesAt(const QPoint &place);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Layout { Inspect, TraceOnly, Axis };

    QDockWidget *add(
        const QString &name, const QString &title, QWidget *content, Qt::DockWidgetArea area);
    void makeDocks(const Widgets &parts);
    void hideDetailTitle();
    void connectActions();
    void enter(Layout layout);
    void arrange(Layout layout); // as it is at first
    void openDetail();
    void closeDetail();
    void placeDetail(Qt::Orientation orientation); // beside the trace
    void restoreHeights();
    void takeSizes(); // that a hand on a handle has chosen
    void panelChanged();
    int traceHeight() const;
    int heightToKeep() const;
    bool isDetailBelow() const;
    bool isTraceBelow() const;
    void giveShares(); // of the height, as at first
    void widenRequests();
    void keepHeight();
    void unfold();
    void moveFocus(int by); // to the next or the previous part of the window

    QMainWindow *m_window;
    Actions &m_actions;
    Panels &m_tabs;
    widgets::TracePanel &m_tracePanel;
    QDockWidget *m_servers;
    QDockWidget *m_requests;
    QDockWidget *m_trace;
    QDockWidget *m_axis;
    QDockWidget *m_detail;
    DockFold *m_serversFold;
    DockFold *m_requestsFold;
    struct Kept { // of a layout that was left
        QByteArray state;
        bool tabs = true;
    };
    Layout m_layout = Layout::Inspect;
    std::map<Layout, Kept> m_kept;
    bool m_detailPlaced = false; // its width was chosen
    bool m_givesShares = true; // of the height, until the user moves a handle
    bool m_movesHeight = false; // a hand is on the handle over the trace
    int m_chosenHeight = 0; // of the trace, once it has no share any more
};

} // namespace sonde::app
