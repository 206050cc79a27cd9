// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/iconengine.h"

#include "look/painting/signpainting.h"
#include "look/theme/theme.h"

#include <QFile>
#include <QLibraryInfo>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <QVersionNumber>

// In the global namespace: the resources of a static library must be initialized explicitly.
static void initResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace sonde::look {

namespace {

QString pathOf(const QString &name)
{
    static const bool once = (initResources(), true);
    Q_UNUSED(once)
    return QStringLiteral(":/sonde/icons/") % name % QStringLiteral(".svg");
}

QPixmap renderDrawing(const QString &name, const QSize &devicePixels, const QColor &color)
{
    const QString key = QStringLiteral("sonde/%1/%2x%3/%4")
                            .arg(name)
                            .arg(devicePixels.width())
                            .arg(devicePixels.height())
                            .arg(color.rgba(), 0, 16);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(devicePixels);
    pixmap.fill(Qt::transparent);
    QFile file(pathOf(name));
    if (file.open(QIODevice::ReadOnly)) {
        QByteArray drawing = file.readAll();
        drawing.replace("currentColor", color.name().toLatin1());
        QSvgRenderer renderer(drawing);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        renderer.render(&painter, QRectF(QPointF(), QSizeF(devicePixels)));
    }
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

// QIcon asks for device pixels, and since Qt 6.8 for a size and its scale.
QSize devicePixels(const QSize &size, qreal scale)
{
    static const bool isScaled = QLibraryInfo::version() < QVersionNumber(6, 8);
    return isScaled ? size : size * scale;
}

// Draws a sign as an icon.
class SignIconEngine final : public QIconEngine {
public:
    explicit SignIconEngine(models::Sign sign)
        : m_sign(sign)
    {
    }
    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const QColor color =
            mode == QIcon::Disabled ? theme().off : theme().color(models::signColorRole(m_sign));
        paintSign(painter, rect, m_sign, color);
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }
    QPixmap scaledPixmap(
        const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        QPixmap pixmap(devicePixels(size, scale));
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        return pixmap;
    }
    QIconEngine *clone() const override { return new SignIconEngine(*this); }

private:
    models::Sign m_sign;
};

} // namespace

IconEngine::IconEngine(QString name, models::ColorRole tone)
    : m_name(std::move(name))
    , m_tone(tone)
{
}

QColor IconEngine::colorFor(QIcon::Mode mode) const
{
    return mode == QIcon::Disabled ? theme().off : theme().color(m_tone);
}

QPixmap IconEngine::render(const QSize &devicePixels, const QColor &color) const
{
    return renderDrawing(m_name, devicePixels, color);
}

void IconEngine::paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State)
{
    paintIcon(painter, rect, m_name, colorFor(mode));
}

QPixmap IconEngine::pixmap(const QSize &size, QIcon::Mode mode, QIcon::State)
{
    return render(size, colorFor(mode));
}

QPixmap IconEngine::scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale)
{
    return render(devicePixels(size, scale), colorFor(mode));
}

QSize IconEngine::actualSize(const QSize &size, QIcon::Mode, QIcon::State)
{
    return size;
}

QIconEngine *IconEngine::clone() const
{
    return new IconEngine(*this);
}

QIcon icon(const QString &name, models::ColorRole tone)
{
    return QFile::exists(pathOf(name)) ? QIcon(new IconEngine(name, tone)) : QIcon();
}

QIcon icon(const char *name, models::ColorRole tone)
{
    return icon(QString::fromLatin1(name), tone);
}

QIcon signIcon(models::Sign sign)
{
    return QIcon(new SignIconEngine(sign));
}

QIcon applicationIcon()
{
    QIcon result;
    for (const int side : {16, 24, 32, 48, 64, 128, 256})
        result.addPixmap(renderDrawing(QStringLiteral("sonde"), QSize(side, side), theme().text));
    return result;
}

void paintIcon(QPainter *painter, const QRect &rect, const QString &name, const QColor &color)
{
    const qreal ratio = painter->device()->devicePixelRatioF();
    QPixmap pixmap = renderDrawing(name, (QSizeF(rect.size()) * ratio).toSize(), color);
    pixmap.setDevicePixelRatio(ratio);
    painter->drawPixmap(rect.topLeft(), pixmap);
}

} // namespace sonde::look
