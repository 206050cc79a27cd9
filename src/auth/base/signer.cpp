// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/signer.h"

#include <QCoreApplication>
#include <QLibrary>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

class NoSigner final : public Signer {
public:
    explicit NoSigner(const QString &problem)
        : m_error{.domain = Domain::Authorization,
            .sentence =
                AuthText::tr("Cannot sign: sonde-signer.so, a part of Sonde, is missing or has a "
                             "different version. Reinstall Sonde."),
            .detail = problem}
    {
    }
    Result<QByteArray> sign(const Secret &, QString &, const QByteArray &) const override
    {
        return m_error;
    }
    Result<SigningKey> makeKey() const override { return m_error; }
    Result<QByteArray> publicJwk(const Secret &) const override { return m_error; }

private:
    const Error m_error;
};

const Signer *load()
{
    QLibrary library(
        QCoreApplication::applicationDirPath() % QLatin1String("/../lib/sonde/sonde-signer.so"));
    library.setLoadHints(QLibrary::PreventUnloadHint);
    // A function pointer, which is what the module exports under that name.
    const auto find = reinterpret_cast<FindSigner>(library.resolve(kFindSigner));
    const Signer *const found = find ? find(SONDE_VERSION) : nullptr;
    static const NoSigner none(library.errorString());
    return found ? found : &none;
}

} // namespace

const Signer &systemSigner()
{
    static const Signer *const signer = load();
    return *signer;
}

} // namespace sonde::auth
