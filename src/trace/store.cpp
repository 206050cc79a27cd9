// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/store.h"

#include "json/document.h"

namespace sonde::trace {

QString Store::idText(const Record &record) const
{
    const auto cut = cutId(record);
    if (cut.size() == sizeof(record.idText)) {
        if (const auto bytes = read(record)) {
            const auto document = json::Document::parse(*bytes);
            const auto id = document.root()["id"].raw();
            return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
        }
    }
    return QString::fromUtf8(cut.data(), static_cast<qsizetype>(cut.size()));
}

} // namespace sonde::trace
