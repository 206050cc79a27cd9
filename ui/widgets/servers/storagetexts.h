// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/table/secretstorage.h"

#include <QString>

namespace sonde::widgets {

// Where the secrets on two pages of a server's settings are stored, in sentences.
QString variableStorageText(SecretStorage storage);
QString headerStorageText(SecretStorage storage);

} // namespace sonde::widgets
