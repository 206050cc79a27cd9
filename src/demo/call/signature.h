// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

#include <initializer_list>
#include <string>
#include <string_view>

namespace sonde::demo {

// What only the holder of the secret can have made of exactly these parts: a text for a URL.
std::string signature(const QByteArray &secret, std::initializer_list<std::string_view> parts);

} // namespace sonde::demo
