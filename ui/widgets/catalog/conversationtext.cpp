// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/conversationtext.h"

#include "base/formatting.h"
#include "widgets/kit/frame/widgettext.h"

namespace sonde::widgets {

namespace {

constexpr qsizetype kMaxRole = 60; // characters

QString roleOf(const json::Value &message)
{
    return message["role"].isString() ? message["role"].toString().left(kMaxRole)
                                      : Text::tr("no role");
}

// "[image, image/png, 1,204 characters of base64]", "[resource_link, file:///a]"
QString bracketed(const json::Value &block)
{
    QStringList parts{block["type"].toString()};
    const json::Value resource = block["resource"];
    for (const json::Value &word :
        {block["mimeType"], resource["mimeType"], block["uri"], resource["uri"]}) {
        if (word.isString())
            parts += word.toString();
    }
    if (block["data"].isString())
        parts += Text::tr("%1 characters of base64").arg(countText(block["data"].raw().size() - 2));
    return QLatin1Char('[') % listText(parts) % QLatin1Char(']');
}

QString textOf(const json::Value &block)
{
    if (block["type"].equals("text"))
        return block["text"].toString();
    if (block["resource"]["text"].isString())
        return bracketed(block) % QLatin1Char('\n') % block["resource"]["text"].toString();
    return bracketed(block);
}

} // namespace

std::vector<content::Content> conversationContents(
    const std::shared_ptr<const json::Document> &document, const json::Value &messages)
{
    std::vector<content::Content> contents;
    std::size_t number = 0;
    for (const json::Value message : messages) {
        if (contents.size() >= content::kMaxContents)
            break;
        const QString heading =
            QStringLiteral("%1 · %2").arg(QString::number(++number), roleOf(message));
        auto blocks = content::contentsOfBlocks(
            document, message["content"].exists() ? message["content"] : message, heading);
        contents.insert(contents.end(), std::make_move_iterator(blocks.begin()),
            std::make_move_iterator(blocks.end()));
    }
    return contents;
}

QString conversationText(const json::Value &messages)
{
    QString text;
    for (const json::Value message : messages) {
        if (!text.isEmpty())
            text += QLatin1String("\n\n");
        text += roleOf(message) % QLatin1String(":\n");
        const json::Value blocks = message["content"];
        if (!blocks.isArray()) {
            text += textOf(blocks);
            continue;
        }
        QStringList parts;
        for (const json::Value block : blocks)
            parts += textOf(block);
        text += parts.join(u'\n');
    }
    return text;
}

} // namespace sonde::widgets
