// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/filereplacement.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

constexpr char kAccessList[] = "system.posix_acl_access"; // acl(5)

bool giveOwner(int from, int to)
{
    struct stat wanted { };
    struct stat found { };
    if (::fstat(from, &wanted) != 0 || ::fstat(to, &found) != 0)
        return false;
    const bool isSame = wanted.st_uid == found.st_uid && wanted.st_gid == found.st_gid;
    return isSame || ::fchown(to, wanted.st_uid, wanted.st_gid) == 0;
}

// The value of an attribute, of which the kernel allows 64 KiB (xattr(7)).
bool copyAttribute(int from, int to, const char *name)
{
    std::vector<char> value(64 * 1024);
    const ssize_t size = ::fgetxattr(from, name, value.data(), value.size());
    return size >= 0 && ::fsetxattr(to, name, value.data(), std::size_t(size), 0) == 0;
}

// What only the system sets, such as labels, is not given by everyone.
bool copyAttributes(int from, int to)
{
    std::string names(64 * 1024, '\0');
    const ssize_t size = ::flistxattr(from, names.data(), names.size());
    bool hasList = false;
    for (ssize_t at = 0; at < size; at += ssize_t(std::strlen(names.data() + at)) + 1) {
        const char *const name = names.data() + at;
        const bool isList = std::strcmp(name, kAccessList) == 0;
        if (!copyAttribute(from, to, name) && isList)
            return false;
        hasList = hasList || isList;
    }
    if (!hasList)
        ::fremovexattr(to, kAccessList); // that of the folder
    return true;
}

} // namespace

bool copyOwnership(int from, int to)
{
    return giveOwner(from, to) && copyAttributes(from, to);
}

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
