// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/httpscript.h"

#include <QDir>
#include <QTemporaryDir>

#include <cstdio>
#include <memory>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace sonde::test {

// A certificate for 127.0.0.1 and localhost, made when a test needs one that no file can have: of
// an issuer, or of a time that depends on today.
class MadeCertificate {
public:
    // Valid from and until, in days from now.
    MadeCertificate(const QByteArray &issuer, int from, int until)
        : m_folder(QDir::tempPath() + QStringLiteral("/madecertificateXXXXXX"))
    {
        const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
            EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"), EVP_PKEY_free);
        const std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), X509_free);
        constexpr long kDay = 86'400;
        X509_set_version(certificate.get(), 2);
        ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
        X509_gmtime_adj(X509_getm_notBefore(certificate.get()), from * kDay);
        X509_gmtime_adj(X509_getm_notAfter(certificate.get()), until * kDay);
        setName(X509_get_subject_name(certificate.get()), "localhost");
        setName(X509_get_issuer_name(certificate.get()), issuer);
        X509_set_pubkey(certificate.get(), key.get());
        X509_EXTENSION *names = X509V3_EXT_conf_nid(
            nullptr, nullptr, NID_subject_alt_name, "IP:127.0.0.1,DNS:localhost");
        X509_add_ext(certificate.get(), names, -1);
        X509_EXTENSION_free(names);
        X509_sign(certificate.get(), key.get(), EVP_sha256());
        write(".pem", [&](std::FILE *file) { PEM_write_X509(file, certificate.get()); });
        write(".key", [&](std::FILE *file) {
            PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
        });
    }

    // For HttpScript::Tls, whose names are relative to its folder.
    QString name() const
    {
        return QDir(HttpScript::tlsFile({})).relativeFilePath(m_folder.filePath(kName));
    }

private:
    static inline const QString kName = QStringLiteral("made");

    static void setName(X509_NAME *name, const QByteArray &text)
    {
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
            reinterpret_cast<const unsigned char *>(text.constData()), -1, -1, 0);
    }

    template <typename Write>
    void write(const char *ending, Write text) const
    {
        const QByteArray path =
            m_folder.filePath(kName + QString::fromLatin1(ending)).toLocal8Bit();
        std::FILE *file = std::fopen(path.constData(), "w");
        if (!file)
            qFatal("%s cannot be written", path.constData());
        text(file);
        std::fclose(file);
    }

    QTemporaryDir m_folder;
};

} // namespace sonde::test
