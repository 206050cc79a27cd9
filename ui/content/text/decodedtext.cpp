// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/decodedtext.h"

#include "base/formatting.h"
#include "content/base/contenttext.h"
#include "content/base/utf8unit.h"

#include <QStringDecoder>

#include <algorithm>
#include <cstring>
#include <optional>

namespace sonde::content {
namespace {

using Encoding = QStringConverter::Encoding;

constexpr std::size_t kStep = std::size_t(1) << 20; // between two looks at the stop token

struct Mark {
    std::string_view bytes;
    Encoding encoding;
};

// The longer ones first: UTF-32 LE begins with the mark of UTF-16 LE.
constexpr Mark kMarks[] = {{std::string_view("\xFF\xFE\0\0", 4), Encoding::Utf32LE},
    {std::string_view("\0\0\xFE\xFF", 4), Encoding::Utf32BE}, {"\xEF\xBB\xBF", Encoding::Utf8},
    {"\xFF\xFE", Encoding::Utf16LE}, {"\xFE\xFF", Encoding::Utf16BE}};

const Mark *markOf(std::string_view bytes)
{
    const auto found = std::find_if(std::begin(kMarks), std::end(kMarks),
        [&](const Mark &mark) { return bytes.starts_with(mark.bytes); });
    return found == std::end(kMarks) ? nullptr : found;
}

QString nameOf(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Utf8:
        return QStringLiteral("UTF-8");
    case Encoding::Utf16:
        return QStringLiteral("UTF-16");
    case Encoding::Utf16LE:
        return QStringLiteral("UTF-16 LE");
    case Encoding::Utf16BE:
        return QStringLiteral("UTF-16 BE");
    case Encoding::Utf32:
        return QStringLiteral("UTF-32");
    case Encoding::Utf32LE:
        return QStringLiteral("UTF-32 LE");
    case Encoding::Utf32BE:
        return QStringLiteral("UTF-32 BE");
    case Encoding::Latin1:
        return QStringLiteral("ISO 8859-1");
    case Encoding::System:
        break;
    }
    return {};
}

void countLines(DecodedText &text, const std::stop_token &stop)
{
    const std::string_view bytes = text.utf8.view();
    std::size_t begin = 0;
    while (begin < bytes.size()) {
        const std::size_t end = std::min(bytes.find_first_of("\r\n", begin), bytes.size());
        text.longestLine = std::max(text.longestLine, qint64(end - begin));
        ++text.lines;
        begin = end + 1;
        if (end == bytes.size())
            break;
        if (bytes[end] == '\n') {
            ++text.lf;
        } else if (begin < bytes.size() && bytes[begin] == '\n') {
            ++text.crLf;
            ++begin;
        } else {
            ++text.cr;
        }
        if (text.lines % qint64(kStep) == 0 && stop.stop_requested())
            return;
    }
}

// Checks eight ASCII bytes at a time; other bytes are decoded one by one.
qint64 countInvalid(std::string_view bytes, const std::stop_token &stop)
{
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    qint64 invalid = 0;
    std::size_t at = 0;
    std::size_t nextLook = kStep;
    while (at < bytes.size()) {
        std::uint64_t eight = 0;
        if (at + sizeof eight <= bytes.size()) {
            std::memcpy(&eight, bytes.data() + at, sizeof eight);
            if ((eight & kHighBits) == 0) {
                at += sizeof eight;
                continue;
            }
        }
        const Utf8Unit unit = utf8At(bytes, at);
        invalid += !unit.valid;
        at += unit.length;
        if (at >= nextLook) {
            if (stop.stop_requested())
                return invalid;
            nextLook = at + kStep;
        }
    }
    return invalid;
}

void convert(DecodedText &text, const Bytes &bytes, Encoding encoding)
{
    QStringDecoder decoder(encoding, QStringConverter::Flag::Stateless);
    const QString decoded = decoder.decode(QByteArrayView(bytes.data(), qsizetype(bytes.size())));
    text.utf8 = Bytes::fromByteArray(decoded.toUtf8());
    if (decoder.hasError())
        text.note = Text::tr("Some bytes are not valid %1.").arg(nameOf(encoding));
}

} // namespace

QString DecodedText::lineEnds() const
{
    QStringList kinds;
    const bool mixed = (lf > 0) + (crLf > 0) + (cr > 0) > 1;
    const auto add = [&](qint64 count, const QString &name) {
        if (count > 0)
            kinds << (mixed ? QString(countText(count) % u' ' % name) : name);
    };
    add(lf, QStringLiteral("LF"));
    add(crLf, QStringLiteral("CRLF"));
    add(cr, QStringLiteral("CR"));
    const QString all = listText(kinds);
    return mixed ? Text::tr("mixed line endings: %1").arg(all) : all;
}

DecodedText decodeText(const Bytes &bytes, const QString &charset, const std::stop_token &stop)
{
    DecodedText text;
    std::optional<Encoding> encoding;
    if (!charset.isEmpty()) {
        encoding = QStringConverter::encodingForName(charset.toLatin1().constData());
        if (charset.compare(QLatin1String("us-ascii"), Qt::CaseInsensitive) == 0)
            encoding = Encoding::Utf8;
        if (!encoding)
            text.note = Text::tr("The encoding \"%1\" is unknown; shown as UTF-8.").arg(charset);
    }
    const Mark *mark = markOf(bytes.view());
    if (mark)
        encoding = mark->encoding;
    const Encoding used = encoding.value_or(Encoding::Utf8);
    const Bytes inside = mark ? bytes.slice(mark->bytes.size(), bytes.size()) : bytes;
    text.encoding = nameOf(used);
    if (mark)
        text.encoding = Text::tr("%1 with BOM").arg(text.encoding);
    if (used == Encoding::Utf8) {
        text.utf8 = inside;
        text.invalid = countInvalid(inside.view(), stop);
        if (text.invalid > 0)
            text.note = Text::tr("Bytes that are not UTF-8: %1.").arg(countText(text.invalid));
    } else {
        convert(text, inside, used);
    }
    countLines(text, stop);
    return text;
}

QString charsetOf(const QString &mediaType)
{
    for (const QString &part : mediaType.split(u';').mid(1)) {
        const QString name = part.section(u'=', 0, 0).trimmed();
        if (name.compare(QLatin1String("charset"), Qt::CaseInsensitive) != 0)
            continue;
        QString value = part.section(u'=', 1).trimmed();
        if (value.size() >= 2 && value.startsWith(u'"') && value.endsWith(u'"'))
            value = value.mid(1, value.size() - 2);
        return value;
    }
    return {};
}

QString bareType(const QString &mediaType)
{
    return mediaType.section(u';', 0, 0).trimmed().toLower();
}

} // namespace sonde::content
