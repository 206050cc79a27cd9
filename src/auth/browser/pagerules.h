// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QUrl>

namespace sonde::auth {

// Whether the address is the redirect URI with a response behind it: the same scheme, host, port
// and path (RFC 6749 section 3.1.2.3 compares them as they are).
bool isRedirectTo(const QUrl &url, const QUrl &redirectUri);

// An address as it may be shown and reported: no user, no fragment, secrets of OAuth hidden, not
// longer than kMaxUrl.
QString shownAddress(const QUrl &url);

// What the pages of one authorization may load. Pages are hostile: an authorization server is named
// by the MCP server, and whatever it shows leads on.
class PageRules {
public:
    enum class Verdict : std::uint8_t {
        Allowed,
        Redirected, // the response is there; nothing may be sent
        Refused,
    };
    struct Judgement {
        Verdict verdict = Verdict::Allowed;
        QString reason; // of a refusal: a sentence
    };

    // The page that is opened, and where its response goes: a loopback address (RFC 8252
    // section 7.3).
    PageRules(const QUrl &start, const QUrl &redirectUri);

    // A window's page, or that of a frame in it.
    Judgement navigation(const QUrl &url, bool isWholePage) const;
    // Everything else that a page fetches.
    Judgement request(const QUrl &url) const;

private:
    Judgement judgeWeb(const QUrl &url) const;
    bool isStrayResponse(const QUrl &url) const;

    const QUrl m_start;
    const QUrl m_redirectUri;
    const QString m_state; // that was sent
    const bool m_startIsLocal;
};

} // namespace sonde::auth
