// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/filesyntax.h"

#include <cstdint>

namespace sonde::hosts {

// JSON, also with comments and commas behind the last member.
class JsonSyntax : public FileSyntax {
public:
    enum class Comments : std::uint8_t { None, Skipped };

    explicit JsonSyntax(Comments comments)
        : m_comments(comments)
    {
    }

    QString name() const override;
    bool isJson() const override { return true; }
    bool resembles(QStringView text) const override;
    bool isEvident(QStringView text) const override;
    ReadText read(const Bytes &bytes, std::size_t begin) const override;
    std::string writtenName(std::string_view name) const override;
    std::string writtenValue(const json::Value &value) const override;
    std::optional<Splice> spliceOf(const PlacedText &file, const NewEntry &entry) const override;

private:
    Comments m_comments;
};

} // namespace sonde::hosts
