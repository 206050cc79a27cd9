// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/rowwidgets.h"

#include "widgets/form/fieldrow.h"
#include "widgets/form/grouprow.h"
#include "widgets/form/headsrow.h"
#include "widgets/form/morerow.h"
#include "widgets/form/pickerrow.h"
#include "widgets/form/recordrow.h"

namespace sonde::widgets {

FormRowWidget *makeRowWidget(const FormRow &row, QWidget *parent)
{
    switch (row.type) {
    case FormRow::Type::Field:
        return new FieldRow(FieldEditor::typeFor(*row.field), row.field->isAdded, parent);
    case FormRow::Type::Group:
        return new GroupRow(row.field->isAdded, parent);
    case FormRow::Type::Picker:
        return new PickerRow(parent);
    case FormRow::Type::Heads:
        return new HeadsRow(parent);
    case FormRow::Type::Record:
        return new RecordRow(row, parent);
    case FormRow::Type::More:
        break;
    }
    return new MoreRow(parent);
}

} // namespace sonde::widgets
