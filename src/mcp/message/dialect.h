// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "mcp/message/revision.h"
#include "mcp/message/toolheadercache.h"
#include "wire/link/messagetransport.h"

#include <memory>
#include <string>
#include <string_view>

namespace sonde::mcp {

// The seam between the program, which speaks the newest vocabulary, and what a revision speaks on
// the wire. Pure: text in, text out.
class Dialect {
public:
    // `capabilities`: what we declare, a JSON object as text.
    static std::unique_ptr<const Dialect> make(
        Era era, const QString &revision, std::string capabilities = "{}");
    virtual ~Dialect() = default;

    const QString &revision() const { return m_revision; }
    virtual Era era() const = 0;

    // The first request, and what is sent once it is answered (nothing: empty).
    virtual std::string openingMethod() const = 0;
    virtual std::string openingParams() const = 0;
    virtual Bytes afterOpening() const = 0;

    // `given` (JSON text or empty) with what this revision wants in `_meta`; every byte of `given`
    // stays. A `given` that is no object is left alone. `progressToken` is JSON text or empty, and
    // so is `logLevel`, from which on a server may log; where each request says it.
    virtual std::string params(std::string_view given, std::string_view progressToken,
        std::string_view logLevel = {}) const = 0;

    // What this revision repeats of a request in the heads of HTTP; `params` as for params().
    virtual wire::HttpHeaders headers(
        std::string_view method, std::string_view params, const ToolHeaderCache &tools) const = 0;
    // How HTTP has to carry it; `opened`: the first request was answered.
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
