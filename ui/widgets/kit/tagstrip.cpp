// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/tagstrip.h"

#include "look/theme.h"

#include <QPainter>
#include <QStringList>

namespace sonde::widgets {

namespace {
constexpr int kGap = 6;
}

TagStrip::TagStrip(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&content::CurrentTheme::instance(), &content::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void TagStrip::setTags(std::vector<content::Tag> tags)
{
    m_tags = std::move(tags);
    QStringList words;
    for (const content::Tag &tag : m_tags)
        words << tag.word;
    setAccessibleName(words.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize TagStrip::sizeHint() const
{
    int width = 0;
    for (const content::Tag &tag : m_tags)
        width += content::tagWidth(tag) + kGap;
    return {width, content::tagHeight()};
}

void TagStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QRect rest = rect();
    for (const content::Tag &tag : m_tags)
        rest.setLeft(rest.left() + content::paintTag(&painter, rest, tag) + kGap);
}

} // namespace sonde::widgets
