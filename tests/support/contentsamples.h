// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QtEndian>

#include <cmath>

// Things a server could send, for tests and galleries of the viewers.
namespace sonde::samples {

inline QByteArray png(const QSize &size, QRgb color = 0xff3366aa)
{
    QImage image(size, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setBrush(QColor::fromRgb(color));
    painter.drawEllipse(image.rect().adjusted(1, 1, -2, -2));
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

// 16 bits, one channel.
inline QByteArray wav(int samples, int hertz = 8000)
{
    QByteArray data;
    for (int i = 0; i < samples; ++i) {
        const double fade = 1.0 - double(i) / samples;
        const auto value = qint16(std::lround(std::sin(i * 0.05) * fade * 30000));
        char two[2];
        qToLittleEndian(value, two);
        data.append(two, 2);
    }
    const auto number = [](auto value) {
        QByteArray bytes(sizeof value, '\0');
        qToLittleEndian(value, bytes.data());
        return bytes;
    };
    QByteArray file("RIFF");
    file += number(quint32(36 + data.size())) + "WAVEfmt " + number(quint32(16))
        + number(quint16(1)) + number(quint16(1)) + number(quint32(hertz))
        + number(quint32(2 * hertz)) + number(quint16(2)) + number(quint16(16)) + "data"
        + number(quint32(data.size())) + data;
    return file;
}

inline QByteArray svg()
{
    return "<svg xmlns='http://www.w3.org/2000/svg' width='120' height='60'>"
           "<rect width='120' height='60' rx='8' fill='#2f6fc4'/>"
           "<circle cx='30' cy='30' r='18' fill='#f0b35e'/>"
           "<text x='56' y='36' font-size='16' fill='white'>sonde</text></svg>";
}

// A JSON text; quotes, backslashes and controls are escaped.
inline QByteArray quoted(const QByteArray &text)
{
    QByteArray out("\"");
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (c == '\n')
            out += "\\n";
        else if (c == '\r')
            out += "\\r";
        else if (c == '\t')
            out += "\\t";
        else
            out += c;
    }
    return out + '"';
}

inline QByteArray textBlock(const QByteArray &text, const QByteArray &type = {})
{
    const QByteArray declared = type.isEmpty() ? QByteArray() : ",\"mimeType\":" + quoted(type);
    return "{\"type\":\"text\",\"text\":" + quoted(text) + declared + "}";
}

// `kind`: image or audio.
inline QByteArray dataBlock(const QByteArray &kind, const QByteArray &type, const QByteArray &bytes)
{
    return "{\"type\":" + quoted(kind) + ",\"mimeType\":" + quoted(type)
        + ",\"data\":" + quoted(bytes.toBase64()) + "}";
}

inline QByteArray resourceBlock(
    const QByteArray &uri, const QByteArray &type, const QByteArray &text)
{
    return "{\"type\":\"resource\",\"resource\":{\"uri\":" + quoted(uri)
        + ",\"mimeType\":" + quoted(type) + ",\"text\":" + quoted(text) + "}}";
}

inline QByteArray blobBlock(const QByteArray &uri, const QByteArray &type, const QByteArray &bytes)
{
    return "{\"type\":\"resource\",\"resource\":{\"uri\":" + quoted(uri)
        + ",\"mimeType\":" + quoted(type) + ",\"blob\":" + quoted(bytes.toBase64()) + "}}";
}

inline std::vector<content::Content> contents(const QByteArray &blocks)
{
    const auto document = std::make_shared<const json::Document>(
        json::Document::parse(Bytes::fromByteArray("[" + blocks + "]")));
    return content::contentsOfBlocks(document, document->root());
}

inline content::Content single(const QByteArray &block)
{
    return contents(block).front();
}

} // namespace sonde::samples
