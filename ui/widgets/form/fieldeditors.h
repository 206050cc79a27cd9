// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/fieldeditor.h"

namespace sonde::widgets {

// The editor of that type, which belongs to `parent`.
FieldEditor *makeFieldEditor(FieldEditor::Type type, QWidget *parent);

} // namespace sonde::widgets
