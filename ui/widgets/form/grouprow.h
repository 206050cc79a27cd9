// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrowwidget.h"

class QPushButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class ItemButtons;
class NameLabel;
class OpenArrow;
class StateButton;

// The row of an object, an array or a tuple: opens and closes it, and adds members or elements.
class GroupRow final : public FormRowWidget {
    Q_OBJECT
public:
    GroupRow(bool named, QWidget *parent);

    bool suits(const FormRow &row) const override;
    QList<QWidget *> stops() const override;
    QWidget *target() const override;

protected:
    void fill(const RowView &view) override;
    void place() override;

private:
    OpenArrow *m_arrow;
    NameLabel *m_name;
    StateButton *m_state;
    look::ColorLabel *m_detail;
    QPushButton *m_add;
    ItemButtons *m_buttons;
    bool m_addsItems = false;
};

} // namespace sonde::widgets
