// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrowwidget.h"

#include <QHash>
#include <QScrollArea>
#include <QTimer>

#include <vector>

namespace sonde::widgets {

// The rows of a form, in a column that scrolls. Widgets are made for the rows in view only, and a
// few in each turn of the event loop, so that a schema with thousands of properties never stops
// the window.
class FormView final : public QScrollArea {
    Q_OBJECT
public:
    static constexpr int kRowsPerTurn = 24;

    explicit FormView(QWidget *parent = nullptr);

    // The rows' fields live until hold(), clear() or the next rows.
    void showRows(const schema::Form &form, std::vector<FormRow> rows);
    // The fields are about to be deleted: nothing uses them before the next rows.
    void hold() { m_held = true; }
    void clear();
    // The rows are unchanged, but the field and the groups around it show something new.
    void showChange(const QString &pointer);
    const std::vector<FormRow> &rows() const { return m_rows; }
    // Wraps the notes beside or below the fields instead of cutting them; not of very many rows.

    // Shows each problem at its row; a closed group shows the first one in it.
    void showProblems(const std::vector<FormProblem> &problems);
    void showComplaints(const QHash<QString, FormComplaint> &complaints);

    // The row with that pointer comes into view and takes the focus.
    bool focusRow(const QString &pointer);
    // The pointer of the field with the focus; null (not only empty) when none has it.
    QString focusedPointer() const;
    FormRowWidget *widgetFor(const QString &pointer) const; // null unless it was created
    int rowWidth() const { return viewport()->width(); }
    int mostRowsPerTurn() const { return m_mostMade; }

Q_SIGNALS:
    void acted(const sonde::widgets::FormAction &action);
    void rowWidthChanged(); // records may no longer fit into a row

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void layOut();
    void showVisible();
    bool showRow(std::size_t index, int &made); // false: its widgets were not created yet
    void dropOthers();
    void setTabOrder();
    int labelWidth() const;
    FormRowWidget *focusedRow() const;
    void step(const QString &pointer, int by);
    bool hasNote(const FormRow &row) const;
    FormColumns columnsOf(const FormRow &row) const;
    std::size_t rowAt(int y) const;

    struct Shown {
        FormRowWidget *widget = nullptr;
        int generation = 0; // of its content
        int seen = 0; // the last pass in which it was visible
        std::size_t row = 0;
    };
    const schema::Form *m_form = nullptr;
    std::vector<FormRow> m_rows;
    std::vector<int> m_tops; // one more than rows
    FormColumns m_columns;
    int m_labelWidth = 0;
    QHash<QString, Shown> m_shown;
    FormTroubles m_troubles;
    QWidget *m_page;
    QWidget *m_first; // where the order of the Tab key begins
    QTimer m_again;
    int m_generation = 0;
    int m_pass = 0;
    int m_mostMade = 0;
    bool m_held = false;
    bool m_inside = false; // showVisible() moves things itself
};

} // namespace sonde::widgets
