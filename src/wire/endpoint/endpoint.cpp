// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/endpoint/endpoint.h"

#include "base/overloaded.h"
#include "wire/link/linemessagetransport.h"
#include "wire/process/stdiotransport.h"
#include "wire/streamable/httpmessagetransport.h"

namespace sonde::wire {

namespace {

constexpr EndpointTraits kProgram{.hasProcess = true,
    .hasStderr = true,
    .sendsLines = true,
    .hasExchanges = false,
    .canBeAuthorized = false};
constexpr EndpointTraits kUrl{.hasProcess = false,
    .hasStderr = false,
    .sendsLines = false,
    .hasExchanges = true,
    .canBeAuthorized = true};

} // namespace

const EndpointTraits &Endpoint::traits() const
{
    return std::visit(Overloaded{
                          [](const Launch &) -> const EndpointTraits & { return kProgram; },
                          [](const HttpTarget &) -> const EndpointTraits & { return kUrl; },
                      },
        m_address);
}

bool Endpoint::needsAuthorizer() const
{
    const HttpTarget *const http = target();
    return canBeAuthorized() && !(http && http->headers.contains("Authorization"));
}

QUrl Endpoint::url() const
{
    return std::visit(Overloaded{
                          [](const Launch &) { return QUrl(); },
                          [](const HttpTarget &target) { return target.url; },
                      },
        m_address);
}

std::unique_ptr<MessageTransport> Endpoint::makeTransport(const TransportContext &context) const
{
    return std::visit(Overloaded{
                          [&](const Launch &launch) -> std::unique_ptr<MessageTransport> {
                              return std::make_unique<LineMessageTransport>(
                                  std::make_unique<StdioTransport>(launch), context);
                          },
                          [&](const HttpTarget &target) -> std::unique_ptr<MessageTransport> {
                              return makeHttpMessageTransport(target, context);
                          },
                      },
        m_address);
}

} // namespace sonde::wire
