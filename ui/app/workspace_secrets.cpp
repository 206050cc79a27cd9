// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the values of secret headers are when they are not in memory.

#include "app/authorizations.h"
#include "app/headersecrets.h"
#include "app/workspace.h"

namespace sonde::app {

// Out of a file of an earlier version. It stays as it is until the keychain has them all.
void Workspace::moveSecrets()
{
    const auto left = std::make_shared<QStringList>(m_profiles.withSecretsInFile());
    for (const QString &name : QStringList(*left)) {
        if (!m_places.keychain) {
            Q_EMIT secretsMissing(
                tr("Values of secret headers are in the clear in %1, because Sonde runs without a "
                   "keychain. They leave it when the list of servers is next saved.")
                    .arg(m_profiles.path()));
            return;
        }
        m_secrets->keep(
            nullptr, *m_profiles.find(name), this, [this, name, left](const Result<void> &kept) {
                if (!kept) {
                    Q_EMIT secretsMissing(
                        tr("Values of secret headers are in the clear in %1, and the keychain does "
                           "not take them: %2 They leave the file when the list of servers is next "
                           "saved.")
                            .arg(m_profiles.path(), kept.error().sentence));
                    return;
                }
                left->removeOne(name);
                if (!left->isEmpty())
                    return;
                if (const auto stored = store(); !stored)
                    Q_EMIT secretsMissing(stored.error().sentence);
                else
                    Q_EMIT secretsMoved(tr("Values of secret headers are now in the keychain, and "
                                           "no longer in %1.")
                                            .arg(m_profiles.path()));
            });
    }
}

void Workspace::keepSecrets(const config::Profile *old, config::Profile &profile)
{
    m_authorizations->keepSecrets(profile);
    if (!HeaderSecrets::any(profile) && (!old || !HeaderSecrets::any(*old)))
        return;
    const auto inMemory = [this, name = profile.name](const QString &why) {
        Q_EMIT secretsMissing(tr("The values of secret headers of %1 are kept in memory only, and "
                                 "gone when Sonde ends: %2")
                                  .arg(name, why));
    };
    if (!m_places.keychain && HeaderSecrets::any(profile))
        inMemory(tr("it runs without a keychain."));
    m_secrets->keep(old, profile, this, [inMemory](const Result<void> &kept) {
        if (!kept)
            inMemory(kept.error().sentence);
    });
}

void Workspace::fetchSecrets(const QString &name, std::function<void()> then)
{
    const config::Profile *profile = m_profiles.find(name);
    if (!profile || !HeaderSecrets::missing(*profile))
        return then();
    m_secrets->fill(*profile, this,
        [this, name, then = std::move(then)](const Result<HeaderSecrets::Headers> &filled) {
            const config::Profile *known = m_profiles.find(name);
            if (known && known->http && filled) {
                config::Profile whole = *known;
                whole.http->headers = *filled;
                m_profiles.replace(name, whole);
            } else if (!filled) {
                Q_EMIT secretsMissing(filled.error().sentence);
            }
            then();
        });
}

} // namespace sonde::app
