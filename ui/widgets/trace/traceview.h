// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/trace/tracefilterproxy.h"

#include <QTableView>

namespace sonde::look {
class SignDelegate;
}

namespace sonde::widgets {

class TraceColumns;

// The list of the trace. What is selected stays selected, by its number, whatever comes, goes or
// is filtered; the list follows the newest row only while its end is in sight.
class TraceView : public QTableView {
    Q_OBJECT
public:
    explicit TraceView(models::TraceFilterProxy &proxy, QWidget *parent = nullptr);

    trace::Number currentNumber() const { return m_number; } // 0: none
    // Selects and shows the row; false when it is filtered out or not there.
    bool select(trace::Number number);
    bool selectPair();
    // Selects the first row, as soon as there is one.
    void selectFirst();
    // The exchange that carried the selected message, or the first message that the selected
    // exchange carried; 0 without.
    trace::Number otherOfExchange() const;

    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);

    std::vector<trace::Number> selectedNumbers() const; // in the order of the list
    // Copies the messages of the selected rows byte for byte, one a line. Many are read in the
    // background first; the clipboard's notice comes when they are copied.
    void copyMessages();
    TraceColumns &columns() const { return *m_columns; }

Q_SIGNALS:
    void numberSelected(sonde::trace::Number number);
    void opened(); // the current row, by a click or Return
    void closeRequested(); // Esc: what was opened
    void followingChanged(bool following);
    void spacePressed();
    void menuRequested(const QPoint &global);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    QItemSelectionModel::SelectionFlags selectionCommand(
        const QModelIndex &index, const QEvent *event = nullptr) const override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override;

private:
    static QByteArray textOf(const trace::Store &store, const std::vector<trace::Record> &records,
        const std::stop_token &stop);
    void putOnClipboard(const QByteArray &text);
    void sizeRows();
    void markEdge();
    int shownColumn() const; // to make a row the current one
    void leaveHiddenColumn();
    void restoreSelection();
    void updatePair();
    void scrolled(int value);
    bool isAtEnd() const;
    bool isInSight(int row, int height) const; // of a viewport with that height
    void aboutToReset();
    void rowsReset();
    void lookedAtAll();
    void keepInSight();

    models::TraceFilterProxy &m_proxy;
    look::SignDelegate *m_delegate;
    BackgroundJob m_copying;
    TraceColumns *m_columns = nullptr;
    trace::Number m_number = 0;
    bool m_following = true;
    bool m_wantsFirst = false; // row, which the filter has not found yet
    bool m_inSight = false; // the selected row, before the filter changed
    bool m_returning = false; // to its place in sight, while the filter looks at the rows
    bool m_quiet =
        false; // rows come and go: what the view reports meanwhile is not the user's choice
};

} // namespace sonde::widgets
