// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clihome.h"

#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// `sonde-cli hosts` where a host has several servers with one name.
class TestCliSameName : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<CliHome>(); }
    void listSaysWhichOneIsStarted();
    void tapSaysWhichOneIsStarted();
    void tapsTheServerOfTheUserOutsideOfTheProject();

private:
    std::unique_ptr<CliHome> m_home;
};

namespace {

const QString kUser = u"home/.gemini/settings.json"_s;
const QString kProject = u"project/.gemini/settings.json"_s;
constexpr auto kServers = R"({"mcpServers":{"demo":{"command":"sh","args":["-c","cat"]}}})";

} // namespace

void TestCliSameName::listSaysWhichOneIsStarted()
{
    m_home->write(kUser, kServers);
    m_home->write(kProject, kServers);
    const Run run = m_home->hosts({u"list"_s, u"--output-format"_s, u"jsonl"_s});
    COMPARE_CODE(run, 0);
    const QList<QByteArray> lines = run.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    for (const QByteArray &line : lines) {
        QCOMPARE(line.contains("Gemini CLI starts the server of the same name"),
            line.contains("home/.gemini/settings.json\",\"name\""));
    }
}

void TestCliSameName::tapSaysWhichOneIsStarted()
{
    m_home->write(kUser, kServers);
    m_home->write(kProject, kServers);
    const Run both = m_home->hosts({u"tap"_s, u"gemini"_s, u"demo"_s, u"--yes"_s});
    COMPARE_CODE(both, 1);
    QVERIFY2(both.err.contains("(user)") && both.err.contains("(project)"), told(both).constData());
    QVERIFY2(both.err.contains("Gemini CLI starts the one in ")
            && both.err.contains("project/.gemini/settings.json here"),
        told(both).constData());
    // A tap that is not started would never be seen.
    const Run user = m_home->hosts(
        {u"tap"_s, u"gemini"_s, u"demo"_s, u"--file"_s, m_home->path(kUser), u"--dry-run"_s});
    COMPARE_CODE(user, 0);
    QVERIFY2(user.err.contains("Gemini CLI starts the server of the same name in "),
        told(user).constData());
    const Run project = m_home->hosts(
        {u"tap"_s, u"gemini"_s, u"demo"_s, u"--file"_s, m_home->path(kProject), u"--dry-run"_s});
    COMPARE_CODE(project, 0);
    QVERIFY2(!project.err.contains("same name"), told(project).constData());
}

void TestCliSameName::tapsTheServerOfTheUserOutsideOfTheProject()
{
    const QByteArray local = R"("projects":{"/src/atlas":{"mcpServers":{"demo":{"command":"l"}}}})";
    m_home->write(
        u"home/.claude.json"_s, R"({"mcpServers":{"demo":{"command":"sh"}},)" + local + '}');
    const Run run = m_home->hosts({u"tap"_s, u"claude-code"_s, u"demo"_s, u"--yes"_s});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains("In /src/atlas, Claude Code has a server of the same name"),
        told(run).constData());
    const QByteArray after = m_home->read(u"home/.claude.json"_s);
    QVERIFY(after.contains(local));
    QVERIFY(after.contains("sonde-cli"));
}

QTEST_GUILESS_MAIN(TestCliSameName)
#include "tst_clisamename.moc"
