// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldplace.h"
#include "cli/held/heldsocket.h"
#include "cli/held/keeperquestion.h"
#include "cli/options/commandtable.h"
#include "cli/options/line.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/usageerror.h"

#include <array>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

// Until the keeper has closed the socket: the server has ended then.
void waitForEnd(int socket)
{
    std::array<char, 4096> ignored;
    while (waitFor(socket, POLLIN)) {
        const ssize_t count = ::read(socket, ignored.data(), ignored.size());
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
            return;
    }
}

Result<int> runClose(const Line &line, Output &out, Output &err)
{
    const QString name = decodedWord(line.arguments().front());
    const Result<tap::Inlet> socket = connectToHeld(name);
    if (!socket)
        return failWithout(socket.error(), err);
    if (const auto reply = askKeeper(name, *socket, keeper::kClose, "{}"); !reply)
        return failWithout(reply.error(), err);
    waitForEnd(socket->descriptor());
    out.write(QString(Text::tr("%1 is closed.").arg(name) + u'\n'));
    return int(kFine);
}

} // namespace

CommandRow closeCommand()
{
    return {
        .words = QLatin1String("close"),
        .commands = Command::Close,
        .usage = u"close NAME",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "ends a server that open keeps running"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Stops the server that sonde-cli open --as NAME keeps running, and waits until it has "
            "ended. Commands that use it fail."),
        .examples = u"sonde-cli open --as weather -- sonde-demo-server\n"
                    "sonde-cli close weather",
        .most = 1,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“close” needs the name of an open server. open --list shows the names."))},
        .run = runClose,
    };
}

} // namespace sonde::cli
