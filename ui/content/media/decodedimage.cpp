// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/decodedimage.h"

#include "content/base/contenttext.h"
#include "look/painting/safesvg.h"

#include <QBuffer>
#include <QImageReader>
#include <QPainter>
#include <QSvgRenderer>

namespace sonde::content {
namespace {

constexpr int kMegabytes = 256; // for one picture while it is decoded
constexpr int kSvgSide = 1024; // for an SVG without a size
constexpr int kMaxSvgSide = 2048;

// The plugin that reads a type. SVG is not among them: as a plugin it reads other files.
QByteArray pluginFor(const QString &type)
{
    static const struct {
        const char *type;
        const char *plugin;
    } kPlugins[] = {{"image/png", "png"}, {"image/jpeg", "jpeg"}, {"image/gif", "gif"},
        {"image/webp", "webp"}, {"image/bmp", "bmp"}, {"image/x-icon", "ico"},
        {"image/tiff", "tiff"}};
    for (const auto &known : kPlugins) {
        if (type == QLatin1String(known.type))
            return known.plugin;
    }
    return {};
}

DecodedImage decodeSvg(const Bytes &bytes, const std::stop_token &stop)
{
    DecodedImage decoded;
    const look::SafeSvg safe = look::SafeSvg::from(bytes.view());
    decoded.problem = safe.problem;
    decoded.note = safe.note;
    if (!safe.problem.isEmpty() || stop.stop_requested())
        return decoded;
    QSvgRenderer renderer(safe.text);
    if (!renderer.isValid()) {
        decoded.problem = Text::tr("The SVG cannot be rendered.");
        return decoded;
    }
    decoded.size = renderer.defaultSize();
    QSize drawn = decoded.size.isEmpty() ? QSize(kSvgSide, kSvgSide) : decoded.size;
    drawn.scale(kSvgSide, kSvgSide,
        drawn.width() > kMaxSvgSide || drawn.height() > kMaxSvgSide || drawn.width() < kSvgSide
            ? Qt::KeepAspectRatio
            : Qt::IgnoreAspectRatio);
    if (drawn.isEmpty())
        drawn = QSize(kSvgSide, kSvgSide);
    decoded.image = QImage(drawn, QImage::Format_ARGB32_Premultiplied);
    decoded.image.fill(Qt::transparent);
    QPainter painter(&decoded.image);
    renderer.render(&painter);
    return decoded;
}

} // namespace

DecodedImage decodeImage(const Bytes &bytes, const QString &type, const std::stop_token &stop)
{
    if (type == QLatin1String("image/svg+xml"))
        return decodeSvg(bytes, stop);
    DecodedImage decoded;
    const QByteArray plugin = pluginFor(type);
    if (plugin.isEmpty() || !QImageReader::supportedImageFormats().contains(plugin)) {
        decoded.problem = Text::tr("Sonde has no decoder for %1.").arg(type);
        return decoded;
    }
    QImageReader::setAllocationLimit(kMegabytes);
    QByteArray view = QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()));
    QBuffer buffer(&view);
    QImageReader reader(&buffer, plugin);
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true);
    decoded.size = reader.size();
    if (qint64(decoded.size.width()) * decoded.size.height() > DecodedImage::kMaxPixels) {
        decoded.problem = Text::tr("The image is too large to show: %L1 × %L2 pixels.")
                              .arg(decoded.size.width())
                              .arg(decoded.size.height());
        return decoded;
    }
    constexpr int kMost = DecodedImage::kMaxSide;
    if (decoded.size.width() > kMost || decoded.size.height() > kMost)
        reader.setScaledSize(decoded.size.scaled(kMost, kMost, Qt::KeepAspectRatio));
    decoded.image = reader.read();
    if (decoded.image.isNull())
        decoded.problem = Text::tr("The image cannot be decoded: %1").arg(reader.errorString());
    else if (!decoded.size.isValid())
        decoded.size = decoded.image.size();
    return decoded;
}

} // namespace sonde::content
