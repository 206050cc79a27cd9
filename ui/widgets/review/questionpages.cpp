// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/questionpages.h"

#include "widgets/review/elicitationpage.h"
#include "widgets/review/plainresponsepage.h"
#include "widgets/review/samplingpage.h"
#include "widgets/review/urlpage.h"

namespace sonde::widgets {

QuestionPage *makeQuestionPage(const QuestionPage::Subject &subject, QWidget *parent)
{
    switch (subject.ask->questions[subject.index].kind) {
    case review::Kind::Sampling:
        return new SamplingPage(subject, parent);
    case review::Kind::Form:
        return new ElicitationPage(subject, parent);
    case review::Kind::Url:
        return new UrlPage(subject, parent);
    case review::Kind::Roots:
    case review::Kind::Other:
        break;
    }
    return new PlainResponsePage(subject, parent);
}

} // namespace sonde::widgets
