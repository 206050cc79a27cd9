// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/questionpage.h"

#include "review/requestcheck.h"

namespace sonde::widgets {

namespace {

constexpr qsizetype kMaxMessage = 4000;

} // namespace

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
