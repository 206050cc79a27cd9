// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/dataicons.h"

#include "look/painting/safesvg.h"

#include <QBuffer>
#include <QImageReader>
#include <QPainter>
#include <QSvgRenderer>

#include <utility>
#include <vector>

namespace sonde::look {

namespace {

// What follows the comma of a data: URI (RFC 2397), decoded; nothing when it is none.
QByteArray payloadOf(const QString &uri)
{
    const QByteArray text = uri.toUtf8();
    const qsizetype comma = text.indexOf(',');
    if (!text.startsWith("data:") || comma < 0 || text.size() > DataIcons::kMaxUri)
        return {};
    const QByteArray data = QByteArray::fromPercentEncoding(text.mid(comma + 1));
    return text.left(comma).endsWith(";base64") ? QByteArray::fromBase64(data) : data;
}

QImage drawSvg(const QByteArray &svg, int side)
{
    const SafeSvg safe = SafeSvg::from({svg.constData(), std::size_t(svg.size())});
    QSvgRenderer renderer;
    if (!safe.problem.isEmpty() || !renderer.load(safe.text))
        return {};
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

} // namespace

DataIcons::DataIcons(QObject *parent)
    : QObject(parent)
    , m_decoding(this)
{
}

QPixmap DataIcons::pixmap(const QString &uri, int side)
{
    if (uri.isEmpty())
        return {};
    if (std::exchange(m_side, side) != side)
        m_known.clear();
    if (const auto known = m_known.constFind(uri); known != m_known.constEnd())
        return *known;
    if (m_known.size() >= kMaxKept)
        return {};
    m_known.insert(uri, {});
    m_wanted += uri;
    if (!m_working) {
        m_working = true;
        QMetaObject::invokeMethod(this, &DataIcons::decodeRequested, Qt::QueuedConnection);
    }
    return {};
}

void DataIcons::decodeRequested()
{
    using Decoded = std::vector<std::pair<QString, QImage>>;
    m_decoding.start<Decoded>(
        [uris = std::exchange(m_wanted, {}), side = m_side](const std::stop_token &) {
            Decoded images;
            for (const QString &uri : uris)
                images.emplace_back(uri, decode(uri, side));
            return images;
        },
        [this](const Decoded &images) {
            for (const auto &[uri, image] : images)
                m_known.insert(uri, QPixmap::fromImage(image));
            m_working = !m_wanted.isEmpty();
            if (m_working)
                decodeRequested();
            Q_EMIT decoded();
        });
}

QImage DataIcons::decode(const QString &uri, int side)
{
    QByteArray data = payloadOf(uri);
    if (data.isEmpty())
        return {};
    if (data.trimmed().startsWith('<'))
        return drawSvg(data, side);
    QBuffer buffer(&data);
    QImageReader reader(&buffer);
    const QByteArray format = reader.format();
    if (format != "png" && format != "jpeg" && format != "webp" && format != "gif")
        return {};
    const QSize size = reader.size();
    if (!size.isValid() || size.width() > kMaxSide || size.height() > kMaxSide)
        return {};
    reader.setScaledSize(size.scaled(side, side, Qt::KeepAspectRatio));
    return reader.read();
}

} // namespace sonde::look
