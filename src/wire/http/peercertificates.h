// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpclient.h"

#include <memory>
#include <vector>

struct evp_pkey_st;
struct ssl_ctx_st;
struct ssl_st;
struct x509_st;
struct x509_store_ctx_st;

namespace sonde::wire {

// The certificates that a server sent in a TLS handshake, and the result of OpenSSL's check, which
// this class does not change.
class PeerCertificates {
public:
    // Watches the handshakes of this context, which keeps `record` alive.
    static void watch(ssl_ctx_st *context, const std::shared_ptr<PeerCertificates> &record);
    // The certificates of a connection with a watched context.
    static const PeerCertificates *of(const ssl_st *connection);

    const std::vector<Certificate> &chain() const { return m_chain; }
    int error() const { return m_error; } // X509_V_…; 0: none
    // The server requested a client certificate, and none was configured.
    bool wantedOurs() const { return m_wantedOurs; }

private:
    static int onVerify(int ok, x509_store_ctx_st *store);
    static int onClientCertificate(ssl_st *connection, x509_st **, evp_pkey_st **);

    std::vector<Certificate> m_chain;
    int m_error = 0;
    bool m_wantedOurs = false;
};

} // namespace sonde::wire
