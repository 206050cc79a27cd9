// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/questionpage.h"

#include "review/requestcheck.h"
#include "widgets/review/elicitationpage.h"
#include "widgets/review/plainresponsepage.h"
#include "widgets/review/samplingpage.h"
#include "widgets/review/urlpage.h"

namespace sonde::widgets {

namespace {

constexpr qsizetype kMaxMessage = 4000;

} // namespace

QuestionPage *QuestionPage::make(const Subject &subject, QWidget *parent)
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

QString QuestionPage::messageText() const
{
    return params()["message"].toString().left(kMaxMessage);
}

QuestionPage::QuestionPage(Subject subject, QWidget *parent)
    : QWidget(parent)
    , m_subject(std::move(subject))
{
}

review::Remarks QuestionPage::remarks() const
{
    const auto &capabilities = m_subject.standing.capabilities;
    return review::checkRequest(
        question(), capabilities ? capabilities->root() : json::Value(), m_subject.ask->revision);
}

} // namespace sonde::widgets
