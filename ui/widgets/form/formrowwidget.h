// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formaction.h"
#include "widgets/form/formrows.h"
#include "widgets/form/formtroubles.h"

#include <QWidget>

namespace sonde::widgets {

// Where the parts of a row stand; the same for all rows of a form. In pixels, left to right.
struct FormColumns {
    int width = 0;
    int labelEnd = 0;
    int stateWidth = 0;
    int boxEnd = 0;
    bool narrow = false; // the note is under the editor
    int row = 0; // heights: of a row, of the note under it, of a line in an area
    int note = 0; // 0: it is beside the editor
    int line = 0;
    int under = 0; // what is said under a row that has no place beside it

    static FormColumns of(int width, int labelWidth, int stateWidth);
    static int indent(int depth);
    static int usedOf(int width); // of what there is: a form does not grow without end
    int labelEndAt(int depth) const;

    static constexpr int kMargin = 8;
    static constexpr int kGap = 8;
};

// What a row shows.
struct RowView {
    const schema::Form &form;
    const FormRow &row;
    const FormTroubles &troubles;
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
    virtual QWidget *target() const = 0; // takes the focus for the row; null: nothing does
    // The same for one place of those that the row shows, and which of them a widget inside is for.
    virtual QWidget *targetAt(const QString &) const { return target(); }
    virtual QString pointerAt(const QWidget *) const { return m_pointer; }

Q_SIGNALS:
    void acted(const sonde::widgets::FormAction &action);
    void stepped(const QString &pointer, int by); // wants the same column of another record

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
