// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "json/value.h"

#include <QByteArray>
#include <QString>

namespace sonde::test {

// Whether what a server gave for a file of a skill is what the skill's entry in skills/list says of
// it (SEP-2640, integrity and verification): its size, its digest, and of the skill's own file
// every field of the front matter. Front matter that is more than lines of `name: text` is not
// understood and so not accepted. The error (Domain::Protocol) says what differs.
Result<void> checkSkillFile(const json::Value &entry, const QString &uri, const QByteArray &file);

} // namespace sonde::test
