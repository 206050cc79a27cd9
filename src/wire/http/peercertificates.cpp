// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/peercertificates.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QHostAddress>
#include <QTimeZone>

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace sonde::wire {

namespace {

// Longer chains are cut: RFC 5280 sets no limit, real chains have at most four.
constexpr int kMaxChain = 16;
constexpr int kMaxNames = 200;

using Record = std::shared_ptr<PeerCertificates>;

void freeRecord(void *, void *record, CRYPTO_EX_DATA *, int, long, void *)
{
    delete static_cast<Record *>(record);
}

int recordIndex()
{
    static const int index = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, freeRecord);
    return index;
}

QByteArray textOf(BIO *bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    QByteArray text(data, size);
    BIO_free(bio);
    return text;
}

QString nameOf(const X509_NAME *name)
{
    BIO *bio = BIO_new(BIO_s_mem());
    X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
    return QString::fromUtf8(textOf(bio));
}

QString dateOf(const ASN1_TIME *time)
{
    tm parts{};
    if (ASN1_TIME_to_tm(time, &parts) != 1)
        return {};
    const QDateTime date(QDate(parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday),
        QTime(parts.tm_hour, parts.tm_min, parts.tm_sec), QTimeZone::utc());
    return date.toUTC().toString(Qt::ISODate);
}

QString addressOf(const ASN1_OCTET_STRING *bytes)
{
    const unsigned char *data = ASN1_STRING_get0_data(bytes);
    const int size = ASN1_STRING_length(bytes);
    if (size == 4)
        return QHostAddress(quint32(data[0]) << 24 | quint32(data[1]) << 16 | quint32(data[2]) << 8
            | quint32(data[3]))
            .toString();
    return size == 16 ? QHostAddress(data).toString() : QString();
}

QStringList alternativeNames(const X509 *certificate)
{
    QStringList names;
    auto *list = static_cast<GENERAL_NAMES *>(
        X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
    for (int i = 0; i < sk_GENERAL_NAME_num(list) && i < kMaxNames; ++i) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(list, i);
        if (name->type == GEN_DNS)
            names += QString::fromLatin1(
                reinterpret_cast<const char *>(ASN1_STRING_get0_data(name->d.dNSName)),
                ASN1_STRING_length(name->d.dNSName));
        else if (name->type == GEN_IPADD)
            names += addressOf(name->d.iPAddress);
    }
    GENERAL_NAMES_free(list);
    return names;
}

QByteArray pinOf(X509 *certificate)
{
    unsigned char *der = nullptr;
    const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &der);
    if (size <= 0)
        return {};
    QByteArray pin = QCryptographicHash::hash(
        QByteArrayView(reinterpret_cast<const char *>(der), size), QCryptographicHash::Sha256);
    OPENSSL_free(der);
    return pin;
}

Certificate read(X509 *certificate)
{
    Certificate result;
    BIO *pem = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(pem, certificate);
    result.pem = textOf(pem);
    result.subject = nameOf(X509_get_subject_name(certificate));
    result.issuer = nameOf(X509_get_issuer_name(certificate));
    result.names = alternativeNames(certificate);
    result.validFrom = dateOf(X509_get0_notBefore(certificate));
    result.validUntil = dateOf(X509_get0_notAfter(certificate));
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    if (X509_digest(certificate, EVP_sha256(), digest, &size) == 1)
        result.fingerprint = QByteArray(reinterpret_cast<const char *>(digest), int(size));
    result.keyPin = pinOf(certificate);
    return result;
}

std::vector<Certificate> readAll(const STACK_OF(X509) * chain)
{
    std::vector<Certificate> all;
    for (int i = 0; i < sk_X509_num(chain) && i < kMaxChain; ++i)
        all.push_back(read(sk_X509_value(chain, i)));
    return all;
}

} // namespace

// Called for each certificate of the chain, and for each fault found.
int PeerCertificates::onVerify(int ok, x509_store_ctx_st *store)
{
    auto *connection =
        static_cast<SSL *>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
    const auto *record = static_cast<const Record *>(
        SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), recordIndex()));
    PeerCertificates &peer = **record;
    if (peer.m_chain.empty()) // as sent by the server, its own certificate first
        peer.m_chain = readAll(X509_STORE_CTX_get0_untrusted(store));
    if (!ok && peer.m_error == X509_V_OK)
        peer.m_error = X509_STORE_CTX_get_error(store);
    return ok;
}

// Called when the server requests a certificate and none is configured.
int PeerCertificates::onClientCertificate(ssl_st *connection, x509_st **, evp_pkey_st **)
{
    const auto *record = static_cast<const Record *>(
        SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), recordIndex()));
    (*record)->m_wantedOurs = true;
    return 0; // no certificate
}

void PeerCertificates::watch(ssl_ctx_st *context, const Record &record)
{
    SSL_CTX_set_ex_data(context, recordIndex(), new Record(record));
    SSL_CTX_set_verify(context, SSL_CTX_get_verify_mode(context), onVerify);
    SSL_CTX_set_client_cert_cb(context, onClientCertificate);
}

const PeerCertificates *PeerCertificates::of(const ssl_st *connection)
{
    const auto *record = static_cast<const Record *>(
        SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), recordIndex()));
    return record ? record->get() : nullptr;
}

} // namespace sonde::wire
