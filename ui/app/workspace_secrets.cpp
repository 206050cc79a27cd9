// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where secret values of profiles are when they are not in memory.

#include "app/authorizations.h"
#include "app/profilesecrets.h"
#include "app/workspace.h"
#include "config/profilejson.h"

namespace sonde::app {

// Moves the secrets from a file of an earlier version into the keychain. The file is unchanged
// until the keychain stores all of them.
void Workspace::moveSecrets()
{
    const auto left = std::make_shared<QStringList>(m_profiles.withSecretsInFile());
    for (const QString &name : QStringList(*left)) {
        if (!m_places.keychain) {
            Q_EMIT secretsMissing(tr(
                "%1 holds secret values in plain text, because Sonde runs without a keychain. They "
                "are removed from the file the next time the server list is saved.")
                                      .arg(m_profiles.path()));
            return;
        }
        m_secrets->keep(
            nullptr, *m_profiles.find(name), this, [this, name, left](const Result<void> &kept) {
                if (!kept) {
                    Q_EMIT secretsMissing(
                        tr("%1 holds secret values in plain text, and the keychain does not store "
                           "them: %2 They are removed from the file the next time the server list "
                           "is saved.")
                            .arg(m_profiles.path(), kept.error().sentence));
                    return;
                }
                left->removeOne(name);
                if (!left->isEmpty())
                    return;
                if (const auto stored = store(); !stored)
                    Q_EMIT secretsMissing(stored.error().sentence);
                else
                    Q_EMIT secretsMoved(tr("Secret values were moved from %1 into the keychain.")
                                            .arg(m_profiles.path()));
            });
    }
}

void Workspace::keepSecrets(const config::Profile *old, config::Profile &profile)
{
    m_authorizations->keepSecrets(profile);
    if (!ProfileSecrets::any(profile) && (!old || !ProfileSecrets::any(*old)))
        return;
    const auto inMemory = [this, name = profile.name](const QString &why) {
        Q_EMIT secretsMissing(
            tr("The secret values of %1 are kept in memory for this run only: %2").arg(name, why));
    };
    if (!m_places.keychain && ProfileSecrets::any(profile))
        inMemory(tr("Sonde runs without a keychain."));
    m_secrets->keep(old, profile, this, [inMemory](const Result<void> &kept) {
        if (!kept)
            inMemory(kept.error().sentence);
    });
}

void Workspace::fetchSecrets(const QString &name, std::function<void()> then)
{
    const config::Profile *profile = m_profiles.find(name);
    if (!profile || !ProfileSecrets::missing(*profile))
        return then();
    m_secrets->fill(*profile, this,
        [this, name, then = std::move(then)](const Result<config::Profile> &filled) {
            // A profile that changed in the meantime is newer. Neither JSON text has secrets.
            const config::Profile *known = m_profiles.find(name);
            if (known && filled && config::profileToJson(*known) == config::profileToJson(*filled))
                m_profiles.replace(name, *filled);
            else if (!filled)
                Q_EMIT secretsMissing(filled.error().sentence);
            then();
        });
}

} // namespace sonde::app
