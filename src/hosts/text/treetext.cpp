// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/treetext.h"

#include "hosts/table/hoststr.h"
#include "json/document.h"
#include "json/scan.h"

#include <utility>

namespace sonde::hosts {

namespace {

// The first byte that is no UTF-8; the size of the text if there is none.
std::size_t malformedAt(std::string_view text)
{
    const char *const end = text.data() + text.size();
    for (const char *at = text.data(); at != end;) {
        const bool isAscii = static_cast<unsigned char>(*at) < 0x80;
        const int length = isAscii ? 1 : json::utf8Length(at, end);
        if (length == 0)
            return static_cast<std::size_t>(at - text.data());
        at += length;
    }
    return text.size();
}

} // namespace

ReadText readWith(TextReader reader, const Bytes &bytes, std::size_t begin)
{
    const std::string_view text = bytes.view().substr(begin);
    if (const std::size_t malformed = malformedAt(text); malformed < text.size())
        return {
            PlacedText(bytes), TextError{begin + malformed, Text::tr("The file is not UTF-8.")}};
    TextTree tree;
    if (const auto error = reader(text, tree))
        return {PlacedText(bytes), TextError{begin + error->offset, error->sentence}};
    TranslatedText translated = tree.translated();
    for (ValuePlace &place : translated.places) {
        for (TextRange *range : {&place.range, &place.name}) {
            range->begin += begin;
            range->end += begin;
        }
    }
    json::Document document = json::Document::parse(std::string_view(translated.json), kFileLimits);
    return {PlacedText(bytes, std::move(document), std::move(translated.places)), std::nullopt};
}

} // namespace sonde::hosts
