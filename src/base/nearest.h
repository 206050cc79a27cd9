// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace sonde {

// The candidate a person most probably meant by a mistyped word, or nothing when none is close.
QString nearest(QStringView word, const QStringList &candidates);

} // namespace sonde
