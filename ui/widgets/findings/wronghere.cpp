// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/wronghere.h"

#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "widgets/findings/excerptview.h"

#include <QVBoxLayout>

namespace sonde::widgets {

WrongHere::WrongHere(QWidget *parent)
    : QWidget(parent)
    , m_lines(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("wrongHere"));
    m_lines->setContentsMargins(0, 0, 0, 0);
    hide();
}

void WrongHere::setExcerpts(const models::FindingExcerpts &excerpts, findings::Level level)
{
    if (m_content && m_excerpts == excerpts && m_level == level)
        return;
    m_excerpts = excerpts;
    m_level = level;
    delete m_content;
    m_content = new QWidget(this);
    m_lines->addWidget(m_content);
    fill();
    m_content->show();
    setVisible(excerpts.wrong.has_value());
}

void WrongHere::fill()
{
    auto *column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().unit);
    if (!m_excerpts.wrong)
        return;
    const auto add = [&](const models::FindingExcerpt &excerpt, ExcerptView::Mark mark,
                         const char *name, const QString &spoken) {
        auto *title = new look::ColorLabel(models::ColorRole::Muted, m_content);
        title->setFont(look::fixedFont());
        title->setText(excerpt.title);
        title->setWordWrap(true);
        column->addWidget(title);
        auto *view = new ExcerptView(excerpt, mark, m_level, m_content);
        view->setObjectName(QLatin1String(name));
        view->setAccessibleName(spoken);
        column->addWidget(view);
    };
    const QString wrong = tr("What is wrong here");
    const QString instead = tr("Write this instead");
    addHeading(wrong);
    for (const models::FindingExcerpt &excerpt : m_excerpts.explaining)
        add(excerpt, ExcerptView::Mark::Plain, "explaining", tr("Message that it contradicts"));
    add(*m_excerpts.wrong, ExcerptView::Mark::Wrong, "wrong", wrong);
    if (!m_excerpts.instead)
        return;
    addHeading(instead);
    add(*m_excerpts.instead, ExcerptView::Mark::Right, "instead", instead);
}

void WrongHere::addHeading(const QString &text)
{
    auto *heading = new look::ColorLabel(models::ColorRole::Normal, m_content);
    heading->setFont(look::boldFont());
    heading->setText(text);
    m_content->layout()->addWidget(heading);
}

} // namespace sonde::widgets
