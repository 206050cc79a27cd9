// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractScrollArea>
#include <QImage>

namespace sonde::content {

// A picture, fitted to the place or at a scale of its own; + and − change it, 0 fits, 1 shows it
// dot for dot. What shows through is chequered.
class ImageView final : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr double kLeast = 0.02;
    static constexpr double kMost = 32;

    explicit ImageView(QWidget *parent = nullptr);

    // `size` is the picture's own, where the image was made smaller.
    void setImage(const QImage &image, const QSize &size);
    double scale() const; // dots of the screen for one of the picture
    bool isFitted() const { return m_scale == 0; }
    void setScale(double scale);
    void fit(); // never above one to one
    void zoom(int steps);

Q_SIGNALS:
    void scaleChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    QSize shownSize() const;
    void updateScrollBars();

    QImage m_image;
    QSize m_size;
    double m_scale = 0; // 0: fitted
    QPoint m_grabbed;
};

} // namespace sonde::content
