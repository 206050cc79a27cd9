// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/fieldeditors.h"

#include "widgets/form/choiceeditors.h"
#include "widgets/form/texteditors.h"

namespace sonde::widgets {

FieldEditor *makeFieldEditor(FieldEditor::Type type, QWidget *parent)
{
    using Type = FieldEditor::Type;
    switch (type) {
    case Type::Line:
        return new LineEditor(parent);
    case Type::Area:
        return new AreaEditor(parent);
    case Type::Switch:
        return new SwitchEditor(parent);
    case Type::Choice:
        return new ChoiceEditor(parent);
    case Type::Checks:
        return new ChecksEditor(parent);
    case Type::Fixed:
        return new FixedEditor(parent);
    case Type::Elsewhere:
        break;
    }
    return new ElsewhereEditor(parent);
}

} // namespace sonde::widgets
