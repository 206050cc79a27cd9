// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/review/questionpage.h"

namespace sonde::widgets {

// The page for what the server wants, by its kind; it belongs to `parent`.
QuestionPage *makeQuestionPage(const QuestionPage::Subject &subject, QWidget *parent);

} // namespace sonde::widgets
