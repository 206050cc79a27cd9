// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/entrywriter.h"
#include "hosts/files/entrychange.h"
#include "models/hosts/tappedentries.h"
#include "models/hosts/tapplan.h"
#include "session/hosts/hoststore.h"
#include "support/hosthome.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <memory>
#include <stop_token>

using namespace sonde;
using namespace sonde::models;
using namespace Qt::StringLiterals;
using test::HostHome;

// Taps in files that several hosts read, in entries that were renamed, and of a program that was
// moved; and what is said of changes by others.
class TestHostTaps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<HostHome>(); }
    void cleanup() { m_home.reset(); }
    void findsAnEntryThatWasRenamed();
    void findsAFileOfSeveralHostsOnce();
    void saysWhichOtherHostsReadTheFile();
    void saysOnceWhatChanged();
    void saysWhatOthersChanged();
    void plansNoTapOfAProgramThatIsGone();
    void saysWhichMembersATapDoesNotUse();
    void plansAgainWhatAHostHasWrittenAround();
    void addsNothingWhereEntriesWereLost();

private:
    static SharedFiles files() { return checkFiles(test::hostSurroundings(), std::stop_token()); }

    std::unique_ptr<HostHome> m_home;
};

namespace {

constexpr const char *kShared = "src/.mcp.json";
constexpr const char *kTapped =
    R"({"mcpServers": {"storm": {"command": "/usr/bin/sonde-cli", "args": ["tap", "--name", )"
    R"("weather", "--record", "/tmp/s/", "--", "sh"]}}})";

const CheckedFile &fileOf(const CheckedFiles &files, QLatin1String host)
{
    return *std::find_if(files.begin(), files.end(),
        [host](const CheckedFile &file) { return file.found.host->id == host; });
}

} // namespace

// The tap still records under the name that the entry had.
void TestHostTaps::findsAnEntryThatWasRenamed()
{
    m_home->write(HostHome::kCursor, kTapped);
    const SharedFiles all = files();
    const auto found = tappedEntries(*all, {u"weather"_s, u"Cursor"_s, {}});
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found.front().entry().name, u"storm"_s);
    QVERIFY(tappedEntries(*all, {u"storm"_s, u"Cursor"_s, {}}).empty());
}

void TestHostTaps::findsAFileOfSeveralHostsOnce()
{
    m_home->write(kShared, kTapped);
    const SharedFiles all = files();
    const auto found = tappedEntries(*all, {u"weather"_s, u"GitHub Copilot"_s, {}});
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found.front().file->found.path, m_home->path(kShared));
}

void TestHostTaps::saysWhichOtherHostsReadTheFile()
{
    m_home->write(kShared, R"({"mcpServers": {"a": {"command": "sh"}}})");
    m_home->write("bin/sonde-cli", "#!/bin/sh\n");
    QFile::setPermissions(m_home->path("bin/sonde-cli"), QFile::ReadOwner | QFile::ExeOwner);
    const TapPlaces places{m_home->path("bin/sonde-cli"), m_home->path("r"), m_home->path("b")};
    const SharedFiles all = files();
    const CheckedFile &file = fileOf(*all, QLatin1String("air"));
    TapPlan plan = planTapChange(file.found, file.entries().front(), places);
    QVERIFY2(plan.isPossible(), qPrintable(plan.refusal));
    noteOtherReaders(plan, test::hostSurroundings());
    const QString notes = plan.notes.join(u' ');
    QVERIFY2(notes.contains(u"Claude Code, Copilot CLI"_s), qPrintable(notes));
    const CheckedFile &own = fileOf(*all, QLatin1String("cursor"));
    TapPlan alone = planTapChange(own.found, own.entries().front(), places);
    const QStringList before = alone.notes;
    noteOtherReaders(alone, test::hostSurroundings());
    QCOMPARE(alone.notes, before);
}

void TestHostTaps::saysOnceWhatChanged()
{
    const SharedFiles none = files();
    m_home->write(kShared, R"({"mcpServers": {"a": {"command": "sh"}}})");
    const SharedFiles before = files();
    QCOMPARE(session::hostChanges(*none, *before).size(), 1);
    m_home->write(kShared, kTapped);
    const QStringList sentences = session::hostChanges(*before, *files());
    QCOMPARE(sentences.size(), 2); // one server is added, and one is removed
    QVERIFY2(sentences.join(u' ').contains(u"storm"_s), qPrintable(sentences.join(u'\n')));
}

