// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/contentpiece.h"

#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"

#include <algorithm>
#include <iterator>

namespace sonde::cli {

namespace {

struct Suffix {
    QLatin1String type;
    QLatin1String suffix;
};
constexpr Suffix kSuffixes[]{
    {QLatin1String("application/gzip"), QLatin1String("gz")},
    {QLatin1String("application/javascript"), QLatin1String("js")},
    {QLatin1String("application/json"), QLatin1String("json")},
    {QLatin1String("application/pdf"), QLatin1String("pdf")},
    {QLatin1String("application/xml"), QLatin1String("xml")},
    {QLatin1String("application/yaml"), QLatin1String("yaml")},
    {QLatin1String("application/zip"), QLatin1String("zip")},
    {QLatin1String("audio/flac"), QLatin1String("flac")},
    {QLatin1String("audio/mp4"), QLatin1String("m4a")},
    {QLatin1String("audio/mpeg"), QLatin1String("mp3")},
    {QLatin1String("audio/ogg"), QLatin1String("ogg")},
    {QLatin1String("audio/wav"), QLatin1String("wav")},
    {QLatin1String("audio/x-wav"), QLatin1String("wav")},
    {QLatin1String("image/bmp"), QLatin1String("bmp")},
    {QLatin1String("image/gif"), QLatin1String("gif")},
    {QLatin1String("image/jpeg"), QLatin1String("jpg")},
    {QLatin1String("image/png"), QLatin1String("png")},
    {QLatin1String("image/svg+xml"), QLatin1String("svg")},
    {QLatin1String("image/webp"), QLatin1String("webp")},
    {QLatin1String("text/css"), QLatin1String("css")},
    {QLatin1String("text/csv"), QLatin1String("csv")},
    {QLatin1String("text/html"), QLatin1String("html")},
    {QLatin1String("text/javascript"), QLatin1String("js")},
    {QLatin1String("text/markdown"), QLatin1String("md")},
    {QLatin1String("text/plain"), QLatin1String("txt")},
    {QLatin1String("text/xml"), QLatin1String("xml")},
    {QLatin1String("text/yaml"), QLatin1String("yaml")},
    {QLatin1String("video/mp4"), QLatin1String("mp4")},
    {QLatin1String("video/webm"), QLatin1String("webm")},
};

QString nameOf(const QString &kind, const json::Value &type)
{
    const QString shown = harmlessLine(type.toString());
    return shown.isEmpty() ? kind : kind + u", " + shown;
}

ContentPiece textPiece(const QString &kind, const json::Value &text, const json::Value &type)
{
    const QLatin1String suffix = suffixOf(type.toString());
    return {nameOf(kind, type), QByteArray::fromStdString(text.text()),
        suffix.isEmpty() ? QLatin1String("txt") : suffix, {}};
}

ContentPiece binaryPiece(const QString &kind, const json::Value &base64, const json::Value &type)
{
    const QLatin1String suffix = suffixOf(type.toString());
    ContentPiece piece{
        nameOf(kind, type), {}, suffix.isEmpty() ? QLatin1String("bin") : suffix, {}};
    auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(base64.text()),
        QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (decoded.decodingStatus == QByteArray::Base64DecodingStatus::Ok)
        piece.bytes = std::move(decoded.decoded);
    else
        piece.problem =
            Text::tr("Cannot write %1, because its base64 is invalid.").arg(quotedWord(piece.name));
    return piece;
}

ContentPiece jsonPiece(const QString &kind, const json::Value &value)
{
    const std::string_view raw = value.raw();
    return {kind, QByteArray(raw.data(), qsizetype(raw.size())), QLatin1String("json"), {}};
}

ContentPiece resourcePiece(const json::Value &resource)
{
    const QString uri = harmlessLine(resource["uri"].toString());
    if (resource["text"].isString())
        return textPiece(uri, resource["text"], resource["mimeType"]);
    if (resource["blob"].isString())
        return binaryPiece(uri, resource["blob"], resource["mimeType"]);
    return jsonPiece(uri, resource);
}

void append(std::vector<ContentPiece> &pieces, const json::Value &block)
{
    const json::Value type = block["type"];
    if (type.equals("text") && block["text"].isString())
        pieces.push_back(textPiece(QStringLiteral("text"), block["text"], block["mimeType"]));
    else if ((type.equals("image") || type.equals("audio")) && block["data"].isString())
        pieces.push_back(binaryPiece(type.toString(), block["data"], block["mimeType"]));
    else if (type.equals("resource") && block["resource"].isObject())
        pieces.push_back(resourcePiece(block["resource"]));
    else if (!type.equals("resource_link"))
        pieces.push_back(jsonPiece(harmlessLine(type.toString()), block));
}

} // namespace

QLatin1String suffixOf(QStringView mediaType)
{
    const QString type = mediaType.left(mediaType.indexOf(u';')).trimmed().toString().toLower();
    const auto *const found = std::find_if(std::begin(kSuffixes), std::end(kSuffixes),
        [&](const Suffix &each) { return each.type == type; });
    if (found != std::end(kSuffixes))
        return found->suffix;
    if (type.endsWith(u"+json"))
        return QLatin1String("json");
    return type.endsWith(u"+xml") ? QLatin1String("xml") : QLatin1String();
}

std::vector<ContentPiece> contentPieces(const json::Value &result)
{
    std::vector<ContentPiece> pieces;
    for (const json::Value contents : result["contents"])
        pieces.push_back(resourcePiece(contents));
    for (const json::Value block : result["content"])
        append(pieces, block);
    if (result["structuredContent"].exists())
        pieces.push_back(jsonPiece(Text::tr("structured content"), result["structuredContent"]));
    for (const json::Value message : result["messages"]) {
        const json::Value content = message["content"];
        if (!content.isArray())
            append(pieces, content);
        for (const json::Value block : content.isArray() ? content : json::Value())
            append(pieces, block);
    }
    return pieces;
}

} // namespace sonde::cli
