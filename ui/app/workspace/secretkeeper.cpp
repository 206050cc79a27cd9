// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/secretkeeper.h"

#include "config/profilejson.h"

#include <memory>
#include <utility>

namespace sonde::app {

SecretKeeper::SecretKeeper(
    config::ProfileStore &profiles, auth::TokenStore &store, bool hasKeychain, QObject *parent)
    : QObject(parent)
    , m_profiles(profiles)
    , m_hasKeychain(hasKeychain)
    , m_secrets(store)
{
    connect(&store, &auth::TokenStore::waited, this, &SecretKeeper::keptLate);
}

void SecretKeeper::moveFromFile(const std::function<Result<void>()> &save)
{
    const auto left = std::make_shared<QStringList>(m_profiles.withSecretsInFile());
    for (const QString &name : QStringList(*left)) {
        if (!m_hasKeychain) {
            Q_EMIT missing(tr(
                "%1 holds secret values in plain text, because Sonde runs without a keychain. They "
                "are removed from the file the next time the server list is saved.")
                               .arg(m_profiles.path()));
            return;
        }
        m_secrets.keep(nullptr, *m_profiles.find(name), this,
            [this, name, left, save](const Result<void> &kept) {
                if (!kept) {
                    Q_EMIT missing(
                        tr("%1 holds secret values in plain text, and the keychain does not store "
                           "them: %2 They are removed from the file the next time the server list "
                           "is saved.")
                            .arg(m_profiles.path(), kept.error().sentence));
                    return;
                }
                left->removeOne(name);
                if (!left->isEmpty())
                    return;
                if (const auto stored = save(); !stored)
                    Q_EMIT missing(stored.error().sentence);
                else
                    Q_EMIT moved(tr("Secret values were moved from %1 into the keychain.")
                                     .arg(m_profiles.path()));
            });
    }
}

void SecretKeeper::keep(const config::Profile *old, const config::Profile &profile)
{
    if (!setup::ProfileSecrets::any(profile) && (!old || !setup::ProfileSecrets::any(*old)))
        return;
    const auto inMemory = [this, name = profile.name](const QString &why) {
        Q_EMIT missing(tr("The secret values of “%1” are kept in memory for this run only: %2")
                           .arg(name, why));
    };
    if (!m_hasKeychain && setup::ProfileSecrets::any(profile))
        inMemory(tr("Sonde runs without a keychain."));
    m_secrets.keep(
        old, profile, this, [this, inMemory, name = profile.name](const Result<void> &kept) {
            if (kept)
                return;
            if (kept.error().code != auth::kNoResponseYet)
                return inMemory(kept.error().sentence);
            m_unanswered << name;
            Q_EMIT missing(tr("The secret values of “%1” are kept in memory until the keychain "
                              "responds. If it asks for its password, enter it.")
                               .arg(name));
        });
}

// The keychain has responded to everything that it was given, after all.
void SecretKeeper::keptLate(bool good)
{
    for (const QString &name : std::exchange(m_unanswered, {})) {
        if (good)
            Q_EMIT moved(
                tr("The keychain responded: it stores the secret values of “%1”.").arg(name));
        else
            Q_EMIT missing(tr("The keychain did not store the secret values of “%1”, so they are "
                              "kept in memory for this run only.")
                               .arg(name));
    }
}

void SecretKeeper::fetch(const QString &name, const Fetched &then)
{
    const config::Profile *profile = m_profiles.find(name);
    if (!profile || !setup::ProfileSecrets::missing(*profile))
        return then({});
    m_secrets.fill(*profile, this, [this, name, then](const Result<config::Profile> &filled) {
        // A profile that changed in the meantime is newer. Neither JSON text has secrets.
        const config::Profile *known = m_profiles.find(name);
        if (known && filled && config::profileToJson(*known) == config::profileToJson(*filled))
            m_profiles.replace(name, *filled);
        then(filled ? Result<void>() : Result<void>(filled.error()));
    });
}

void SecretKeeper::drop(const config::Profile &profile)
{
    m_secrets.drop(profile);
}

} // namespace sonde::app
