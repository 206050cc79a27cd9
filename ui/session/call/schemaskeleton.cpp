// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/schemaskeleton.h"

#include "json/document.h"

#include <QStringList>

namespace sonde::session {
namespace {

// All three bound what a hostile schema can make of a few bytes.
constexpr int kMaxDepth = 8;
constexpr int kMaxSchemas = 10'000;
constexpr std::size_t kMaxText = 64 * 1024;

class Skeleton {
public:
    explicit Skeleton(const json::Value &root)
        : m_root(root)
    {
    }

    std::string take() &&
    {
        const std::string text = object(m_root, 0);
        const bool tooMuch = text.size() > kMaxText || m_schemas > kMaxSchemas;
        return text.empty() || tooMuch ? "{}" : text;
    }

private:
    // Empty: the schema gives no value.
    std::string value(json::Value schema, int depth)
    {
        if (++m_schemas > kMaxSchemas || depth > kMaxDepth)
            return {};
        schema = resolved(schema);
        if (const json::Value given = givenValue(schema))
            return std::string(given.raw());
        json::Value type = schema["type"];
        if (type.isArray())
            type = type.first();
        const bool isObject = type.equals("object") || (!type && schema["properties"].isObject());
        return isObject ? object(schema, depth) : std::string();
    }

    std::string object(const json::Value &schema, int depth)
    {
        const json::Value properties = schema["properties"];
        std::string text;
        for (const json::Value name : schema["required"]) {
            if (!name.isString() || text.size() > kMaxText || m_schemas > kMaxSchemas)
                continue;
            const std::string given = value(properties[name.text()], depth + 1);
            if (given.empty())
                continue;
            text += text.empty() ? "{\n" : ",\n";
            text.append(std::size_t(depth + 1) * 2, ' ');
            text += name.raw();
            text += ": " + given;
        }
        if (text.empty())
            return {};
        text += '\n';
        text.append(std::size_t(depth) * 2, ' ');
        return text + '}';
    }

    static json::Value givenValue(const json::Value &schema)
    {
        for (const char *keyword : {"const", "default"}) {
            if (const json::Value value = schema[keyword])
                return value;
        }
        const json::Value choices = schema["enum"];
        return choices.count() == 1 ? choices.first() : json::Value();
    }

    // A local reference, or the first alternative, until there is a type of its own.
    json::Value resolved(json::Value schema) const
    {
        for (int step = 0; step < kMaxDepth; ++step) {
            if (const json::Value reference = schema["$ref"]; reference.isString()) {
                const QString text = reference.toString();
                if (!text.startsWith(QLatin1Char('#')))
                    return {};
                schema = m_root.document()->value(m_root.id());
                schema = follow(schema, QStringView(text).mid(1));
            } else if (!schema["type"] && schema["oneOf"].isArray()) {
                schema = schema["oneOf"].first();
            } else if (!schema["type"] && schema["anyOf"].isArray()) {
                schema = schema["anyOf"].first();
            } else {
                break;
            }
        }
        return schema;
    }

    // RFC 6901 from the schema's root, which is not the document's.
    static json::Value follow(json::Value from, QStringView pointer)
    {
        const auto parts = pointer.split(QLatin1Char('/'), Qt::SkipEmptyParts);
        for (const QStringView part : parts) {
            QString name = part.toString();
            name.replace(QLatin1String("~1"), QLatin1String("/"));
            name.replace(QLatin1String("~0"), QLatin1String("~"));
            from = from.isArray() ? from.at(name.toUInt()) : from.member(name.toStdString());
        }
        return from;
    }

    json::Value m_root;
    int m_schemas = 0; // that were looked at
};

} // namespace

std::string argumentSkeleton(const json::Value &inputSchema)
{
    return inputSchema.isObject() ? Skeleton(inputSchema).take() : "{}";
}

} // namespace sonde::session
