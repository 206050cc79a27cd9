// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrowwidget.h"

namespace sonde::widgets {

// The widgets of a row of that type, which belong to `parent`; FormRowWidget::showRow() fills them.
FormRowWidget *makeRowWidget(const FormRow &row, QWidget *parent);

} // namespace sonde::widgets
