// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/commandkeychain.h"

#include "auth/store/latekeychain.h"
#include "cli/output/clitr.h"
#include "cli/output/output.h"

#include <unistd.h>

namespace sonde::cli {

std::unique_ptr<auth::TokenStore> makeCommandKeychain()
{
    const bool isSeen = ::isatty(STDERR_FILENO) == 1;
    auto keychain = std::make_unique<auth::LateKeychain>(
        isSeen ? auth::kKeychainPromptPatience : auth::kKeychainPatience);
    if (isSeen)
        QObject::connect(
            keychain.get(), &auth::TokenStore::waiting, keychain.get(),
            [] {
                Output(STDERR_FILENO)
                    .note(Text::tr("The keychain has not responded yet. It may be asking for its "
                                   "password in a window."));
            },
            Qt::SingleShotConnection);
    return keychain;
}

} // namespace sonde::cli
