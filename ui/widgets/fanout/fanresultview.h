// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fanout/fanreport.h"

#include <QWidget>

class QCheckBox;

namespace sonde::content {
class ContentView;
}

namespace sonde::look {
class ColorLabel;
class PanelTitle;
} // namespace sonde::look

namespace sonde::models {
class FanTableModel;
}

namespace sonde::widgets {

class PlainTable;

// What came of a call of several servers: a table with a column for each, and the whole response of
// the column that is current.
class FanResultView : public QWidget {
    Q_OBJECT
public:
    explicit FanResultView(QWidget *parent = nullptr);

    void setReport(const fanout::FanReport &report);
    void setFindings(std::size_t result, std::vector<findings::ListedFinding> findings);
    void goToNext(bool backwards); // to the next place that differs

    const models::FanTableModel &model() const { return *m_model; }
    PlainTable &table() const { return *m_table; }
    QCheckBox &onlyDifferences() const { return *m_only; }
    const content::ContentView &response() const { return *m_response; }

private:
    QWidget *makeTable();
    void fitColumns();
    void showCurrent();

    models::FanTableModel *m_model;
    PlainTable *m_table;
    QCheckBox *m_only;
    look::ColorLabel *m_more; // that the table does not have all
    look::PanelTitle *m_title; // of the response
    content::ContentView *m_response;
    int m_shown = -1; // the result whose response is shown
};

} // namespace sonde::widgets