void TestHostTaps::saysWhatOthersChanged()
{
    const SharedFiles before = files();
    m_home->write(HostHome::kCursor,
        R"({"mcpServers": {"weather": {"command": "cat"}, "new": {"command": "sh"}}})");
    m_home->write(HostHome::kBroken, R"({"mcpServers": {}})");
    m_home->write(HostHome::kDesktop, "{");
    m_home->write(".junie/mcp/mcp.json", "{}");
    // A host that counts its own starts changes no server.
    m_home->write(HostHome::kCode, m_home->read(HostHome::kCode).replace("12", "13"));
    QVERIFY(QFile::remove(m_home->path(HostHome::kCodex)));
    const SharedFiles after = files();
    const QStringList said = session::hostChanges(*before, *after);
    QCOMPARE(said.size(), 7);
    QVERIFY2(said[0].startsWith(u"~/.config/Claude/claude_desktop_config.json cannot be read"_s),
        qPrintable(said[0]));
    QCOMPARE(said.mid(1),
        QStringList({u"~/.cursor/mcp.json: added new"_s, u"~/.cursor/mcp.json: removed tickets"_s,
            u"~/.cursor/mcp.json: changed weather"_s, u"~/.junie/mcp/mcp.json is new"_s,
            u"~/.gemini/settings.json can be read again"_s,
            u"~/.codex/config.toml does not exist any more"_s}));
    QCOMPARE(session::hostChanges(*after, *after), QStringList());
}

void TestHostTaps::plansNoTapOfAProgramThatIsGone()
{
    const SharedFiles all = files();
    const CheckedFile &file = fileOf(*all, QLatin1String("cursor"));
    const TapPlan plan = planTapChange(file.found, file.entries().front(),
        {m_home->path("gone/sonde-cli"), m_home->path("r"), m_home->path("b")});
    QVERIFY(!plan.isPossible());
    QVERIFY2(plan.refusal.contains(u"sonde-cli"_s), qPrintable(plan.refusal));
}

// The login of the URL becomes the one of Sonde.
void TestHostTaps::saysWhichMembersATapDoesNotUse()
{
    m_home->write(HostHome::kCursor,
        R"({"mcpServers": {"far": {"url": "https://example.org/mcp", "scopes": ["read"]},)"
        R"( "plain": {"url": "https://example.org/mcp"}}})");
    m_home->write("bin/sonde-cli", "#!/bin/sh\n");
    QFile::setPermissions(m_home->path("bin/sonde-cli"), QFile::ReadOwner | QFile::ExeOwner);
    const TapPlaces places{m_home->path("bin/sonde-cli"), m_home->path("r"), m_home->path("b")};
    const SharedFiles all = files();
    const CheckedFile &file = fileOf(*all, QLatin1String("cursor"));
    for (const hosts::HostEntry &entry : file.entries()) {
        const TapPlan plan = planTapChange(file.found, entry, places);
        QVERIFY2(plan.isPossible(), qPrintable(plan.refusal));
        const QString notes = plan.notes.join(u'\n');
        QCOMPARE(notes.contains(u"While the tap is there, scopes of the entry is not used."_s),
            entry.name == u"far"_s);
    }
}

// Claude Code writes its file all the time.
void TestHostTaps::plansAgainWhatAHostHasWrittenAround()
{
    m_home->write("bin/sonde-cli", "#!/bin/sh\n");
    QFile::setPermissions(m_home->path("bin/sonde-cli"), QFile::ReadOwner | QFile::ExeOwner);
    const TapPlaces places{m_home->path("bin/sonde-cli"), m_home->path("r"), m_home->path("b")};
    const SharedFiles all = files();
    const CheckedFile &file = fileOf(*all, QLatin1String("claude-code"));
    const QByteArray text(HostHome::kCodeText);
    for (const hosts::HostEntry &entry : file.entries()) { // one of them in a project
        const TapPlan plan = planTapChange(file.found, entry, places);
        QVERIFY2(plan.isPossible(), qPrintable(plan.refusal));
        QByteArray now = text;
        now.replace("\"numStartups\": 12", "\"numStartups\": 1300");
        const hosts::EntryChange change = changeOf(plan, places);
        m_home->write(HostHome::kCode, now);
        const auto after = hosts::changeOfNow(change);
        QVERIFY(after);
        QCOMPARE(after->before.toByteArray(), now);
        QCOMPARE(after->after.toByteArray(),
            plan.after.toByteArray().replace("\"numStartups\": 12", "\"numStartups\": 1300"));
        now.replace("\"sh\"", "\"zsh\"").replace("no-such-program-here", "other");
        for (const QByteArray &other : {now, QByteArray("{}"), QByteArray()}) {
            m_home->write(HostHome::kCode, other);
            QVERIFY2(!hosts::changeOfNow(change), other.constData());
        }
    }
}

// A host that writes its file new at this moment.
void TestHostTaps::addsNothingWhereEntriesWereLost()
{
    const SharedFiles all = files();
    const hosts::FoundFile &file = fileOf(*all, QLatin1String("cursor")).found;
    config::Profile server;
    server.name = u"added"_s;
    server.program = u"sh"_s;
    const auto planned = hosts::planAddition(*file.host, file.document, server);
    QVERIFY(planned);
    const hosts::EntryChange change = hosts::additionOf(
        {file.host, file.path, file.document.bytes(), planned->file.content}, server);
    QVERIFY(hosts::changeOfNow(change));
    QFile written(file.path);
    QVERIFY(written.open(QIODevice::WriteOnly) && written.write("{}") == 2);
    written.close();
    QVERIFY(!hosts::changeOfNow(change));
}

QTEST_GUILESS_MAIN(TestHostTaps)
#include "tst_hosttaps.moc"
