// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/label/tagstrip.h"

#include "base/formatting.h"
#include "look/theme/theme.h"

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
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void TagStrip::setTags(std::vector<look::Tag> tags)
{
    m_tags = std::move(tags);
    QStringList words;
    for (const look::Tag &tag : m_tags)
        words << tag.word;
    setAccessibleName(listText(words));
    setToolTip(listText(words)); // those without room as well
    updateGeometry();
    update();
}

QSize TagStrip::sizeHint() const
{
    int width = 0;
    for (const look::Tag &tag : m_tags)
        width += look::tagWidth(tag) + kGap;
    return {width, look::tagHeight()};
}

void TagStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QRect rest = rect();
    for (const look::Tag &tag : m_tags) {
        if (rest.width() < look::tagWidth(tag))
            break;
        rest.setLeft(rest.left() + look::paintTag(&painter, rest, tag) + kGap);
    }
}

} // namespace sonde::widgets
