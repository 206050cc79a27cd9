// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formaction.h"

#include <QWidget>

namespace sonde::widgets {

// What a field is edited with. It has no frame of its own.
class FieldEditor : public QWidget {
    Q_OBJECT
public:
    enum class Type : std::uint8_t {
        Line, // text, numbers, short JSON
        Area, // text of several lines, JSON of several lines
        Switch, // true and false side by side
        Choice, // one of a list
        Checks, // several of a list
        Fixed, // a constant, or null
        Elsewhere, // what no editor of a form can hold exactly, or is too long for one
    };
    // Depends on the field alone, so that rows have their height before they are made.
    static Type typeFor(const schema::Field &field);
    // Of an Area; a row is as high as a line of text otherwise.
    static int linesFor(const schema::Field &field);

    // Longer texts are edited as JSON text.
    static constexpr std::size_t kMaxText = 20'000;
    static constexpr std::size_t kMaxLine = 2'000;

    Type type() const { return m_type; }
    // `pending` is what was typed and is no JSON value, in the place of the field's own text.
    void showField(const schema::Form &form, const schema::Field &field, const QString *pending);
    // Where what stands in for the value can be painted; -1: the editor shows it itself.
    virtual int ghostIndent() const { return 0; }
    // What takes the focus, and has the names for a screen reader.
    virtual QWidget *target() = 0;

Q_SIGNALS:
    void acted(const sonde::widgets::FormAction &action);
    void targetChanged(); // something else takes the focus now

protected:
    FieldEditor(Type type, QWidget *parent);
    virtual void fill(
        const schema::Form &form, const schema::Field &field, const QString &text) = 0;
    void act(FormAction action); // at the field; nothing while it is filled
    bool isFilling() const { return m_filling; }

private:
    Type m_type;
    QString m_pointer;
    bool m_filling = false;
};

// The text that a Line or Area shows: of a value, not of what stands in for one.
QString editedText(const schema::Field &field);

} // namespace sonde::widgets
