// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::watch {

// The file that exists while git writes the files of the repository that an absolute folder is in:
// of a checkout, a merge, a stash. In a linked work tree or a submodule, .git is a file that names
// the folder of the lock (gitrepository-layout(5)). Empty: the folder is in no repository.
QString gitLockOf(const QString &folder);

} // namespace sonde::watch
