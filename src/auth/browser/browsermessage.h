// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "rpc/lineframer.h"

#include <QString>
#include <QUrl>

#include <vector>

// What Sonde and sonde-browser say to each other: JSON objects, one on a line, UTF-8, over the
// browser's stdin and stdout. Its stderr is for people. Sonde says
//
//   {"type":"open","url":U,"redirect_uri":U,"title":T,"theme":"system","language":""}
//       First, once. The theme may be light or dark as well, the language one like "ja".
//   {"type":"close"}
//       The end, as the end of the input is.
//
// and the browser, with a number N for each of its windows, the first of which is 0,
//
//   {"type":"ready","protocol":1,"engine":T}
//       First, once.
//   {"type":"navigation","window":N,"what":K,"url":U}
//       That is loaded now. K: typed, link (or a script), form, redirect, history, reload, other.
//   {"type":"loaded","window":N,"url":U,"status":S,"secure":B,"text":T}
//       S: of HTTP where it is known, else 0. T: why it failed, or empty.
//   {"type":"refused","window":N,"what":K,"url":U,"text":T}
//       T: why. K: navigation, request, certificate, download, pop-up, permission, dialog.
//   {"type":"crashed","window":N,"text":T}
//       The process that renders the page has ended.
//   {"type":"redirected","url":U}
//       It led to the redirect URI. Nothing was sent there.
//   {"type":"elsewhere"}
//       The person wants the system's browser.
//   {"type":"closed"}
//       The person has given up.
//
// Nothing follows the last three. Secrets are hidden in every U but that of "redirected". Unknown
// members are passed over; an unknown type, a missing member or a line that is too long is an
// error, and the other side is given up.
namespace sonde::auth {

inline constexpr int kBrowserProtocol = 1;
inline constexpr std::size_t kMaxBrowserLine = 65'536; // bytes, line end included
inline constexpr qsizetype kMaxBrowserAddress = 32'768; // characters; longer ones are refused
inline constexpr qsizetype kMaxBrowserText = 2'000; // longer ones are cut
inline constexpr int kMaxBrowserWindows = 8;

struct BrowserOrder {
    enum class Kind : std::uint8_t { Open, Close };
    Kind kind = Kind::Close;
    QUrl url;
    QUrl redirectUri;
    QString title; // what is authorized, in words
    QString theme; // system, light or dark
    QString language{}; // "ja", "zh_CN"; empty: the desktop's

    Bytes line() const;
};

struct BrowserEvent {
    enum class Kind : std::uint8_t {
        Ready,
        Navigation,
        Loaded,
        Refused,
        Crashed,
        Redirected,
        Elsewhere,
        Closed,
    };
    Kind kind = Kind::Closed;
    int window = 0;
    QString what{};
    QString url{}; // as text: it need not be one
    QString text{};
    int status = 0; // of Ready: the protocol
    bool secure = false;

    bool operator==(const BrowserEvent &) const = default;
    Bytes line() const;
};

// One line, without its end. Errors are Domain::Protocol.
Result<BrowserOrder> parseBrowserOrder(const Bytes &line);
Result<BrowserEvent> parseBrowserEvent(const Bytes &line);

// Cuts what arrives into lines, and reads them, however it was split.
class BrowserEventReader {
public:
    // What this piece completes, in order. Nothing after the first error.
    std::vector<Result<BrowserEvent>> feed(const Bytes &piece);

private:
    rpc::LineFramer m_framer{kMaxBrowserLine};
    bool m_failed = false;
};

} // namespace sonde::auth
