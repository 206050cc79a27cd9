// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/document.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace sonde::config {

// A JSON file of Sonde: an object that contains an array. Users edit such files, so reading is
// limited in size and depth, and reports what is wrong.
class JsonFile {
public:
    struct Limits {
        qint64 bytes;
        std::uint32_t depth;
    };
    enum class Content {
        Missing, // there is no such file
        Unreadable, // the system denies reading it
        Invalid, // too large, not JSON, or without the array
        Valid,
    };
    enum class Access { OwnerOnly, Default };

    JsonFile(QString path, Limits limits);

    const QString &path() const { return m_path; }

    // Reads the whole file; `array` is the name of the required array member.
    Content read(std::string_view array);
    const json::Document &document() const { return m_document; } // only if Valid
    // Why read() or write() failed: a sentence.
    const QString &reason() const { return m_reason; }

    // Writes the file atomically, and creates its folder.
    bool write(std::string_view content, Access access);

private:
    Content fail(Content content, const QString &reason);

    QString m_path;
    Limits m_limits;
    json::Document m_document;
    QString m_reason;
};

} // namespace sonde::config
