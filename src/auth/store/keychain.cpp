// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/store/keychain.h"

#include "auth/store/tokenstore.h"

#include <QCoreApplication>
#include <QLibrary>
#include <QPointer>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

// Where there is no keychain.
class NoKeychain final : public TokenStore {
public:
    explicit NoKeychain(const QString &problem)
        : m_error{.domain = Domain::Storage,
            .sentence = AuthText::tr(
                "No keychain is available: sonde-keychain.so, a part of Sonde, is missing "
                "or has a different version. Reinstall Sonde."),
            .detail = problem}
    {
    }

    RequestHandle read(
        const QString &, QObject *context, std::function<void(Result<Secret>)> done) override
    {
        return refuse<Secret>(context, std::move(done));
    }
    RequestHandle write(const QString &, const Secret &, QObject *context,
        std::function<void(Result<void>)> done) override
    {
        return refuse<void>(context, std::move(done));
    }
    RequestHandle remove(
        const QString &, QObject *context, std::function<void(Result<void>)> done) override
    {
        return refuse<void>(context, std::move(done));
    }
    bool isPersistent() const override { return false; }

private:
    template <typename T>
    RequestHandle refuse(QObject *context, std::function<void(Result<T>)> done)
    {
        QMetaObject::invokeMethod(
            this,
            [context = QPointer<QObject>(context), done = std::move(done), error = m_error] {
                if (context)
                    done(error);
            },
            Qt::QueuedConnection);
        return {}; // it ends anyway
    }

    const Error m_error;
};

} // namespace

std::unique_ptr<TokenStore> makeKeychainStore(std::chrono::milliseconds patience)
{
    QLibrary library(
        QCoreApplication::applicationDirPath() % QLatin1String("/../lib/sonde/sonde-keychain.so"));
    library.setLoadHints(QLibrary::PreventUnloadHint);
    // A function pointer, which is what the module exports under that name.
    const auto make = reinterpret_cast<MakeKeychainStore>(library.resolve(kMakeKeychainStore));
    if (TokenStore *const store = make ? make(SONDE_VERSION, patience) : nullptr)
        return std::unique_ptr<TokenStore>(store);
    return std::make_unique<NoKeychain>(library.errorString());
}

} // namespace sonde::auth
