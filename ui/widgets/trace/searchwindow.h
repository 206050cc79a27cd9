// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/searchhits.h"
#include "widgets/kit/frame/secondarywindow.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace sonde::widgets {

// Looks for a text, bytes or an expression in every message of the trace, whatever its filter
// hides, and lists where it stands. A window of its own, beside the list.
class SearchWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // The model outlives the window.
    explicit SearchWindow(models::TraceModel &trace, QWidget *parent = nullptr);

    QLineEdit &edit() const { return *m_edit; }
    QComboBox &mode() const { return *m_mode; }
    QTableView &table() const { return *m_table; }
    QLabel &summary() const { return *m_summary; }
    const models::SearchHits &hits() const { return m_hits; }

Q_SIGNALS:
    void numberRequested(sonde::trace::Number number); // of the row that was activated
    // After it: the bytes of the message that were found; not of a long message.
    void placeRequested(sonde::trace::Number number, qint64 begin, qint64 end);
    void filterRequested(const QString &filter);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void makeTable();
    void search();
    void showSummary();
    void showServers();
    void showHit(int row);

    const models::TraceModel &m_trace;
    models::SearchHits m_hits;
    QLineEdit *m_edit;
    QComboBox *m_mode;
    QPushButton *m_asFilter;
    QLabel *m_summary;
    QTableView *m_table;
    QString m_error;
};

} // namespace sonde::widgets
