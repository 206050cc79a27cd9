// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/schemaskeleton.h"

#include "json/document.h"

#include <QStringList>

namespace sonde::session {
namespace {

// Both bound what a hostile schema can make of a few bytes.
constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxText = 64 * 1024;

class Skeleton {
public:
    explicit Skeleton(const json::Value &root)
        : m_root(root)
    {
    }

    std::string take() && { return m_text.size() > kMaxText ? "{}" : std::move(m_text); }

    void write(json::Value schema, int depth)
    {
        schema = resolved(schema);
        if (depth > kMaxDepth || m_text.size() > kMaxText)
            m_text += "null";
        else if (const json::Value given = givenValue(schema))
            m_text += given.raw();
        else
            writeEmpty(schema, depth);
    }

    void writeObject(const json::Value &schema, int depth)
    {
        const json::Value properties = schema["properties"];
        bool any = false;
        m_text += '{';
        for (const json::Value name : schema["required"]) {
            if (!name.isString() || m_text.size() > kMaxText)
                continue;
            m_text += any ? ",\n" : "\n";
            m_text.append(std::size_t(depth + 1) * 2, ' ');
            m_text += name.raw();
            m_text += ": ";
            write(properties[name.text()], depth + 1);
            any = true;
        }
        if (any) {
            m_text += '\n';
            m_text.append(std::size_t(depth) * 2, ' ');
        }
        m_text += '}';
    }

private:
    static json::Value givenValue(const json::Value &schema)
    {
        for (const char *keyword : {"const", "default"}) {
            if (const json::Value value = schema[keyword])
                return value;
        }
        return schema["enum"].first();
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

    void writeEmpty(const json::Value &schema, int depth)
    {
        json::Value type = schema["type"];
        if (type.isArray())
            type = type.first();
        if (type.equals("object") || (!type && schema["properties"].isObject()))
            writeObject(schema, depth);
        else if (type.equals("array"))
            m_text += "[]";
        else if (type.equals("number") || type.equals("integer"))
            m_text += schema["minimum"].isNumber() ? schema["minimum"].raw() : "0";
        else if (type.equals("boolean"))
            m_text += "false";
        else if (type.equals("null"))
            m_text += "null";
        else
            m_text += "\"\"";
    }

    json::Value m_root;
    std::string m_text;
};

} // namespace

std::string argumentSkeleton(const json::Value &inputSchema)
{
    if (!inputSchema.isObject())
        return "{}";
    Skeleton skeleton(inputSchema);
    skeleton.writeObject(inputSchema, 0);
    return std::move(skeleton).take();
}

} // namespace sonde::session
