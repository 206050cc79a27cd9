// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/filereplacement.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonde::platform {

// POSIX has no call for access lists and extended attributes.
bool copyOwnership(int from, int to)
{
    struct stat wanted { };
    struct stat found { };
    if (::fstat(from, &wanted) != 0 || ::fstat(to, &found) != 0)
        return false;
    const bool isSame = wanted.st_uid == found.st_uid && wanted.st_gid == found.st_gid;
    return isSame || ::fchown(to, wanted.st_uid, wanted.st_gid) == 0;
}

// flock() is not in POSIX, but every BSD, macOS and Linux have it.
int lockFolder(const char *path)
{
    const int descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return descriptor;
    const int failure = errno;
    ::close(descriptor);
    errno = failure;
    return -1;
}

} // namespace sonde::platform
