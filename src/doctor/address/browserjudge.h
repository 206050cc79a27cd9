// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/address/addressfacts.h"
#include "doctor/base/doctorfinding.h"

#include <vector>

namespace sonde::doctor {

// What a client in a web page of another origin needs (the CORS protocol of the Fetch standard).

inline constexpr char kBrowserOrigin[] = "https://client.example";

// OPTIONS, as a browser sends it before the POST of such a client.
wire::HttpRequest preflightRequest(const QUrl &url, const AddressFacts &facts);
bool allowsBrowsers(const Fetched &response); // of that origin
std::vector<DoctorFinding> judgeBrowser(const AddressFacts &facts);

} // namespace sonde::doctor
