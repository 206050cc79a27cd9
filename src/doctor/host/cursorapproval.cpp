// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/cursorapproval.h"

#include "hosts/files/hostfile.h"
#include "json/builder.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace sonde::doctor {

namespace {

constexpr qsizetype kDigits = 16; // of the hash

// As JSON.stringify() writes a value that was parsed from the file: compact, in the same order. The
// depth is bounded by HostDocument.
void write(json::Builder &builder, const json::Value &value)
{
    switch (value.type()) {
    case json::Type::Object:
        builder.beginObject();
        for (const json::Value member : value)
            write(builder.key(member.key()), member);
        builder.endObject();
        return;
    case json::Type::Array:
        builder.beginArray();
        for (const json::Value item : value)
            write(builder, item);
        builder.endArray();
        return;
    case json::Type::String:
        builder.string(value.text());
        return;
    default:
        builder.raw(value.raw());
    }
}

QString realFolder(const QString &project)
{
    const QString real = QFileInfo(project).canonicalFilePath();
    return real.isEmpty() ? project : real;
}

// A variable that Cursor replaces: whether before or after it takes the hash is not known.
bool hasVariables(const hosts::HostEntry &entry)
{
    return entry.value.raw().find("${") != std::string_view::npos;
}

} // namespace

QString cursorApprovalFile(const QString &home, const QString &project)
{
    static const QRegularExpression others(QStringLiteral("[^A-Za-z0-9]+"));
    static const QRegularExpression edges(QStringLiteral("^-|-$"));
    const QString folder = realFolder(project).replace(others, QStringLiteral("-")).remove(edges);
    return home + QStringLiteral("/.cursor/projects/") + folder
        + QStringLiteral("/mcp-approvals.json");
}

QString cursorApprovalName(const hosts::HostEntry &entry, const QString &project)
{
    json::Builder builder;
    builder.beginObject().member("path", QStringView(realFolder(project))).key("server");
    write(builder, entry.value);
    builder.endObject();
    const QByteArray hash = QCryptographicHash::hash(
        QByteArray::fromStdString(builder.takeString()), QCryptographicHash::Sha256);
    return entry.name + u'-' + QString::fromLatin1(hash.toHex().left(kDigits));
}

CursorApproval cursorApproval(
    const hosts::HostEntry &entry, const QString &project, const QString &file)
{
    if (!QFileInfo::exists(file) || hasVariables(entry))
        return CursorApproval::Unknown;
    const Result<Bytes> text = hosts::readHostFile(file);
    const json::Document document = text ? json::Document::parse(*text) : json::Document();
    if (!document.isValid() || !document.root().isArray())
        return CursorApproval::Unknown;
    const std::string name = cursorApprovalName(entry, project).toStdString();
    const json::Value approvals = document.root();
    const bool isThere = std::any_of(approvals.begin(), approvals.end(),
        [&name](const json::Value &each) { return each.equals(name); });
    return isThere ? CursorApproval::Approved : CursorApproval::Missing;
}

} // namespace sonde::doctor
