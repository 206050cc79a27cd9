// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/attachcommands.h"

#include <QTest>

using namespace sonde::models;
using namespace Qt::StringLiterals;

// The commands for a terminal that show what a process does.
class TestAttachCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersTheDebuggersOfTheLanguage_data();
    void offersTheDebuggersOfTheLanguage();
    void offersToAbortPythonOnlyWithAFaultHandler_data();
    void offersToAbortPythonOnlyWithAFaultHandler();
};

namespace {

SampledProcess process(const QString &name, const QStringList &command)
{
    SampledProcess made;
    made.info.id = {10, 100};
    made.name = name;
    made.command = command;
    return made;
}

} // namespace

void TestAttachCommands::offersTheDebuggersOfTheLanguage_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("first");
    QTest::newRow("node") << u"node"_s << QStringList{u"node"_s} << u"kill -USR1 10"_s;
    QTest::newRow("node by its path")
        << u"MainThread"_s << QStringList{u"/usr/bin/node"_s} << u"kill -USR1 10"_s;
    QTest::newRow("python") << u"python3.11"_s << QStringList{u"/usr/bin/python3.11"_s}
                            << u"py-spy dump --pid 10"_s;
    QTest::newRow("not node") << u"nodemon"_s << QStringList{u"nodemon"_s} << u"gdb -p 10"_s;
    QTest::newRow("native") << u"server"_s << QStringList() << u"gdb -p 10"_s;
}

void TestAttachCommands::offersTheDebuggersOfTheLanguage()
{
    QFETCH(const QString, name);
    QFETCH(const QStringList, command);
    const std::vector<AttachCommand> commands = attachCommands(process(name, command), {});
    QTEST(commands.front().command, "first");
    for (const AttachCommand &each : commands)
        QVERIFY(!each.title.isEmpty());
}

void TestAttachCommands::offersToAbortPythonOnlyWithAFaultHandler_data()
{
    QTest::addColumn<QString>("command"); // words
    QTest::addColumn<QString>("variable"); // the value of PYTHONFAULTHANDLER; null: not set
    QTest::addColumn<bool>("offered");
    const auto row = [](const char *name, const char *command, const QString &variable,
                         bool offered) {
        QTest::newRow(name) << QString::fromLatin1(command) << variable << offered;
    };
    row("without", "python3 server.py", {}, false);
    row("the variable", "python3 server.py", u"1"_s, true);
    row("an empty variable", "python3 server.py", u""_s, false);
    row("a variable that is ignored", "python3 -I server.py", u"1"_s, false);
    row("a variable that is ignored, among options", "python3 -uE server.py", u"1"_s, false);
    row("the option", "python3 -X faulthandler server.py", {}, true);
    row("the option in one word", "python3 -Xfaulthandler -m server", {}, true);
    row("after other options", "python3 -u -W ignore -X faulthandler server.py", {}, true);
    row("the value of another option", "python3 -W faulthandler server.py", {}, false);
    row("an option of the server", "python3 server.py -X faulthandler", {}, false);
    row("an option of a module", "python3 -m server -X faulthandler", {}, false);
    row("another option", "python3 -X utf8 server.py", {}, false);
    row("not Python", "node server.js", u"1"_s, false);
}

void TestAttachCommands::offersToAbortPythonOnlyWithAFaultHandler()
{
    QFETCH(const QString, command);
    QFETCH(const QString, variable);
    const QStringList words = command.split(u' ');
    std::vector<SampledVariable> environment{{u"PATH"_s, u"/bin"_s, false}};
    if (!variable.isNull())
        environment.push_back({u"PYTHONFAULTHANDLER"_s, variable, false});
    QStringList titles;
    for (const AttachCommand &each : attachCommands(process(words.front(), words), environment)) {
        if (each.command == u"kill -ABRT 10")
            titles << each.title;
    }
    QTEST(titles.size() == 1, "offered");
    if (!titles.isEmpty())
        QVERIFY(titles.front().contains(u"end the server"));
}

QTEST_GUILESS_MAIN(TestAttachCommands)
#include "tst_attachcommands.moc"
