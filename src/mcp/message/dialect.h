// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "mcp/message/clientdefaults.h"
#include "mcp/message/revision.h"
#include "mcp/message/toolheadercache.h"
#include "wire/link/messagetransport.h"

#include <memory>
#include <string>
#include <string_view>

namespace sonde::mcp {

// What the messages of one revision look like. The rest of the program uses the vocabulary of the
// newest revision. Does no I/O: text in, text out.
class Dialect {
public:
    // `capabilities`: what the client declares, a JSON object as text.
    static std::unique_ptr<const Dialect> make(
        Era era, const QString &revision, std::string capabilities = kNoCapabilities);
    virtual ~Dialect() = default;

    const QString &revision() const { return m_revision; }
    virtual Era era() const = 0;

    // The first request, and the notification that is sent after its response (empty: none).
    virtual std::string openingMethod() const = 0;
    virtual std::string openingParams() const = 0;
    virtual Bytes afterOpening() const = 0;

    // `given` (JSON text or empty) with the members that this revision demands in `_meta`; every
    // byte of `given` stays, and a `given` that is no object is returned unchanged. `progressToken`
    // and `logLevel`, the least level at which the server may log, are JSON text or empty.
    virtual std::string params(std::string_view given, std::string_view progressToken,
        std::string_view logLevel = {}) const = 0;

    // The HTTP headers in which this revision repeats parts of a request; `params` as params()
    // returned them.
    virtual wire::HttpHeaders headers(
        std::string_view method, std::string_view params, const ToolHeaderCache &tools) const = 0;
    // What the HTTP transport must know of the revision; `opened`: the first request has its
    // response.
    virtual wire::HttpProtocol http(bool opened) const = 0;

    virtual bool serverMayRequest() const = 0;

    const std::string &capabilities() const { return m_capabilities; }

protected:
    Dialect(QString revision, std::string capabilities)
        : m_revision(std::move(revision))
        , m_capabilities(std::move(capabilities))
    {
    }
    static std::string clientInfo();

private:
    QString m_revision;
    std::string m_capabilities;
};

} // namespace sonde::mcp
