// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/findingtable.h"

#include <QtGlobal>

namespace sonde::doctor {

namespace {

// In those of stderr, %1 is the line.
constexpr FindingRow kRows[]{
    {Kind::NpmBadEngine, Level::Failure, "npm-bad-engine",
        QT_TRANSLATE_NOOP("Doctor", "The package does not support this version of node: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Install the version of node that the package asks for.")},
    {Kind::ModuleKind, Level::Failure, "module-kind",
        QT_TRANSLATE_NOOP(
            "Doctor", "The script is written for the other kind of JavaScript modules: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Name the file .mjs or set \"type\": \"module\" in package.json for import; name it "
            ".cjs for require.")},
    {Kind::ScriptSyntax, Level::Failure, "script-syntax",
        QT_TRANSLATE_NOOP("Doctor", "The interpreter cannot read the script: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Correct the line, or use a newer version of the interpreter: older ones do not know "
            "newer syntax.")},
    {Kind::PackageUnknown, Level::Failure, "package-unknown",
        QT_TRANSLATE_NOOP("Doctor", "The package does not exist in the registry: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Correct the name of the package or its version.")},
    {Kind::CacheBroken, Level::Failure, "cache-broken",
        QT_TRANSLATE_NOOP("Doctor", "The cache of npx or uvx is broken: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Delete the folder that the line names, below ~/.npm/_npx. The next start downloads "
            "the package again.")},
    {Kind::CacheDenied, Level::Failure, "cache-denied",
        QT_TRANSLATE_NOOP("Doctor", "The cache of npm cannot be written: %1"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Give the folder ~/.npm back to your user: sudo chown -R $USER ~/.npm.")},
    {Kind::LibraryMissing, Level::Failure, "library-missing",
        QT_TRANSLATE_NOOP("Doctor", "A shared library is missing: %1"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Install the package of the system that contains the library.")},
    {Kind::LibraryTooOld, Level::Failure, "library-too-old",
        QT_TRANSLATE_NOOP("Doctor", "The program was built for a newer system: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Use a build for this system, or build it here.")},
    {Kind::PortHeldByCopy, Level::Failure, "port-held-by-copy",
        QT_TRANSLATE_NOOP("Doctor",
            "Port %2 is in use by a process of an earlier start with the same command line: pid "
            "%3, running since %4, “%5”. The server reports: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "End it with the command kill %3, and start the server again. If Sonde or a host is "
            "still connected to it, disconnect there instead.")},
    {Kind::PortHeldByOther, Level::Failure, "port-held-by-other",
        QT_TRANSLATE_NOOP("Doctor",
            "Port %2 is in use by another program: pid %3, running since %4, “%5”. The server "
            "reports: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Choose another port for this server, or end that program with the command kill %3.")},
    {Kind::PortUsed, Level::Failure, "port-used",
        QT_TRANSLATE_NOOP(
            "Doctor", "A port that the server needs is in use, often by an older copy of it: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "End the program that uses the port (ss -ltnp shows it), or choose another port.")},
    {Kind::DockerDaemon, Level::Failure, "docker-daemon",
        QT_TRANSLATE_NOOP("Doctor", "Docker does not run, or you may not use it: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Start Docker, or add your user to the group docker.")},
    {Kind::ImageUnknown, Level::Failure, "image-unknown",
        QT_TRANSLATE_NOOP("Doctor", "The image cannot be loaded: %1"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Correct the name of the image, log in to its registry, or build it first.")},
    {Kind::NeedsTerminal, Level::Failure, "needs-terminal",
        QT_TRANSLATE_NOOP("Doctor", "The command wants a terminal, and a host gives none: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Remove the option that asks for a terminal (-t, --tty).")},
    {Kind::StderrEncoding, Level::Failure, "text-encoding",
        QT_TRANSLATE_NOOP("Doctor", "The server cannot write a character in its text encoding: %1"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Set PYTHONUTF8=1 in the environment of the server: the protocol is UTF-8.")},
    {Kind::AuthorityUnknownToServer, Level::Failure, "authority-unknown-to-server",
        QT_TRANSLATE_NOOP("Doctor",
            "The server does not trust a certificate, often one of a company's proxy: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Set NODE_EXTRA_CA_CERTS (node) or SSL_CERT_FILE (Python) to the file of the "
            "authority, in the environment of the server.")},
    {Kind::VariableDemanded, Level::Failure, "variable-demanded",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server ends because a variable or a setting is missing: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Set it in the environment of the server: hosts do not pass on what is set in your "
            "shell.")},
    {Kind::ModuleMissing, Level::Failure, "module-missing",
        QT_TRANSLATE_NOOP("Doctor", "A file or module of the server is missing: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Run npm install and the build in the folder of the server, or correct the path.")},
    {Kind::PythonModuleMissing, Level::Failure, "python-module-missing",
        QT_TRANSLATE_NOOP("Doctor", "A Python module is missing: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Use the Python of the server's virtual environment, or start it with uv run.")},
    {Kind::NameUnresolvedByServer, Level::Failure, "name-unresolved-by-server",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server, or its package manager, cannot resolve a host name: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Check the network, and the proxy variables in the environment of the server.")},
    {Kind::RefusedToServer, Level::Failure, "refused-to-server",
        QT_TRANSLATE_NOOP("Doctor", "The server cannot reach something that it needs: %1"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Start what listens at the address in the line, or correct the address.")},
    {Kind::LockHeldByCopy, Level::Failure, "lock-held-by-copy",
        QT_TRANSLATE_NOOP("Doctor",
            "A process of an earlier start with the same command line holds the lock on %2: pid "
            "%3, running since %4, “%5”. The server reports: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "End it with the command kill %3, and start the server again. If Sonde or a host is "
            "still connected to it, disconnect there instead.")},
    {Kind::LockHeldByOther, Level::Failure, "lock-held-by-other",
        QT_TRANSLATE_NOOP("Doctor",
            "Another program holds the lock on %2: pid %3, running since %4, “%5”. The server "
            "reports: %1"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Close the file in that program, or give this server a file of its own.")},
    {Kind::LockHeldBySeveral, Level::Failure, "lock-held-by-several",
        QT_TRANSLATE_NOOP(
            "Doctor", "Several processes hold locks on %2: %3. The server reports: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "End those of earlier starts with the command kill, and close the file in the other "
            "programs. If Sonde or a host is still connected to one, disconnect there instead.")},
    {Kind::LockStale, Level::Failure, "lock-stale",
        QT_TRANSLATE_NOOP("Doctor",
            "%2 says that process %3 is running, and it is not: an earlier start did not remove "
            "the file. The server reports: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Delete %2 if no program in another container or on another machine uses it, and "
            "start the server again.")},
    {Kind::LockNumberReused, Level::Failure, "lock-number-reused",
        QT_TRANSLATE_NOOP("Doctor",
            "%2 says that process %3 is running, but the program with this number was started "
            "after the file was written (%4, “%5”): an earlier start did not remove the file. The "
            "server reports: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "Delete %2 if no program in another container or on another machine uses it, and "
            "start the server again.")},
    {Kind::DatabaseLocked, Level::Failure, "database-locked",
        QT_TRANSLATE_NOOP(
            "Doctor", "Another process holds a lock, often an older copy of the server: %1"),
        QT_TRANSLATE_NOOP("Doctor", "End the other process.")},
    {Kind::PermissionDenied, Level::Failure, "permission-denied",
        QT_TRANSLATE_NOOP("Doctor", "The server may not use a file: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Change the permissions of the file, or the path.")},
    {Kind::OutOfMemory, Level::Failure, "out-of-memory",
        QT_TRANSLATE_NOOP("Doctor", "Memory ran out: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Raise the limit (node --max-old-space-size), or load less.")},
    {Kind::UnknownOption, Level::Failure, "unknown-option",
        QT_TRANSLATE_NOOP("Doctor", "The program does not accept its arguments: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Correct the arguments. The program's --help lists them.")},
    {Kind::HeaderFraming, Level::Failure, "header-framing",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server writes Content-Length headers, as language servers do."),
        QT_TRANSLATE_NOOP("Doctor", "Write each message as one line that ends with LF.")},
    {Kind::BrokenLines, Level::Failure, "broken-lines",
        QT_TRANSLATE_NOOP("Doctor", "The server spreads a message over several lines (%1)."),
        QT_TRANSLATE_NOOP("Doctor", "Write each message as one line, without line breaks inside.")},
    {Kind::OutputEncoding, Level::Failure, "output-encoding",
        QT_TRANSLATE_NOOP("Doctor", "Standard output has bytes that are not UTF-8, from byte %1."),
        QT_TRANSLATE_NOOP("Doctor",
            "Write UTF-8. In Python, set PYTHONUTF8=1 in the environment of the server.")},
    {Kind::ForeignOutput, Level::Failure, "foreign-output",
        QT_TRANSLATE_NOOP("Doctor",
            "The server prints text on standard output before its first response (lines: %1): "
            "“%2”"),
        QT_TRANSLATE_NOOP("Doctor",
            "Print it to standard error (console.error, print(…, file=sys.stderr)). Standard "
            "output is reserved for messages.")},
    {Kind::NoLineEnd, Level::Failure, "no-line-end",
        QT_TRANSLATE_NOOP(
            "Doctor", "The response has no line end, so no client knows that it is complete."),
        QT_TRANSLATE_NOOP("Doctor", "End each message with LF, and flush.")},
    {Kind::WrongId, Level::Failure, "wrong-id",
        QT_TRANSLATE_NOOP("Doctor", "The response has the id %1, and the request had %2."),
        QT_TRANSLATE_NOOP("Doctor", "Return the id of the request unchanged, with its type.")},
    {Kind::NotProtocol, Level::Failure, "not-protocol",
        QT_TRANSLATE_NOOP("Doctor", "Standard output has JSON that is no message: %1"),
        QT_TRANSLATE_NOOP("Doctor",
            "A message has \"jsonrpc\": \"2.0\" and an id, a method, a result or an error.")},
    {Kind::InitializeRefused, Level::Failure, "initialize-refused",
        QT_TRANSLATE_NOOP("Doctor", "The server answers initialize with error %1: %2"),
        QT_TRANSLATE_NOOP("Doctor", "The message says what it lacks. Its log may say more.")},
    {Kind::ReportedOnStderr, Level::Failure, "reported-on-stderr",
        QT_TRANSLATE_NOOP("Doctor", "The server ended after %1 with %2. Its last words: “%3”"),
        QT_TRANSLATE_NOOP("Doctor", "The last lines of standard error say why.")},
    {Kind::KilledBySignal, Level::Failure, "killed-by-signal",
        QT_TRANSLATE_NOOP("Doctor", "The server was killed by %1 after %2."),
        QT_TRANSLATE_NOOP("Doctor",
            "SIGKILL often means that memory ran out; SIGSEGV and SIGABRT are faults of the "
            "program.")},
    {Kind::EndedAtOnce, Level::Failure, "ended-at-once",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server ended after %1 with %2, without a word on standard error."),
        QT_TRANSLATE_NOOP("Doctor",
            "Is this the right program, and does it serve on standard input without another "
            "argument, such as --stdio?")},
    {Kind::CannotStart, Level::Failure, "cannot-start",
        QT_TRANSLATE_NOOP("Doctor", "The program cannot be started: %1"),
        QT_TRANSLATE_NOOP("Doctor", "Start it in a terminal to see more.")},
    {Kind::OutputClosed, Level::Failure, "output-closed",
        QT_TRANSLATE_NOOP("Doctor", "The server closed its standard output, but went on running."),
        QT_TRANSLATE_NOOP("Doctor",
            "Keep standard output open until standard input ends. A program that starts itself "
            "in the background is no stdio server.")},
    {Kind::InputUnread, Level::Failure, "input-unread",
        QT_TRANSLATE_NOOP("Doctor",
            "The server does not read its standard input: %1 were accepted, and nothing more."),
        QT_TRANSLATE_NOOP("Doctor",
            "It may listen on a port, or wait for something else. Start it in its stdio mode.")},
    {Kind::Buffered, Level::Failure, "output-buffered",
        QT_TRANSLATE_NOOP("Doctor",
            "The response came only when standard input was closed: the server does not flush "
            "its output."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Flush after each message. In Python, set PYTHONUNBUFFERED=1.")},
    {Kind::StillDownloading, Level::Failure, "still-downloading",
        QT_TRANSLATE_NOOP("Doctor", "After %2, %1 was still downloading or starting the server."),
        QT_TRANSLATE_NOOP("Doctor",
            "Start it once in a terminal, so that the package is in the cache, or raise the "
            "timeout.")},
    {Kind::Silent, Level::Failure, "silent",
        QT_TRANSLATE_NOOP("Doctor", "The server reads its input, but sent no response within %1."),
        QT_TRANSLATE_NOOP("Doctor",
            "Raise the timeout if it starts slowly. If not, is it an MCP server, in its stdio "
            "mode?")},
    {Kind::EndsAfterInitialize, Level::Failure, "ends-after-initialize",
        QT_TRANSLATE_NOOP("Doctor", "The server answered initialize, and then ended with %1."),
        QT_TRANSLATE_NOOP("Doctor", "The last lines of standard error may say why.")},
    {Kind::SlowStart, Level::Warning, "slow-start",
        QT_TRANSLATE_NOOP("Doctor", "The first response took %1. Some hosts wait only 10 s."),
        QT_TRANSLATE_NOOP("Doctor",
            "Install the package instead of downloading it at each start, or raise the timeout "
            "of the host.")},
    {Kind::ForeignOutputLate, Level::Warning, "foreign-output-late",
        QT_TRANSLATE_NOOP("Doctor",
            "The server prints text on standard output after its first response (lines: %1): "
            "“%2”"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Print it to standard error. Strict hosts disconnect at such a line.")},
    {Kind::EndsByForce, Level::Warning, "ends-by-force",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server did not end when its input was closed; it took %1."),
        QT_TRANSLATE_NOOP(
            "Doctor", "End when standard input ends: some hosts leave such servers running.")},
    {Kind::EndsWithError, Level::Warning, "ends-with-error",
        QT_TRANSLATE_NOOP("Doctor", "When its input was closed, the server ended with %1."),
        QT_TRANSLATE_NOOP("Doctor", "End with exit code 0 when standard input ends.")},
};

} // namespace

std::span<const FindingRow> outputFindings()
{
    return kRows;
}

} // namespace sonde::doctor
