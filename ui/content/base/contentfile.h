// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"

namespace sonde::content {

// A file name for a content: its name or the end of its URI, with the ending of its type. Never a
// path, a hidden file, a name that a system reserves, or more than 100 characters, whatever the
// server called it.
QString contentFileName(const Content &content, const QString &mediaType);

// Writes all of it or nothing. Gives what went wrong, empty when nothing did.
QString writeContentFile(const QString &path, const Bytes &bytes);

} // namespace sonde::content
