// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/savedcalls.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "config/jsonfile.h"
#include "config/serverfile.h"
#include "json/builder.h"

#include <algorithm>
#include <array>

namespace sonde::config {

namespace {

constexpr std::uint32_t kMaxSavedDepth = 2000;
constexpr JsonFile::Limits kLimits{SavedCalls::kMaxFileBytes, kMaxSavedDepth};
// Within the file, the list and the call.
constexpr std::uint32_t kMaxArgumentsDepth = kMaxSavedDepth - 3;
constexpr std::int64_t kVersion = 1;
constexpr std::array<std::string_view, 5> kMembers{
    "name", "tool", "arguments", "argumentsText", "argumentsBase64"};
constexpr std::string_view kAfterRestart = "afterRestart";

// The arguments as a member of the file: unchanged if they are JSON, otherwise as text or base64.
std::string argumentsMember(const Bytes &arguments)
{
    const std::string_view text = arguments.view();
    const json::Document document =
        json::Document::parse(arguments, {SavedCalls::kMaxArguments, kMaxArgumentsDepth});
    if (document.isValid() && document.root().raw() == text)
        return "\"arguments\": " + std::string(text);
    const QByteArray bytes = arguments.toByteArray();
    if (QString::fromUtf8(bytes).toUtf8() == bytes)
        return "\"argumentsText\": " + json::quoted(text);
    return "\"argumentsBase64\": " + json::quoted(bytes.toBase64().toStdString());
}

Bytes argumentsOf(const json::Value &entry)
{
    if (const json::Value text = entry["argumentsText"]; text.isString())
        return Bytes::copyOf(text.text());
    if (const json::Value coded = entry["argumentsBase64"]; coded.isString())
        return Bytes::fromByteArray(
            QByteArray::fromBase64(QByteArray::fromStdString(coded.text())));
    return Bytes::copyOf(entry["arguments"].raw());
}

std::string entryText(const SavedCall &call)
{
    std::string out = "{\n      \"name\": " + json::quoted(call.name.toStdString());
    out += ",\n      \"tool\": " + json::quoted(call.tool.toStdString());
    out += ",\n      " + argumentsMember(call.arguments);
    if (call.isAfterRestart)
        out += ",\n      " + json::quoted(kAfterRestart) + ": true";
    for (const auto &[name, raw] : call.unknown)
        out += ",\n      " + json::quoted(name) + ": " + raw;
    return out + "\n    }";
}

} // namespace

SavedCalls::SavedCalls(QString path)
    : m_path(std::move(path))
{
}

QString SavedCalls::defaultPath(const QString &folder, const QString &server)
{
    return serverFile(folder + QStringLiteral("/calls"), server);
}

Result<void> SavedCalls::load()
{
    m_version = kVersion;
    m_calls.clear();
    m_unknown.clear();
    m_unreadable.clear();
    m_notices.clear();
    m_mayReplace = true;
    JsonFile file(m_path, kLimits);
    const JsonFile::Content content = file.read("calls");
    if (content == JsonFile::Content::Missing)
        return {};
    m_mayReplace = false;
    if (content != JsonFile::Content::Valid)
        return configError(
            Text::tr("Cannot read the saved calls in %1: %2").arg(m_path, file.reason()));
    if (file.document().root()["calls"].count() > kMaxCalls)
        return configError(
            Text::tr("%1 has more than %2 saved calls, the maximum.").arg(m_path).arg(kMaxCalls));
    m_mayReplace = true;
    read(file.document());
    return {};
}

void SavedCalls::read(const json::Document &document)
{
    // A file of a newer version keeps its version.
    m_version = std::max(kVersion, document.root()["version"].toInt64().value_or(kVersion));
    for (const json::Value member : document.root()) {
        std::string name = member.key();
        if (name != "calls" && name != "version")
            m_unknown.emplace_back(std::move(name), member.raw());
    }
    for (const json::Value entry : document.root()["calls"]) {
        SavedCall call;
        call.name = entry["name"].toString();
        call.tool = entry["tool"].toString();
        call.arguments = argumentsOf(entry);
        QString why;
        if (call.name.isEmpty() || call.name.size() > kMaxName)
            why = Text::tr("The call has no name, or its name is too long.");
        else if (call.tool.isEmpty())
            why = Text::tr("The call “%1” has no tool.").arg(call.name);
        else if (find(call.name))
            why = Text::tr("The name “%1” is used twice.").arg(call.name);
        else if (call.arguments.size() > kMaxArguments)
            why = Text::tr("The arguments of “%1” are too large.").arg(call.name);
        if (!why.isEmpty()) {
            m_unreadable.emplace_back(entry.raw());
            m_notices +=
                Text::tr("A saved call in %1 is not shown. %2 The entry stays in the file.")
                    .arg(m_path, why);
            continue;
        }
        call.isAfterRestart = entry[kAfterRestart].toBool().value_or(false);
        for (const json::Value member : entry) {
            std::string name = member.key();
            if (name == kAfterRestart && member.isBool())
                continue;
            if (std::find(kMembers.begin(), kMembers.end(), name) == kMembers.end())
                call.unknown.emplace_back(std::move(name), member.raw());
        }
        m_calls.push_back(std::move(call));
    }
}

// One call per line, so that version control shows each change.
std::string SavedCalls::text() const
{
    std::string out = "{\n  \"version\": " + std::to_string(m_version);
    for (const auto &[name, raw] : m_unknown)
        out += ",\n  " + json::quoted(name) + ": " + raw;
    out += ",\n  \"calls\": [";
    bool first = true;
    const auto add = [&](const std::string &entry) {
        out += (first ? "\n    " : ",\n    ") + entry;
        first = false;
    };
    for (const SavedCall &call : m_calls)
        add(entryText(call));
    for (const std::string &entry : m_unreadable)
        add(entry);
    return out + (first ? "]\n}\n" : "\n  ]\n}\n");
}

Result<void> SavedCalls::save()
{
    const auto failed = [this](const QString &why) {
        return configError(Text::tr("Cannot save the saved calls to %1: %2 The file is unchanged.")
                               .arg(m_path, why));
    };
    if (!m_mayReplace)
        return failed(Text::tr("Its contents could not be read, and would be lost."));
    const std::string content = text();
    if (content.size() > std::size_t(kMaxFileBytes))
        return failed(Text::tr("The calls are larger than %1 MiB.").arg(kMaxFileBytes >> 20));
    JsonFile file(m_path, kLimits);
    return file.write(content, JsonFile::Access::Default) ? Result<void>() : failed(file.reason());
}

const SavedCall *SavedCalls::find(const QString &name) const
{
    const auto found = std::find_if(
        m_calls.begin(), m_calls.end(), [&](const SavedCall &call) { return call.name == name; });
    return found == m_calls.end() ? nullptr : &*found;
}

QString SavedCalls::freeName(const QString &wish) const
{
    QString name = wish;
    for (int i = 2; find(name); ++i)
        name = QStringLiteral("%1 %2").arg(wish).arg(i);
    return name;
}

Result<void> SavedCalls::put(SavedCall call)
{
    if (call.name.isEmpty())
        return configError(Text::tr("Enter a name for the saved call."));
    if (call.name.size() > kMaxName)
        return configError(
            Text::tr("The name is longer than %1 characters. Shorten it.").arg(kMaxName));
    if (call.arguments.size() > kMaxArguments)
        return configError(
            Text::tr("The arguments are larger than %1 KiB, which is too large to save.")
                .arg(kMaxArguments >> 10));
    for (SavedCall &old : m_calls) {
        if (old.name != call.name)
            continue;
        call.unknown = std::move(old.unknown);
        call.isAfterRestart = call.isAfterRestart || old.isAfterRestart;
        old = std::move(call);
        return {};
    }
    if (m_calls.size() + m_unreadable.size() >= kMaxCalls)
        return configError(
            Text::tr("This server already has %1 saved calls, the maximum. Delete one first.")
                .arg(kMaxCalls));
    m_calls.push_back(std::move(call));
    return {};
}

Result<void> SavedCalls::rename(const QString &name, const QString &newName)
{
    if (name == newName)
        return {};
    if (newName.isEmpty() || newName.size() > kMaxName)
        return configError(Text::tr("Enter a name of 1 to %1 characters.").arg(kMaxName));
    if (find(newName))
        return configError(
            Text::tr("A saved call “%1” already exists. Choose a different name.").arg(newName));
    for (SavedCall &call : m_calls) {
        if (call.name == name) {
            call.name = newName;
            return {};
        }
    }
    return configError(Text::tr("The saved call “%1” no longer exists.").arg(name));
}

Result<void> SavedCalls::setAfterRestart(const QString &name, bool isAfterRestart)
{
    for (SavedCall &call : m_calls) {
        if (call.name == name) {
            call.isAfterRestart = isAfterRestart;
            return {};
        }
    }
    return configError(Text::tr("The saved call “%1” no longer exists.").arg(name));
}

bool SavedCalls::remove(const QString &name)
{
    return std::erase_if(m_calls, [&](const SavedCall &call) { return call.name == name; }) > 0;
}

} // namespace sonde::config
