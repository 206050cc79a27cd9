// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QPlainTextEdit;

namespace sonde::models {
class ExitModel;
class TraceModel;
} // namespace sonde::models

namespace sonde::widgets {

class PlainTable;

// How the processes of a server ended, and the last lines of stderr of the chosen one.
class ExitHistory final : public QWidget {
    Q_OBJECT
public:
    // The trace outlives it.
    explicit ExitHistory(models::TraceModel &trace, QWidget *parent = nullptr);

    void setServer(const QString &name);
    void update();
    int count() const;
    PlainTable &table() const { return *m_table; }
    QString lines() const; // of stderr, as shown

private:
    void showLines();

    models::ExitModel *m_model;
    PlainTable *m_table;
    QPlainTextEdit *m_lines;
};

} // namespace sonde::widgets
