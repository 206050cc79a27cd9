// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/sessionrefusal.h"

#include <QByteArray>

#include <algorithm>
#include <array>

namespace sonde::wire {

bool namesSession(std::string_view text)
{
    constexpr std::array kLoginWords{
        "log in", "login", "log-in", "sign in", "signin", "token", "credential", "api key"};
    const std::string_view beginning = text.substr(0, kMaxRefusalText);
    const QByteArray lower =
        QByteArray(beginning.data(), static_cast<qsizetype>(beginning.size())).toLower();
    return lower.contains("session")
        && std::none_of(kLoginWords.begin(), kLoginWords.end(),
            [&lower](const char *word) { return lower.contains(word); });
}

bool isSessionRefusal(const HttpHead &head, std::string_view text)
{
    constexpr int kNotFound = 404; // what is due: nothing has to be read for it
    constexpr int kTooManyRequests = 429;
    const int status = head.status;
    if (status < 400 || status > 499 || status == kNotFound || status == kTooManyRequests)
        return false;
    const bool mayBeLogin = status == 401 || status == 403;
    return !(mayBeLogin && head.headers.contains("WWW-Authenticate")) && namesSession(text);
}

} // namespace sonde::wire
