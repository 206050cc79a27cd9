// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/resultmodel.h"

#include <QWidget>

class QPushButton;

namespace sonde::content {
class TextDiffView;
}

namespace sonde::look {
class ColorLabel;
class PanelTitle;
} // namespace sonde::look

namespace sonde::widgets {

class PlainTable;

// What the saved calls returned after a start, beside what they returned before: a row for each,
// the lines that differ of the chosen one, and what of it is ignored.
class ResultChanges : public QWidget {
    Q_OBJECT
public:
    explicit ResultChanges(QWidget *parent = nullptr);

    void setResults(std::vector<models::ResultRow> results);
    models::ResultModel &model() { return *m_model; }
    PlainTable &table() { return *m_table; }
    const content::TextDiffView &diff() const { return *m_diff; }
    QString note() const; // below the lines

Q_SIGNALS:
    // What was learned about the saved call is to be forgotten.
    void forgetRequested(const QString &call);
    // The saved call is to run by itself, although it may change something.
    void confirmRequested(const QString &call);

private:
    void show(int row);
    void showNote(const changes::RunChange &change);
    void press();

    models::ResultModel *m_model;
    look::PanelTitle *m_title;
    PlainTable *m_table;
    content::TextDiffView *m_diff;
    look::ColorLabel *m_note;
    QPushButton *m_button;
};

} // namespace sonde::widgets
