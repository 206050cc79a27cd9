// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/filesyntax.h"

namespace sonde::hosts {

// The part of YAML 1.2 that YamlReader reads. What looks like nothing else looks like YAML.
class YamlSyntax : public FileSyntax {
public:
    QString name() const override;
    bool resembles(QStringView text) const override;
    bool isEvident(QStringView text) const override;
    ReadText read(const Bytes &bytes, std::size_t begin) const override;
    std::string writtenName(std::string_view name) const override;
    std::string writtenValue(const json::Value &value) const override;
    std::string linePrefix(std::string_view text, std::size_t name) const override;
    std::optional<Splice> spliceOf(const PlacedText &file, const NewEntry &entry) const override;
};

} // namespace sonde::hosts
