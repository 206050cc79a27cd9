// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/formfield.h"

#include <QAbstractButton>

#include <array>

namespace sonde::widgets {

// The state of a field (omitted, null, empty or value) as glyph and word; a menu sets it. The
// button is joined to the editor on its right.
class StateButton final : public QAbstractButton {
    Q_OBJECT
public:
    explicit StateButton(QWidget *parent = nullptr);

    void showField(const schema::Field &field, const QString &name);
    schema::FieldState state() const { return m_state; }

    // Shows only the glyph; the word is in the tool tip.
    void setGlyphOnly(bool only);
    static int glyphWidth();
    int wordWidth() const;
    QSize sizeHint() const override;

Q_SIGNALS:
    void stateRequested(sonde::schema::FieldState state);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void openMenu();

    schema::FieldState m_state = schema::FieldState::Omitted;
    bool m_json = false;
    bool m_glyphOnly = false;
    std::array<bool, 4> m_possible{};
    std::array<bool, 4> m_known{};
};

} // namespace sonde::widgets
