// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/filesyntax.h"

namespace sonde::hosts {

// TOML 1.0. A new server is a table at the end of the file.
class TomlSyntax : public FileSyntax {
public:
    QString name() const override;
    bool resembles(QStringView text) const override;
    bool isEvident(QStringView text) const override;
    ReadText read(const Bytes &bytes, std::size_t begin) const override;
    std::string writtenName(std::string_view name) const override;
    std::string writtenValue(const json::Value &value) const override;
    bool isSpread(const ValuePlace &container) const override;
    std::optional<Splice> spliceOf(const PlacedText &file, const NewEntry &entry) const override;
};

} // namespace sonde::hosts
