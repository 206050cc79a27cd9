// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/store/keychainstore.h"

#include "auth/store/keychain.h"
#include "auth/store/storecaller.h"

#include <QPointer>
#include <QTimer>

#include <qt6keychain/keychain.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

constexpr std::chrono::milliseconds kNotice{10'000};

const QString &service()
{
    static const QString name = QStringLiteral("sonde");
    return name;
}

Error failed(const QString &sentence, const QString &detail = {})
{
    return {.domain = Domain::Storage, .sentence = sentence, .detail = detail};
}

Error noResponse(std::chrono::milliseconds patience)
{
    return {.domain = Domain::Storage,
        .code = kNoResponseYet,
        .sentence =
            AuthText::tr("The keychain has not responded within %1 s. If it asks for its password, "
                         "enter it and try again.")
                .arg(patience.count() / 1000)};
}

Error errorOf(const QKeychain::Job *job)
{
    switch (job->error()) {
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return failed(AuthText::tr("The keychain is locked, or access to it was denied."),
            job->errorString());
    case QKeychain::NoBackendAvailable:
    case QKeychain::NotImplemented:
        return failed(AuthText::tr("This desktop has no keychain."), job->errorString());
    default: // without a bus it is OtherError
        return failed(AuthText::tr("The keychain does not work: %1")
                          .arg(job->errorString().simplified().left(200)),
            job->errorString());
    }
}

Result<void> outcomeOf(QKeychain::Job *job)
{
    const bool fine =
        job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound;
    return fine ? Result<void>() : Result<void>(errorOf(job));
}

Result<Secret> secretOf(QKeychain::Job *job)
{
    if (job->error() == QKeychain::EntryNotFound)
        return Secret();
    if (job->error() != QKeychain::NoError)
        return errorOf(job);
    return Secret(QString::fromUtf8(static_cast<QKeychain::ReadPasswordJob *>(job)->binaryData()));
}

} // namespace

KeychainStore::KeychainStore(std::chrono::milliseconds patience)
    : m_patience(patience)
{
}

template <typename T>
RequestHandle KeychainStore::run(QKeychain::Job *job, const QString &name, QObject *context,
    std::function<void(Result<T>)> done, Result<T> (*result)(QKeychain::Job *))
{
    auto caller = std::make_shared<StoreCaller<T>>(context, std::move(done));
    job->setKey(name);
    job->setAutoDelete(true); // when it has finished, and only then
    auto *const timers = new QObject(this);
    const auto after = [this, timers](std::chrono::milliseconds time, auto then) {
        auto *timer = new QTimer(timers);
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, then);
        timer->start(time);
    };
    const auto isSlow = std::make_shared<bool>(false);
    after(std::min(kNotice, m_patience), [this, isSlow] {
        *isSlow = true;
        if (++m_slowCalls == 1)
            Q_EMIT waiting();
    });
    after(m_patience, [caller, patience = m_patience] { caller->complete(noResponse(patience)); });
    connect(job, &QKeychain::Job::finished, this, [=, this](QKeychain::Job *finished) {
        delete timers;
        const QPointer<KeychainStore> alive(this); // the caller may destroy the store
        const Result<T> outcome = result(finished);
        caller->complete(outcome);
        if (alive && *isSlow)
            endSlowCall(outcome.ok());
    });
    // Later: some failures are reported inside start().
    QMetaObject::invokeMethod(job, &QKeychain::Job::start, Qt::QueuedConnection);
    return StoreCaller<T>::handle(this, caller);
}

void KeychainStore::endSlowCall(bool good)
{
    m_slowCallsGood = m_slowCallsGood && good;
    if (--m_slowCalls == 0)
        Q_EMIT waited(std::exchange(m_slowCallsGood, true));
}

RequestHandle KeychainStore::read(
    const QString &name, QObject *context, std::function<void(Result<Secret>)> done)
{
    return run<Secret>(
        new QKeychain::ReadPasswordJob(service()), name, context, std::move(done), &secretOf);
}

RequestHandle KeychainStore::write(const QString &name, const Secret &secret, QObject *context,
    std::function<void(Result<void>)> done)
{
    auto *const job = new QKeychain::WritePasswordJob(service());
    job->setBinaryData(secret.reveal().toUtf8());
    return run<void>(job, name, context, std::move(done), &outcomeOf);
}

RequestHandle KeychainStore::remove(
    const QString &name, QObject *context, std::function<void(Result<void>)> done)
{
    return run<void>(
        new QKeychain::DeletePasswordJob(service()), name, context, std::move(done), &outcomeOf);
}

} // namespace sonde::auth

extern "C" Q_DECL_EXPORT sonde::auth::TokenStore *sondeMakeKeychainStore(
    const char *version, std::chrono::milliseconds patience);

sonde::auth::TokenStore *sondeMakeKeychainStore(
    const char *version, std::chrono::milliseconds patience)
{
    if (std::string_view(version) != SONDE_VERSION)
        return nullptr;
    return new sonde::auth::KeychainStore(patience);
}

static_assert(std::is_same_v<decltype(&sondeMakeKeychainStore), sonde::auth::MakeKeychainStore>);
