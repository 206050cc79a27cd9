// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/filesyntaxes.h"

#include "hosts/text/jsonsyntax.h"
#include "hosts/text/tomlsyntax.h"
#include "hosts/text/yamlsyntax.h"

#include <algorithm>
#include <array>

namespace sonde::hosts {

namespace {

// Of files of unknown hosts, in this order. The last one takes every text.
constexpr std::array kGuessed{Syntax::JsonWithComments, Syntax::Toml, Syntax::Yaml};

} // namespace

const FileSyntax &fileSyntax(Syntax syntax)
{
    static const JsonSyntax json(JsonSyntax::Comments::None);
    static const JsonSyntax jsonWithComments(JsonSyntax::Comments::Skipped);
    static const TomlSyntax toml;
    static const YamlSyntax yaml;
    switch (syntax) {
    case Syntax::Json:
        return json;
    case Syntax::JsonWithComments:
        return jsonWithComments;
    case Syntax::Toml:
        return toml;
    case Syntax::Yaml:
        break;
    }
    return yaml;
}

Syntax guessedSyntax(QStringView text)
{
    const auto found = std::find_if(kGuessed.begin(), kGuessed.end(),
        [text](Syntax syntax) { return fileSyntax(syntax).resembles(text); });
    return found == kGuessed.end() ? kGuessed.back() : *found;
}

bool isPartOfFile(QStringView text)
{
    return std::any_of(kGuessed.begin(), kGuessed.end(),
        [text](Syntax syntax) { return fileSyntax(syntax).isEvident(text); });
}

} // namespace sonde::hosts
