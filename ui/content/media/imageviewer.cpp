// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/imageviewer.h"

#include "base/formatting.h"
#include "content/media/decodedimage.h"
#include "content/media/imageview.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace sonde::content {

ImageViewer::ImageViewer(const DecodedImage &image, QWidget *parent)
    : Viewer(parent)
    , m_size(image.size)
    , m_view(new ImageView(this))
    , m_bar(new QWidget(this))
    , m_scale(new look::ColorLabel(models::ColorRole::Muted, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_bar);
    look::passFocus(*this, *m_view);
    auto *bar = new QHBoxLayout(m_bar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->setSpacing(look::metrics().unit);
    const auto add = [&](const QString &text, const char *sign, const QString &tip, auto act) {
        auto *made = new QToolButton(m_bar);
        made->setText(text);
        if (sign)
            made->setIcon(look::icon(sign));
        made->setFont(look::smallFont());
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::TabFocus);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        connect(made, &QToolButton::clicked, this, act);
        bar->addWidget(made);
    };
    add({}, "remove", tr("Zoom out (−)"), [this] { m_view->zoom(-1); });
    add({}, "add", tr("Zoom in (+)"), [this] { m_view->zoom(1); });
    add(tr("1 : 1"), nullptr, tr("Actual size (1)"), [this] { m_view->setScale(1); });
    add(tr("Fit"), nullptr, tr("Fit to window (0)"), [this] { m_view->fit(); });
    bar->addWidget(m_scale);
    bar->addStretch();
    m_scale->setFont(look::smallFont());
    connect(m_view, &ImageView::scaleChanged, this,
        [this] { m_scale->setText(tr("%1 %").arg(int(std::lround(m_view->scale() * 100)))); });
    m_view->setImage(image.image, image.size);
}

int ImageViewer::wantedHeight(int width, int most) const
{
    const int frame = 2 * m_view->frameWidth();
    const int room = std::max(1, width - frame);
    const double by = m_size.width() > room ? double(room) / m_size.width() : 1;
    const double height = std::ceil(m_size.height() * by) + frame + m_bar->sizeHint().height();
    constexpr int kLeast = 80; // keeps the buttons usable under a tiny image
    return int(std::clamp(height, double(std::min(kLeast, most)), double(most)));
}

QString ImageViewer::facts() const
{
    return countText(m_size.width()) % QStringLiteral(" × ") % countText(m_size.height());
}

} // namespace sonde::content
