// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/findingtable.h"

#include <QtGlobal>

namespace sonde::doctor {

namespace {

constexpr FindingRow kRows[]{
    {Kind::RedirectLoop, Level::Failure, "redirect-loop",
        QT_TRANSLATE_NOOP("Doctor", "The address redirects in a circle: %1."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Correct the redirects of the server or of the proxy before it.")},
    {Kind::RedirectToLogin, Level::Failure, "redirect-to-login",
        QT_TRANSLATE_NOOP("Doctor", "The address redirects to a page for people: %1."),
        QT_TRANSLATE_NOOP("Doctor",
            "A gateway wants a login in a browser before it. Use the address for programs, or "
            "let the gateway pass it.")},
    {Kind::RedirectElsewhere, Level::Failure, "redirect-elsewhere",
        QT_TRANSLATE_NOOP("Doctor", "The address redirects (%1) to %2, and clients do not follow."),
        QT_TRANSLATE_NOOP("Doctor", "Use the new address in the URL.")},
    {Kind::HostRefused, Level::Failure, "host-refused",
        QT_TRANSLATE_NOOP("Doctor",
            "The server refuses the Host %1 (status %2), as a protection against DNS "
            "rebinding."),
        QT_TRANSLATE_NOOP("Doctor",
            "Allow %1 in the settings of the server, or use a name that it accepts, such as "
            "localhost.")},
    {Kind::OriginRefused, Level::Failure, "origin-refused",
        QT_TRANSLATE_NOOP("Doctor", "The server refuses the Origin of the request (status %1): %2"),
        QT_TRANSLATE_NOOP("Doctor", "Allow the origin in the settings of the server.")},
    {Kind::TokenRefused, Level::Failure, "token-refused",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server refuses the credentials that were sent (status %1)."),
        QT_TRANSLATE_NOOP("Doctor",
            "Log in again, or replace the token: it may be expired, or for another server.")},
    {Kind::MetadataUrlRefused, Level::Failure, "metadata-url-refused",
        QT_TRANSLATE_NOOP(
            "Doctor", "The challenge names the metadata URL %1, which is not requested: %2"),
        QT_TRANSLATE_NOOP("Doctor",
            "Send an absolute URL in resource_metadata that clients may request (RFC 9728 section "
            "5.1).")},
    {Kind::MetadataRefused, Level::Failure, "metadata-refused",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 itself requires authorization (status %2), so no client can learn where to log "
            "in."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Serve the addresses below /.well-known/ without authorization.")},
    {Kind::ResourceOther, Level::Failure, "resource-other",
        QT_TRANSLATE_NOOP(
            "Doctor", "The metadata are for %1, but you connect to %2. Clients refuse that."),
        QT_TRANSLATE_NOOP("Doctor",
            "Set “resource” in the metadata to the address that clients use, or use that "
            "address.")},
    {Kind::NoChallenge, Level::Failure, "no-challenge",
        QT_TRANSLATE_NOOP("Doctor", "The response has status 401, but no WWW-Authenticate header."),
        QT_TRANSLATE_NOOP("Doctor",
            "Send WWW-Authenticate: Bearer resource_metadata=\"…\" (RFC 9728 section 5.1).")},
    {Kind::MetadataMissing, Level::Failure, "metadata-missing",
        QT_TRANSLATE_NOOP("Doctor",
            "The server requires authorization, but no metadata say where to log in (tried: "
            "%1)."),
        QT_TRANSLATE_NOOP("Doctor",
            "Serve /.well-known/oauth-protected-resource (RFC 9728). If the server accepts a "
            "ready token, send it in the header Authorization.")},
    {Kind::AuthorizationServerRefused, Level::Failure, "authorization-server-refused",
        QT_TRANSLATE_NOOP(
            "Doctor", "The metadata of the authorization server %1 is not requested: %2"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Write a URL into “authorization_servers” that clients may request.")},
    {Kind::AuthorizationServerMissing, Level::Failure, "authorization-server-missing",
        QT_TRANSLATE_NOOP(
            "Doctor", "The authorization server %1 has no usable metadata (tried: %2)."),
        QT_TRANSLATE_NOOP("Doctor",
            "Start it, correct “authorization_servers”, or serve its metadata (RFC 8414).")},
    {Kind::NoPkce, Level::Failure, "no-pkce",
        QT_TRANSLATE_NOOP(
            "Doctor", "The authorization server %1 does not say that it supports PKCE with S256."),
        QT_TRANSLATE_NOOP("Doctor",
            "List S256 in code_challenge_methods_supported: clients must refuse to go on.")},
    {Kind::LoginNeeded, Level::Failure, "login-needed",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server requires authorization, and says correctly where: %1."),
        QT_TRANSLATE_NOOP("Doctor", "Log in, or send a token.")},
    {Kind::SpeaksSse, Level::Failure, "speaks-sse",
        QT_TRANSLATE_NOOP("Doctor", "%1 speaks HTTP+SSE of 2024-11-05, not Streamable HTTP."),
        QT_TRANSLATE_NOOP("Doctor",
            "Choose the transport HTTP+SSE (type “sse” in the configuration of a host).")},
    {Kind::SpeaksStreamable, Level::Failure, "speaks-streamable",
        QT_TRANSLATE_NOOP("Doctor", "%1 speaks Streamable HTTP, not HTTP+SSE."),
        QT_TRANSLATE_NOOP("Doctor",
            "Choose the transport Streamable HTTP (type “http” in the configuration of a "
            "host).")},
    {Kind::OtherPath, Level::Failure, "other-path",
        QT_TRANSLATE_NOOP("Doctor", "There is no MCP server at %1 (status %2), but at %3."),
        QT_TRANSLATE_NOOP("Doctor", "Use the URL %3.")},
    {Kind::OtherPathSse, Level::Failure, "other-path-sse",
        QT_TRANSLATE_NOOP(
            "Doctor", "There is no MCP server at %1 (status %2), but one with HTTP+SSE at %3."),
        QT_TRANSLATE_NOOP("Doctor", "Use the URL %3, with the transport HTTP+SSE.")},
    {Kind::GatewayFailed, Level::Failure, "gateway-failed",
        QT_TRANSLATE_NOOP("Doctor", "A proxy before the server cannot reach it (status %1, %2)."),
        QT_TRANSLATE_NOOP("Doctor",
            "Start the server behind the proxy, or correct the address that the proxy uses.")},
    {Kind::ServerFailed, Level::Failure, "server-failed",
        QT_TRANSLATE_NOOP("Doctor", "The server fails with status %1: %2"),
        QT_TRANSLATE_NOOP("Doctor", "Look at the log of the server.")},
    {Kind::TooManyRequests, Level::Failure, "too-many-requests",
        QT_TRANSLATE_NOOP("Doctor", "The server limits requests (status 429). Retry-After: %1."),
        QT_TRANSLATE_NOOP("Doctor", "Wait, then try again.")},
    {Kind::Forbidden, Level::Failure, "forbidden",
        QT_TRANSLATE_NOOP("Doctor", "The server forbids access (403): %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Check the credentials, and what the server or a firewall before it allows.")},
    {Kind::NotAcceptable, Level::Failure, "not-acceptable",
        QT_TRANSLATE_NOOP("Doctor",
            "The server accepts neither application/json nor text/event-stream as a response "
            "(406): %1"),
        QT_TRANSLATE_NOOP("Doctor", "A proxy may change the header Accept. Is it an MCP server?")},
    {Kind::MediaRefused, Level::Failure, "media-refused",
        QT_TRANSLATE_NOOP("Doctor", "The server does not accept application/json (415)."),
        QT_TRANSLATE_NOOP(
            "Doctor", "A proxy may change the header Content-Type. Is it an MCP server?")},
    {Kind::MethodRefused, Level::Failure, "method-refused",
        QT_TRANSLATE_NOOP("Doctor", "%1 does not accept POST (405). Allowed: %2."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Correct the path, or allow POST in the proxy before the server.")},
    {Kind::NotFound, Level::Failure, "not-found",
        QT_TRANSLATE_NOOP("Doctor", "There is no MCP server at %1 (status 404), nor at %2."),
        QT_TRANSLATE_NOOP("Doctor", "Look up the path of the server, and correct the URL.")},
    {Kind::WebPage, Level::Failure, "web-page",
        QT_TRANSLATE_NOOP("Doctor", "%1 responds with a web page (status %2): %3"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Correct the path: this is a page for people, not an MCP server.")},
    {Kind::OtherStatus, Level::Failure, "other-status",
        QT_TRANSLATE_NOOP("Doctor", "%1 responds with status %2: %3"),
        QT_TRANSLATE_NOOP("Doctor", "The message says what the server lacks.")},
    {Kind::BodyNotJson, Level::Failure, "body-not-json",
        QT_TRANSLATE_NOOP("Doctor", "The body of the response is no JSON-RPC message: %1"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Is it an MCP server? Look at the response in a terminal: curl -i.")},
    {Kind::BodyEmpty, Level::Failure, "body-empty",
        QT_TRANSLATE_NOOP("Doctor", "The response to initialize has status %1 and no message."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Return the response of initialize in the body, or in an event stream.")},
    {Kind::MediaWrong, Level::Failure, "media-wrong",
        QT_TRANSLATE_NOOP("Doctor", "The response is a message, but its Content-Type is %1."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Send Content-Type: application/json, or text/event-stream for a stream.")},
    {Kind::StreamHeld, Level::Failure, "stream-held",
        QT_TRANSLATE_NOOP(
            "Doctor", "The headers of the event stream came after %1, but no event within %2%3."),
        QT_TRANSLATE_NOOP("Doctor",
            "Something between buffers the stream. In nginx: proxy_buffering off; gzip off. Or "
            "send X-Accel-Buffering: no.")},
    {Kind::ListeningHeld, Level::Failure, "listening-held",
        QT_TRANSLATE_NOOP("Doctor",
            "GET with Accept: text/event-stream gets no headers within %1, so what the server "
            "sends on its own arrives late or not at all."),
        QT_TRANSLATE_NOOP("Doctor",
            "Something between may buffer the stream. In nginx: proxy_buffering off. Without a "
            "proxy, let the server send the headers at once, or respond with 405.")},
    {Kind::StreamEnds, Level::Failure, "stream-ends",
        QT_TRANSLATE_NOOP("Doctor", "The event stream ended without the response."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Send the response in the stream before it ends; a proxy may cut it.")},
    {Kind::SseFails, Level::Failure, "sse-fails",
        QT_TRANSLATE_NOOP("Doctor",
            "The stream of HTTP+SSE opens, but messages fail at the endpoint that it names: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Behind a proxy with a path of its own, let the server name the endpoint with that "
            "path.")},
    {Kind::Truncated, Level::Failure, "truncated",
        QT_TRANSLATE_NOOP("Doctor", "The connection was closed in the middle of the response: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Look at the log of the server and of a proxy before it.")},
    {Kind::OtherEra, Level::Failure, "other-era",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server speaks only the %1 era (%2), and the %3 era was chosen."),
        QT_TRANSLATE_NOOP("Doctor", "Set the era to automatic.")},
    {Kind::RevisionUnknown, Level::Failure, "revision-unknown",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server negotiates the revision “%1”, which does not exist."),
        QT_TRANSLATE_NOOP("Doctor", "Return one of the published revisions.")},
    {Kind::SessionLost, Level::Failure, "session-lost",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server opened a session, and rejects its next request with status %1."),
        QT_TRANSLATE_NOOP("Doctor",
            "With several instances behind a load balancer, send the requests of a session to "
            "the same instance (by Mcp-Session-Id).")},
    {Kind::RequestFails, Level::Failure, "request-fails",
        QT_TRANSLATE_NOOP("Doctor", "After initialize, the next request fails: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Look at the log of the server.")},
    {Kind::ProxyCompresses, Level::Warning, "stream-compressed",
        QT_TRANSLATE_NOOP("Doctor", "The event stream is compressed (%1), which delays events."),
        QT_TRANSLATE_NOOP("Doctor", "Turn off compression of text/event-stream in the proxy.")},
    {Kind::ListeningRefused, Level::Warning, "listening-refused",
        QT_TRANSLATE_NOOP("Doctor",
            "GET with Accept: text/event-stream gets %1, neither a stream nor 405. Some clients "
            "fail then."),
        QT_TRANSLATE_NOOP("Doctor", "Respond with 405 if the server opens no stream for GET.")},
    {Kind::ListeningObsolete, Level::Warning, "listening-obsolete",
        QT_TRANSLATE_NOOP("Doctor",
            "GET opens an event stream, but %1 has no stream for GET, and the server speaks no "
            "earlier revision."),
        QT_TRANSLATE_NOOP("Doctor",
            "Respond to GET with 405. Send notifications in the stream of subscriptions/listen.")},
    {Kind::CorsPreflightFails, Level::Warning, "cors-preflight-fails",
        QT_TRANSLATE_NOOP("Doctor",
            "The preflight (OPTIONS) of a browser gets status %1, so clients in web pages cannot "
            "connect."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Respond to OPTIONS with 204 and without demanding authorization.")},
    {Kind::CorsHeadersMissing, Level::Warning, "cors-headers-missing",
        QT_TRANSLATE_NOOP(
            "Doctor", "Clients in web pages are allowed, but not to send these headers: %1."),
        QT_TRANSLATE_NOOP("Doctor", "Add %1 to Access-Control-Allow-Headers.")},
    {Kind::CorsResponseHidden, Level::Warning, "cors-response-hidden",
        QT_TRANSLATE_NOOP("Doctor",
            "The preflight allows clients in web pages, but the response to POST (status %1) does "
            "not, so the browser hides it from them."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Send Access-Control-Allow-Origin with every response, errors too.")},
    {Kind::CorsSessionHidden, Level::Warning, "cors-session-hidden",
        QT_TRANSLATE_NOOP("Doctor",
            "Clients in web pages cannot read Mcp-Session-Id, so every request after initialize "
            "fails."),
        QT_TRANSLATE_NOOP("Doctor", "Send Access-Control-Expose-Headers: Mcp-Session-Id.")},
    {Kind::BodyMarked, Level::Warning, "byte-order-mark",
        QT_TRANSLATE_NOOP("Doctor",
            "The body begins with a byte order mark (BOM, EF BB BF), which JSON must not have. "
            "Sonde ignores it, as RFC 8259 section 8.1 allows. Some clients do not."),
        QT_TRANSLATE_NOOP("Doctor", "Write UTF-8 without a byte order mark.")},
};

} // namespace

std::span<const FindingRow> responseFindings()
{
    return kRows;
}

} // namespace sonde::doctor
