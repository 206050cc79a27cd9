// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs a program several times, its output thrown away: the median time from exec to its end, and
// the most memory that it, or a program it waited for, ever held.
//   measureprogram NAME REPEAT PROGRAM…

#include "workload.h"

#include <cstdlib>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 4) {
        std::fputs("usage: measureprogram NAME REPEAT PROGRAM…\n", stderr);
        return 1;
    }
    long mostMemory = 0;
    bool failed = false;
    const auto runOnce = [&] {
        const pid_t child = fork();
        if (child == 0) {
            const int nowhere = open("/dev/null", O_RDWR);
            dup2(nowhere, STDIN_FILENO);
            dup2(nowhere, STDOUT_FILENO);
            execvp(argv[3], argv + 3);
            _exit(127);
        }
        int status = 0;
        rusage usage{};
        wait4(child, &status, 0, &usage);
        mostMemory = std::max(mostMemory, usage.ru_maxrss);
        failed = failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    };
    runOnce(); // reads the files into the cache
    const Timing ms = timed(std::max(1, std::atoi(argv[2])), runOnce);
    std::printf("{\"client\":\"program\",\"what\":\"%s\",\"ms\":%.2f,\"least\":%.2f,\"most\":%.2f,"
                "\"megabytes\":%.1f,\"failed\":%s}\n",
        argv[1], ms.median, ms.least, ms.most, double(mostMemory) / 1024,
        failed ? "true" : "false");
}
