// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formaction.h"
#include "widgets/form/formrow.h"
#include "widgets/form/formtroubles.h"

#include <QWidget>

namespace sonde::widgets {

// The layout of a row, in pixels from the left; all rows of a form share it.
struct FormColumns {
    int width = 0;
    int labelEnd = 0;
    int stateWidth = 0;
    int boxEnd = 0;
    bool narrow = false; // the note is under the editor
    int row = 0; // heights: of a row, of the note under it, of a line in an area
    int note = 0; // 0: it is beside the editor
    int line = 0;
    int beside = 0; // the least height of a row, for a whole note beside the editor
    bool whole = false; // the note is wrapped, not cut
    int under = 0; // the height of a note under a row without room beside it

    static FormColumns of(int width, int labelWidth, int stateWidth);
    static int indent(int depth);
    static int usedOf(int width); // of the available width, up to a maximum
    int labelEndAt(int depth) const;
    // For a row whose note is shown whole, after `before` pixels.
    FormColumns withWhole(const QString &note, int depth, int before = 0) const;

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

// The widgets of one row, created when the row comes into view.
class FormRowWidget : public QWidget {
    Q_OBJECT
public:
    // Whether the row can show this content with its existing widgets.
    virtual bool suits(const FormRow &row) const = 0;
    // `note`: whether there is a note under the editor, in a narrow layout.
    static int heightFor(const FormRow &row, const FormColumns &columns, bool note);

    void showRow(const RowView &view);
    const QString &pointer() const { return m_pointer; }
    virtual QList<QWidget *> stops() const = 0; // of the Tab key, in order
    virtual QWidget *target() const = 0; // takes the focus for the row; null when nothing can
    // The widget of one pointer in the row, and the pointer of a widget in it.
    virtual QWidget *targetAt(const QString &) const { return target(); }
    virtual QString pointerAt(const QWidget *) const { return m_pointer; }

Q_SIGNALS:
    void acted(const sonde::widgets::FormAction &action);
    void stepped(const QString &pointer, int by); // asks for this column of another record

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
