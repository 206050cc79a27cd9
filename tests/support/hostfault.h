// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"
#include "support/faultcount.h"
#include "support/faultprogram.h"

#include <functional>

// Servers that work here, and not in a host of this machine, for the connection doctor.
namespace sonde::test {

struct HostFault {
    const char *name;
    const char *cause;
    QString words; // in the sentence
    std::function<config::Profile(const FaultFolder &, ChosenPaths &)> prepare;
};

// The entry of a server in a map, under that name.
inline QByteArray entryOf(const config::Profile &server, const QByteArray &more = {})
{
    QStringList arguments;
    for (const QString &argument : server.arguments)
        arguments << u'"' + argument + u'"';
    return R"("tide":{"command":")" + server.program.toUtf8() + R"(","args":[)"
        + arguments.join(u',').toUtf8() + ']' + more + '}';
}

inline QByteArray inServers(const QByteArray &container, const QByteArray &entries)
{
    return R"({")" + container + R"(":{)" + entries + "}}";
}

inline config::Profile demo(const QStringList &arguments = {})
{
    return program(kDemo, arguments);
}

// A server with that many tools, or with one tool of that name.
inline config::Profile offering(const FaultFolder &folder, int count, const QByteArray &name)
{
    return node(folder,
        "const tools = Array.from({ length: " + QByteArray::number(count)
            + " }, (_, i) => ({ name: '" + name
            + "' + (i || ''), inputSchema: { type: 'object', properties: {} } }));\n"
            + serving("result.capabilities = { tools: {} };\nif (request.method === 'tools/list') "
                      "response.result = { tools };\nsend(response);"));
}

// The folder of a project, in which the server is started.
inline config::Profile inProject(const FaultFolder &folder, config::Profile server)
{
    QDir().mkpath(folder.path(QStringLiteral("project")));
    server.workingDirectory = folder.path(QStringLiteral("project"));
    return server;
}

// The verdict must name the cause in the host, why, and what to do.
inline void compareInHost(const HostFault &fault, FaultCount &count)
{
    const QByteArray path = qgetenv("PATH");
    const FaultFolder folder;
    const auto machine = machineOf(folder);
    QString report;
    const doctor::Verdict verdict =
        examine(fault.prepare(folder, *machine), kUsual, machine, &report);
    qputenv("PATH", path);
    const QString here = verdict.cause ? QStringLiteral("here: ") + causeOf(verdict) : QString();
    const QString cause = verdict.inHost ? doctor::kindId(verdict.inHost->kind) : here;
    QVERIFY2(count.add(QLatin1String(fault.cause), cause), qPrintable(cause + u'\n' + report));
    QVERIFY2(verdict.sentence().startsWith(u"The server works here, but not in every host: "),
        qPrintable(verdict.sentence()));
    QVERIFY2(verdict.sentence().contains(fault.words), qPrintable(verdict.sentence()));
    QVERIFY(!verdict.whatToDo().isEmpty() && !verdict.whatToDo().contains(u'%'));
    // What follows from the cause is no cause of its own.
    for (const doctor::DoctorFinding &other : verdict.others)
        QVERIFY2(other.kind != doctor::Kind::HostStartFails, qPrintable(report));
}

} // namespace sonde::test
