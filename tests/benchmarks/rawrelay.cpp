// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The floor under every tap: passes bytes on between two pairs of pipes, and does nothing else.
//   rawrelay PROGRAM…

#include <array>
#include <cstdlib>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// Returns false at the end.
bool pass(int from, int to)
{
    static std::array<char, 1 << 16> buffer;
    const ssize_t size = read(from, buffer.data(), buffer.size());
    for (ssize_t done = 0; done < size;) {
        const ssize_t written = write(to, buffer.data() + done, std::size_t(size - done));
        if (written < 0)
            return false;
        done += written;
    }
    return size > 0;
}

} // namespace

int main(int argc, char **argv)
{
    int down[2];
    int up[2];
    if (argc < 2 || pipe(down) != 0 || pipe(up) != 0)
        return 1;
    if (fork() == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        for (const int fd : {down[0], down[1], up[0], up[1]})
            close(fd);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    std::array<pollfd, 2> entries{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{up[0], POLLIN, 0}};
    while (entries[1].fd >= 0 && poll(entries.data(), entries.size(), -1) > 0) {
        if (entries[0].revents != 0 && !pass(STDIN_FILENO, down[1])) {
            close(down[1]);
            entries[0].fd = -1;
        }
        if (entries[1].revents != 0 && !pass(up[0], STDOUT_FILENO))
            entries[1].fd = -1;
    }
    int status = 0;
    wait(&status);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
