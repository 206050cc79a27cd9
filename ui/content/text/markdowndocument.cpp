// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/markdowndocument.h"

#include "look/theme/theme.h"
#include "json/value.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QUrl>

#include <algorithm>
#include <vector>

namespace sonde::content {

namespace {

// Characters that isMarkdown() looks at: a text of links that do not end costs their square.
constexpr qsizetype kMaxLooked = 10'000;

struct Place {
    int position;
    int length;
    QString text;
};

bool startsItem(std::string_view line)
{
    const auto first = line.find_first_not_of(" \t>");
    if (first == std::string_view::npos)
        return false;
    const char c = line[first];
    return c == '-' || c == '*' || c == '+' || c == '|' || (c >= '0' && c <= '9');
}

} // namespace

bool MarkdownDocument::canShow(const Bytes &utf8)
{
    const std::string_view text = utf8.view();
    if (text.size() > kMaxBytes || std::count(text.begin(), text.end(), '`') > kMaxMarks)
        return false;
    int lines = 0;
    int items = 0;
    std::size_t paragraph = 0;
    for (std::size_t begin = 0; begin < text.size(); ++lines) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        items += startsItem(line);
        const bool blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
        paragraph = blank ? 0 : paragraph + line.size();
        if (paragraph > kMaxParagraph)
            return false;
        begin = end + 1;
    }
    std::size_t word = 0;
    for (const char c : text) {
        word = c == ' ' || c == '\n' || c == '\t' ? 0 : word + 1;
        if (word > kMaxWord)
            return false;
    }
    return lines <= kMaxLines && items <= kMaxItems;
}

bool MarkdownDocument::isMarkdown(QStringView text)
{
    // A heading, a list, a quotation, a table or a code block; emphasis, code or a link in a line.
    static const QRegularExpression mark(QStringLiteral(
        R"((^|\n)[ \t]*(#{1,6} |[-*+] |\d{1,9}[.)] |> |\||```)|\*\*[^\s*]|`[^`\n]+`|\]\([^)\s]+\))"));
    return mark.match(text.left(kMaxLooked).toString()).hasMatch();
}

// Qt's own would read what a server names, local files too.
QVariant MarkdownDocument::loadResource(int, const QUrl &)
{
    return {};
}

void MarkdownDocument::setText(const Bytes &utf8)
{
    clear();
    if (!canShow(utf8))
        return;
    setMarkdown(
        json::toQString(utf8.view()), MarkdownFeatures(MarkdownDialectGitHub) | MarkdownNoHTML);
    replacePictures();
}

// Pictures become the words for them. What has no width stays out of the text flow otherwise.
void MarkdownDocument::replacePictures()
{
    std::vector<Place> places;
    for (QTextBlock block = begin(); block.isValid(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            if (!fragment.charFormat().isImageFormat())
                continue;
            const QTextImageFormat image = fragment.charFormat().toImageFormat();
            const QString alt = image.property(QTextFormat::ImageAltText).toString();
            QString words = tr("[image, not fetched: %1]")
                                .arg(alt.isEmpty() ? image.name() : alt % u' ' % image.name());
            places.push_back({fragment.position(), fragment.length(), std::move(words)});
        }
    }
    QTextCharFormat format;
    format.setForeground(look::theme().muted);
    QTextCursor cursor(this);
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        cursor.setPosition(place->position);
        cursor.setPosition(place->position + place->length, QTextCursor::KeepAnchor);
        cursor.insertText(place->text, format);
    }
}

} // namespace sonde::content
