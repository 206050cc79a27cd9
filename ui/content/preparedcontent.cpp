// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/preparedcontent.h"

#include <QCoreApplication>

namespace sonde::content {
namespace {

struct PreparedText {
    Q_DECLARE_TR_FUNCTIONS(sonde::content::Prepared)
};

// The inside of a string; without a copy when nothing in it is escaped.
Bytes stringBytes(const Content &content)
{
    const json::Value value = content.document->value(content.payload);
    const json::Node &node = value.node();
    if (!node.escaped && node.complete)
        return content.document->bytes().slice(node.begin + 1, node.end - node.begin - 2);
    const auto text = std::make_shared<const std::string>(value.text());
    return {text, text->data(), text->size()};
}

Bytes rawBytes(const Content &content)
{
    if (!content.document || content.block == json::kNoNode)
        return content.bytes;
    const json::Node &node = content.document->node(content.block);
    return content.document->bytes().slice(node.begin, node.end - node.begin);
}

void decodeBase64(Prepared &prepared, const Bytes &text)
{
    const auto view = QByteArray::fromRawData(text.data(), qsizetype(text.size()));
    auto decoded = QByteArray::fromBase64Encoding(view, QByteArray::AbortOnBase64DecodingErrors);
    if (decoded) {
        prepared.bytes = Bytes::fromByteArray(*decoded);
        return;
    }
    prepared.bytes = text;
    prepared.note = PreparedText::tr("The data is not base64: these are its characters.");
    prepared.broken = true;
}

} // namespace

std::shared_ptr<const Prepared> prepare(const Content &content, const std::stop_token &stop)
{
    auto prepared = std::make_shared<Prepared>();
    prepared->raw = rawBytes(content);
    prepared->note = content.note;
    prepared->type = content.mediaType;
    if (content.isJson && content.document) {
        prepared->document = content.document;
        prepared->root = content.block;
        prepared->bytes = prepared->raw;
        prepared->views = {View::Json, View::Raw};
        return prepared;
    }
    if (content.document && content.payload != json::kNoNode) {
        const Bytes text = stringBytes(content);
        if (content.base64 && !stop.stop_requested())
            decodeBase64(*prepared, text);
        else
            prepared->bytes = text;
    } else {
        prepared->bytes = content.bytes;
    }
    prepared->views = {View::Hex, View::Raw};
    return prepared;
}

} // namespace sonde::content
