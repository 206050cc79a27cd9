// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/filetext.h"

#include "base/domainerror.h"
#include "base/utf8.h"
#include "config/configtext.h"
#include "json/scan.h"

#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <utility>

namespace sonde::config {

namespace {

// The first byte that is no UTF-8, and NUL, which no text has; the size if there is none.
std::size_t malformedAt(std::string_view text)
{
    const char *const end = text.data() + text.size();
    for (const char *at = text.data(); at != end;) {
        const bool isAscii = *at != '\0' && static_cast<unsigned char>(*at) < 0x80;
        const int length = isAscii ? 1 : *at == '\0' ? 0 : json::utf8Length(at, end);
        if (length == 0)
            return static_cast<std::size_t>(at - text.data());
        at += length;
    }
    return text.size();
}

std::optional<QStringConverter::Encoding> encodingOf(std::string_view bytes)
{
    using namespace std::string_view_literals;
    using Encoding = QStringConverter::Encoding;
    // The mark of UTF-32 begins with that of UTF-16.
    static constexpr std::array<std::pair<std::string_view, Encoding>, 4> kMarks{
        std::pair{"\xff\xfe\0\0"sv, Encoding::Utf32LE},
        std::pair{"\0\0\xfe\xff"sv, Encoding::Utf32BE}, std::pair{"\xff\xfe"sv, Encoding::Utf16LE},
        std::pair{"\xfe\xff"sv, Encoding::Utf16BE}};
    for (const auto &[mark, encoding] : kMarks) {
        if (bytes.starts_with(mark))
            return encoding;
    }
    if (bytes.size() < 2 || (bytes[0] == '\0') == (bytes[1] == '\0'))
        return std::nullopt;
    return bytes[0] == '\0' ? Encoding::Utf16BE : Encoding::Utf16LE;
}

} // namespace

QString wideEncoding(std::string_view bytes)
{
    const auto encoding = encodingOf(bytes);
    return encoding ? QString::fromLatin1(QStringConverter::nameForEncoding(*encoding)).left(6)
                    : QString();
}

Result<FileText> readFileText(std::string_view bytes)
{
    if (const auto encoding = encodingOf(bytes)) {
        QStringDecoder decoder(*encoding);
        const QString text = decoder(QByteArrayView(bytes.data(), qsizetype(bytes.size())));
        const bool isCut = bytes.size() % (wideEncoding(bytes) == u"UTF-32" ? 4 : 2) != 0;
        if (decoder.hasError() || isCut)
            return usageError(
                Text::tr("The file begins as %1, but is damaged.").arg(wideEncoding(bytes)));
        return FileText{text.toStdString(),
            Text::tr("The file is %1. Most hosts read only UTF-8.").arg(wideEncoding(bytes))};
    }
    FileText text;
    if (bytes.starts_with(kByteOrderMark)) {
        bytes.remove_prefix(kByteOrderMark.size());
        text.note = Text::tr("The file begins with a byte order mark. Some hosts cannot read it.");
    }
    if (const std::size_t at = malformedAt(bytes); at < bytes.size())
        return usageError(Text::tr("It is not a text in UTF-8: byte %1 belongs to no "
                                   "character.")
                              .arg(at + 1));
    text.utf8 = std::string(bytes);
    return text;
}

QString syntaxReason(std::string_view text, const json::ParseError &error)
{
    const std::string_view rest = text.substr(std::min(error.offset, text.size()));
    if (rest.starts_with("\xe2\x80\x9c") || rest.starts_with("\xe2\x80\x9d"))
        return Text::tr("A typographic quote. JSON needs the plain quote: \"");
    return error.reason;
}

} // namespace sonde::config
