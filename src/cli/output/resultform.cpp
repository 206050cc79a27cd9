// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/resultform.h"

#include "base/base64.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "mcp/message/revision.h"

namespace sonde::cli {

namespace {

constexpr qsizetype kMaxProblems = 5;
constexpr std::size_t kMaxShown = 60; // bytes of a value

QString shown(const json::Value &value)
{
    const std::string_view raw = value.raw().substr(0, kMaxShown);
    return harmlessLine(QString::fromUtf8(raw.data(), qsizetype(raw.size())))
        + (raw.size() < value.raw().size() ? QStringLiteral("…") : QString());
}

// Collects the sentences about one result. Places are named as in "content[0].text".
class ResultForm {
public:
    QStringList takeProblems() { return std::move(m_problems); }
    bool isFull() const { return m_problems.size() >= kMaxProblems; }

    void add(const QString &sentence)
    {
        if (!isFull())
            m_problems += sentence;
    }

    // A string that must be there.
    bool text(const json::Value &object, const QString &place, const char *name)
    {
        const json::Value value = object[name];
        const QString path = place + u'.' + QLatin1String(name);
        if (!value)
            add(Text::tr("%1 is missing.").arg(path));
        else if (!value.isString())
            add(Text::tr("%1 is %2, not a string.").arg(path, shown(value)));
        return value.isString();
    }

    void base64(const json::Value &object, const QString &place, const char *name)
    {
        if (!text(object, place, name))
            return;
        const QString path = place + u'.' + QLatin1String(name);
        const Base64 kind = base64Of(object[name].text());
        if (kind == Base64::DataUrl)
            add(Text::tr("%1 is a data: URL; it must be the base64 text alone.").arg(path));
        else if (kind == Base64::Invalid)
            add(Text::tr("%1 is not base64.").arg(path));
    }

    void resource(const json::Value &contents, const QString &place)
    {
        if (!contents.isObject())
            return add(Text::tr("%1 is not an object.").arg(place));
        text(contents, place, "uri");
        const bool hasBlob = contents["blob"].exists();
        if (hasBlob && contents["text"].exists())
            add(Text::tr("%1 has text and blob; contents have only one of them.").arg(place));
        if (hasBlob)
            base64(contents, place, "blob");
        else
            text(contents, place, "text");
    }

    // Blocks of other types than these are for later revisions and extensions.
    void block(const json::Value &block, const QString &place)
    {
        if (!block.isObject())
            return add(Text::tr("%1 is not an object.").arg(place));
        if (!text(block, place, "type"))
            return;
        const json::Value type = block["type"];
        if (type.equals("text")) {
            text(block, place, "text");
        } else if (type.equals("image") || type.equals("audio")) {
            base64(block, place, "data");
            text(block, place, "mimeType");
        } else if (type.equals("resource")) {
            resource(block["resource"], place + QLatin1String(".resource"));
        } else if (type.equals("resource_link")) {
            text(block, place, "uri");
            text(block, place, "name");
        }
    }

    // Calls `check` with each item of a list and its place.
    template <typename Check>
    void list(const json::Value &items, const QString &name, Check check)
    {
        int index = 0;
        for (const json::Value item : items) {
            if (isFull())
                return;
            check(item, QStringLiteral("%1[%2]").arg(name).arg(index++));
        }
    }

private:
    QStringList m_problems;
};

} // namespace

QStringList callResultProblems(const json::Value &result, const QString &revision)
{
    ResultForm form;
    const json::Value content = result["content"];
    if (!content.isArray())
        form.add(Text::tr("The result has no content array; every revision requires one."));
    const json::Value isError = result["isError"];
    if (isError.exists() && !isError.isBool())
        form.add(Text::tr("The isError of the result is not a boolean."));
    bool misplaced = result["structuredContent"]["isError"].exists();
    for (const json::Value block : content)
        misplaced = misplaced || block["isError"].exists();
    if (misplaced && !isError.exists())
        form.add(Text::tr("isError is inside the content; it belongs to the result itself."));
    const json::Value structured = result["structuredContent"];
    if (structured.exists() && !structured.isObject() && revision >= QLatin1String("2025-06-18")
        && !mcp::isModernRevision(revision.toStdString()))
        form.add(Text::tr("structuredContent is %1, not an object; revision %2 requires one.")
                     .arg(shown(structured), revision));
    if (content.isArray())
        form.list(content, QStringLiteral("content"),
            [&form](const json::Value &block, const QString &place) { form.block(block, place); });
    return form.takeProblems();
}

QStringList readResultProblems(const json::Value &result)
{
    ResultForm form;
    if (!result["contents"].isArray())
        form.add(Text::tr("The result has no contents array; every revision requires one."));
    else
        form.list(result["contents"], QStringLiteral("contents"),
            [&form](const json::Value &each, const QString &place) { form.resource(each, place); });
    return form.takeProblems();
}

QStringList promptResultProblems(const json::Value &result)
{
    ResultForm form;
    if (!result["messages"].isArray())
        form.add(Text::tr("The result has no messages array; every revision requires one."));
    else
        form.list(result["messages"], QStringLiteral("messages"),
            [&form](const json::Value &message, const QString &place) {
                if (!message.isObject())
                    return form.add(Text::tr("%1 is not an object.").arg(place));
                form.text(message, place, "role");
                form.block(message["content"], place + QLatin1String(".content"));
            });
    return form.takeProblems();
}

} // namespace sonde::cli
