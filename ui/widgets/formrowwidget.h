// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/formaction.h"
#include "widgets/formrows.h"

#include <QWidget>

namespace sonde::widgets {

// Something about a place of a form's text that does not fit.
struct FormProblem {
    QString pointer; // of the field it is shown at
    QString sentence;
    QString keyword{}; // of the schema; empty for what was typed and is not in the text
    std::size_t begin = 0; // the bytes meant
    std::size_t end = 0;
};

// What was typed last into a field and did not become text, and why.
struct FormComplaint {
    QString typed;
    bool hasTyped = false;
    QString sentence;
};

// Where the parts of a row stand; the same for all rows of a form. In pixels, left to right.
struct FormColumns {
    int width = 0;
    int labelEnd = 0;
    int stateWidth = 0;
    int boxEnd = 0;
    bool narrow = false; // the note is under the editor
    int row = 0; // heights: of a row, of the note under it, of a line in an area
    int note = 0;
    int line = 0;

    static FormColumns of(int width, int labelWidth, int stateWidth);
    static int indent(int depth);
    int labelEndAt(int depth) const;

    static constexpr int kMargin = 8;
    static constexpr int kGap = 8;
};

// What a row shows.
struct RowView {
    const schema::Form &form;
    const FormRow &row;
    const FormProblem *problem = nullptr;
    const FormComplaint *complaint = nullptr;
    FormColumns columns{};
};

// The widgets of one row. They are made when the row comes into view.
class FormRowWidget : public QWidget {
    Q_OBJECT
public:
    static FormRowWidget *make(const FormRow &row, QWidget *parent);
    // The row may keep its widgets for what is to be shown now.
    virtual bool suits(const FormRow &row) const = 0;
    // `note`: there is something to say under the editor, where that is its place.
    static int heightFor(const FormRow &row, const FormColumns &columns, bool note);

    void showRow(const RowView &view);
    const QString &pointer() const { return m_pointer; }
    virtual QList<QWidget *> stops() const = 0; // of the Tab key, in order
    virtual QWidget *target() const = 0; // takes the focus for the row

Q_SIGNALS:
    void acted(const sonde::widgets::FormAction &action);

protected:
    using QWidget::QWidget;
    virtual void fill(const RowView &view) = 0;
    virtual void place() = 0;
    const FormColumns &columns() const { return m_columns; }
    int depth() const { return m_depth; }
    int lineHeight() const;
    QRect mirrored(const QRect &place) const;
    void act(FormAction action);
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_pointer;
    FormColumns m_columns;
    int m_depth = 0;
};

} // namespace sonde::widgets
