// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytewords.h"

#include "content/base/contenttext.h"

#include <QByteArray>

namespace sonde::content {

namespace {

// Empty: the byte alone is no character.
QString characterOf(char byte)
{
    switch (byte) {
    case ' ':
        return Text::tr("space");
    case '\t':
        return Text::tr("tab");
    case '\n':
        return Text::tr("line feed");
    case '\r':
        return Text::tr("carriage return");
    default:
        return byte > ' ' && byte < 0x7F ? QString(QLatin1Char(byte)) : QString();
    }
}

// The end may be in the middle of a character.
QString textOf(const QByteArray &bytes, bool isCut)
{
    QString text = QString::fromUtf8(bytes);
    while (isCut && text.endsWith(QChar::ReplacementCharacter))
        text.chop(1);
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control)
            c = u' ';
    }
    return text.trimmed();
}

} // namespace

QString byteWords(qint64 place, const QByteArray &first, qint64 count)
{
    if (first.isEmpty())
        return {};
    const bool isCut = count > first.size();
    QString hex = QString::fromLatin1(first.toHex(' ').toUpper());
    QString text = count == 1 ? characterOf(first[0]) : textOf(first, isCut);
    if (isCut) {
        hex += QStringLiteral(" …");
        text += text.isEmpty() ? QString() : QStringLiteral("…");
    }
    if (!text.isEmpty())
        hex = Text::tr("%1, %2", "bytes in hexadecimal, the same as text").arg(hex, text);
    return count == 1 ? Text::tr("Offset %1: %2").arg(QString::number(place), hex)
                      : Text::tr("Bytes %1 to %2: %3")
                            .arg(QString::number(place), QString::number(place + count - 1), hex);
}

} // namespace sonde::content
