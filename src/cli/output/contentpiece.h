// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace sonde::cli {

// One content of a result, as it would be written to a file.
struct ContentPiece {
    QString name; // what it is, harmless for a terminal: "image, image/png"
    QByteArray bytes; // text as UTF-8, base64 decoded, what is of no known kind as its JSON
    QLatin1String suffix; // of a file, by its type: "png". Never anything the server wrote
    QString problem; // why there are no bytes: a sentence
};

// The contents of resources/read, the blocks and the structured content of tools/call, the messages
// of prompts/get. A link to a resource is none: it holds nothing.
std::vector<ContentPiece> contentPieces(const json::Value &result);

// The suffix of a file of that media type: "md" for "text/markdown; charset=utf-8", nothing for one
// that is not known.
QLatin1String suffixOf(QStringView mediaType);

} // namespace sonde::cli
