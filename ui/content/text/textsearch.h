// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <stop_token>
#include <string_view>
#include <vector>

namespace sonde::content {

// Where `needle` stands in `text`, as byte offsets, without overlap; at most `most` of them. A
// needle without capital letters fits both cases (of ASCII), one with a capital only itself.
std::vector<std::size_t> findAll(std::string_view text, std::string_view needle, std::size_t most,
    const std::stop_token &stop = {});

} // namespace sonde::content
