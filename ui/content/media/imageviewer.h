// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/viewer.h"

class QImage;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::content {

class ImageView;
struct DecodedImage;

// A picture with what enlarges it.
class ImageViewer final : public Viewer {
    Q_OBJECT
public:
    explicit ImageViewer(const DecodedImage &image, QWidget *parent = nullptr);

    ImageView &view() { return *m_view; }
    int wantedHeight(int width, int most) const override;
    QString facts() const override;

private:
    QSize m_size;
    ImageView *m_view;
    QWidget *m_bar;
    look::ColorLabel *m_scale;
};

} // namespace sonde::content
