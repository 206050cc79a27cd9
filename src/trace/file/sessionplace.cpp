// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/sessionplace.h"

#include <QStandardPaths>

namespace sonde::trace {

QString userSessionsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/sonde/sessions");
}

} // namespace sonde::trace
