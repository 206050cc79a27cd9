// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldplace.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "tap/announce/tapsfolder.h"
#include "tap/announce/tapsocket.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringBuilder>

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace sonde::cli {

namespace {

constexpr QLatin1String kEnding(".sock");
constexpr QLatin1String kLockEnding(".lock");
constexpr qsizetype kMaxNames = 20; // in a sentence

Result<void> makeHeldFolder()
{
    const QString folder = heldFolder();
    if (tap::makeTapsFolder(folder))
        return {};
    return usageError(
        Text::tr("The folder %1 cannot be used. It must belong to you and be closed to others.")
            .arg(folder));
}

Result<void> checkHeldName(const QString &name)
{
    static const QRegularExpression good(QStringLiteral("\\A[A-Za-z0-9_][A-Za-z0-9._-]{0,39}\\z"));
    if (good.match(name).hasMatch())
        return {};
    return usageError(
        Text::tr("%1 cannot be the name of an open server. Use up to 40 letters, digits, “.”, “_” "
                 "and “-”.")
            .arg(quotedWord(name)));
}

} // namespace

QString heldFolder()
{
    return QFileInfo(tap::tapsFolder()).absolutePath() % QStringLiteral("/held");
}

QString heldPath(const QString &name)
{
    return heldFolder() % u'/' % name % kEnding;
}

QStringList heldNames()
{
    QStringList names;
    const QStringList files =
        QDir(heldFolder()).entryList({QString(u'*' % kEnding)}, QDir::System, QDir::Name);
    for (const QString &file : files) {
        const QString name = file.chopped(kEnding.size());
        const Result<tap::Inlet> socket = tap::connectToOwn(heldPath(name));
        if (socket || socket.error().code != ECONNREFUSED) // or it is busy
            names += name;
    }
    return names;
}

Result<tap::Inlet> connectToHeld(const QString &name)
{
    if (Result<void> good = checkHeldName(name); !good)
        return good.error();
    Result<tap::Inlet> socket = tap::connectToOwn(heldPath(name));
    if (socket)
        return socket;
    const int code = socket.error().code;
    if (code != ENOENT && code != ECONNREFUSED)
        return noResponseOf(name);
    const QStringList names = heldNames();
    const QString there = names.isEmpty()
        ? Text::tr("None is open. Open one with sonde-cli open --as NAME -- PROGRAM.")
        : Text::tr("The open servers are %1.").arg(listText(names.mid(0, kMaxNames)));
    return usageError(
        joinSentences({Text::tr("There is no open server %1.").arg(quotedWord(name)), there}));
}

Error noResponseOf(const QString &name)
{
    return {.domain = Domain::Process,
        .sentence = Text::tr("The process that keeps %1 open does not respond.").arg(name)};
}

Result<tap::Inlet> lockHeldName(const QString &name)
{
    if (Result<void> good = checkHeldName(name); !good)
        return good.error();
    if (Result<void> made = makeHeldFolder(); !made)
        return made.error();
    const QByteArray path = QFile::encodeName(heldFolder() % u'/' % name % kLockEnding);
    tap::Inlet file(
        ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    if (file.isOpen() && ::flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0)
        return file;
    return usageError(Text::tr("A server named %1 is open already. Close it with sonde-cli close "
                               "%1, or choose another name.")
                          .arg(name));
}

} // namespace sonde::cli
