// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/storagetexts.h"

#include "widgets/kit/frame/widgettext.h"

namespace sonde::widgets {

QString variableStorageText(SecretStorage storage)
{
    return storage == SecretStorage::Keychain
        ? Text::tr("Secret values of variables are stored in the keychain, the other values in a "
                   "file that only you can read. No value is ever recorded.")
        : Text::tr(
            "Sonde runs without a keychain: secret values of variables are kept in memory for "
            "this run only, and you enter them again in the next one. The other values are "
            "stored in a file that only you can read. No value is ever recorded.");
}

QString headerStorageText(SecretStorage storage)
{
    return storage == SecretStorage::Keychain
        ? Text::tr(
            "Secret header values and the proxy password are stored in the keychain, redacted "
            "wherever they are shown, and never recorded. The other settings are stored in a "
            "file that only you can read.")
        : Text::tr(
            "Sonde runs without a keychain: secret header values and the proxy password are "
            "kept in memory for this run only, and you enter them again in the next one. They "
            "are redacted wherever they are shown, and never recorded. The other settings are "
            "stored in a file that only you can read.");
}

} // namespace sonde::widgets
