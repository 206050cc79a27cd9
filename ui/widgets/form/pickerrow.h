// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrowwidget.h"

class QComboBox;
class QRadioButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// Selects the branch of a union, or one of several types, for a value.
class PickerRow final : public FormRowWidget {
    Q_OBJECT
public:
    explicit PickerRow(QWidget *parent);

    bool suits(const FormRow &row) const override { return row.type == FormRow::Type::Picker; }
    QList<QWidget *> stops() const override;
    QWidget *target() const override;

protected:
    void fill(const RowView &view) override;
    void place() override;

private:
    void setBranches(const QStringList &branches);
    void choose(std::size_t branch);

    look::ColorLabel *m_label;
    QComboBox *m_list;
    std::vector<QRadioButton *> m_radios; // when there are few
    look::ColorLabel *m_note;
    QStringList m_branches;
    std::size_t m_picker = 0;
    bool m_filling = false;
};

} // namespace sonde::widgets
