// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/patience.h"

#include "tap/announce/announcement.h"
#include "tap/announce/tapsfolder.h"
#include "tap/announce/tapsocket.h"
#include "tap/watch/tapfinder.h"
#include "tap/watch/taplink.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <functional>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sonde;
using namespace Qt::StringLiterals;
using tap::Announcement;
using tap::TapFinder;
using tap::TapIntroduction;
using tap::TapLine;
using tap::TapLink;
using tap::TapProgress;

// Taps and windows find each other, and neither trusts what it finds.
class TestTapAnnouncement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsTheFolderWithoutTheEnvironment_data();
    void findsTheFolderWithoutTheEnvironment();
    void usesNoFolderOfOthers_data();
    void usesNoFolderOfOthers();
    void tellsATapOfAHostFromOthers();
    void readsBackWhatItWrites_data();
    void readsBackWhatItWrites();
    void refusesOtherLines_data();
    void refusesOtherLines();
    void aWindowLearnsOfATapThatRuns();
    void aWindowLearnsOfATapThatStarts();
    void aWindowUsesAFolderThatIsMended();
    void windowsComeAndGo();
    void aWindowThatDoesNotReadGetsTheNewestProgress();
    void takesOnlySoManyWindows();
    void endsAWindowThatTalks();
    void removesTheSocketOfATapThatWasKilled();
    void leavesATapThatSaysSomethingElse_data();
    void leavesATapThatSaysSomethingElse();
    void usersAreKeptApart();

private:
    QString folder() const { return m_folder->filePath(u"taps"_s); }
    QString file(const QString &name) const { return folder() + u'/' + name; }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

TapIntroduction someone(std::int64_t pid)
{
    return {pid, 70411, 70418, u"weather"_s, u"claude"_s, u"/sessions/weather.sonde"_s};
}

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

} // namespace

void TestTapAnnouncement::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestTapAnnouncement::findsTheFolderWithoutTheEnvironment_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<bool>("hasRunFolder");
    QTest::addColumn<bool>("isOurs");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a run-time folder") << QString() << true << true << u"%run/%user/sonde/taps"_s;
    QTest::newRow("none") << QString() << false << true << u"/home/me/.local/state/sonde/taps"_s;
    QTest::newRow("that of another user")
        << QString() << true << false << u"/home/me/.local/state/sonde/taps"_s;
    QTest::newRow("chosen") << u"/tmp/mine"_s << true << true << u"/tmp/mine"_s;
}

void TestTapAnnouncement::findsTheFolderWithoutTheEnvironment()
{
    QFETCH(const QString, given);
    QFETCH(const bool, hasRunFolder);
    QFETCH(const bool, isOurs);
    QFETCH(QString, expected);
    const uid_t user = isOurs ? ::geteuid() : ::geteuid() + 1;
    if (hasRunFolder)
        QVERIFY(QDir(m_folder->path()).mkdir(QString::number(user)));
    const tap::TapMachine machine{given, m_folder->path(), user, u"/home/me"_s};
    expected.replace(u"%run"_s, m_folder->path()).replace(u"%user"_s, QString::number(user));
    QCOMPARE(tap::tapsFolder(machine), expected);
}

void TestTapAnnouncement::usesNoFolderOfOthers_data()
{
    QTest::addColumn<int>("mode"); // -1: there is none; -2: a link
    QTest::addColumn<bool>("isUsed");
    QTest::newRow("missing") << -1 << true;
    QTest::newRow("own") << 0700 << true;
    QTest::newRow("others may enter") << 0711 << false;
    QTest::newRow("the group may write") << 0770 << false;
    QTest::newRow("a link") << -2 << false;
}

void TestTapAnnouncement::usesNoFolderOfOthers()
{
    QFETCH(const int, mode);
    QFETCH(const bool, isUsed);
    const QByteArray path = QFile::encodeName(folder());
    if (mode >= 0) {
        QCOMPARE(::mkdir(path.constData(), 0700), 0);
        QCOMPARE(::chmod(path.constData(), mode_t(mode)), 0);
    } else if (mode == -2) {
        QVERIFY(QFile::link(m_folder->path(), folder()));
    }
    QCOMPARE(tap::makeTapsFolder(folder()), isUsed);
    Announcement tap;
    QCOMPARE(tap.begin(folder(), someone(1)).ok(), isUsed);
    QCOMPARE(TapFinder(folder()).start(), isUsed);
}

void TestTapAnnouncement::tellsATapOfAHostFromOthers()
{
    TapIntroduction tap = someone(12);
    tap.server = 13;
    QVERIFY(tap.isStartedByHost());
    tap.server = 0;
    tap.url = u"https://example.org/mcp"_s; // tap --stdio
    QVERIFY(tap.isStartedByHost());
    tap.address = u"http://127.0.0.1:8080/mcp"_s;
    QVERIFY(!tap.isStartedByHost());
    TapIntroduction open = someone(12); // or mcp
    open.server = open.pid;
    QVERIFY(!open.isStartedByHost());
}

void TestTapAnnouncement::readsBackWhatItWrites_data()
{
    QTest::addColumn<TapLine>("line");
    QTest::newRow("introduction") << TapLine(someone(12));
    TapIntroduction odd = someone(9'223'372'036'854'775'807);
    odd.name = u"\"weather\"\n\u2028"_s;
    odd.session = u"/tmp/a b\t\u00e9.sonde"_s;
    QTest::newRow("odd characters") << TapLine(odd);
    TapIntroduction byUrl = someone(13);
    byUrl.url = u"https://example.org/mcp"_s;
    byUrl.address = u"http://127.0.0.1:8080/mcp"_s;
    byUrl.breakpoints = false;
    byUrl.folder = u"/home/ada/src"_s;
    QTest::newRow("by URL") << TapLine(byUrl);
    QTest::newRow("ended exchanges") << TapLine(TapProgress{18, {}, 7});
    QTest::newRow("progress") << TapLine(TapProgress{17});
    QTest::newRow("with the host") << TapLine(TapProgress{18, u"Claude Code"_s});
    QTest::newRow("a host without a name") << TapLine(TapProgress{18, QString()});
    QTest::newRow("held, of a client")
        << TapLine(tap::TapHeld{1, rpc::Channel::Sent, 1, 5, Bytes::copyOf("{}"), 3});
    QTest::newRow("held for a limited time") << TapLine(
        tap::TapHeld{1, rpc::Channel::Sent, 1, 5, Bytes::copyOf("{}"), 0, {}, {}, 30'000'000'005});
    QTest::newRow("a held response") << TapLine(tap::TapHeld{1, rpc::Channel::Received, 1, 5,
        Bytes::copyOf("{}"), 0, QStringLiteral("tools/call"), QStringLiteral("get")});
    QTest::newRow("held") << TapLine(tap::TapHeld{
        3, rpc::Channel::Received, 2, 1'700'000'000'000'000'000, Bytes::copyOf("{\"a\":\xff\"}")});
    QTest::newRow("gone") << TapLine(tap::TapGone{3});
    QTest::newRow("gone by itself") << TapLine(tap::TapGone{3, tap::TapRefusal::Cancelled});
    for (int why = 0; why <= int(tap::TapRefusal::TimeOver); ++why)
        QTest::addRow("refused %d", why)
            << TapLine(tap::TapRefused{4, tap::TapRefusal(why), why % 2 == 0});
    QTest::newRow("composed") << TapLine(tap::TapComposed{5});
    QTest::newRow("no hits") << TapLine(tap::TapHits());
    QTest::newRow("hits") << TapLine(
        tap::TapHits{{{1, 0}, {4'294'967'295, 9'223'372'036'854'775'807}}});
    QTest::newRow("end") << TapLine(tap::TapEnd());
}

void TestTapAnnouncement::readsBackWhatItWrites()
{
    QFETCH(const TapLine, line);
    std::string text = tap::tapLine(line);
    QCOMPARE(text.back(), '\n');
    text.pop_back();
    QCOMPARE(text.find('\n'), std::string::npos);
    const auto parsed = tap::parseTapLine(text);
    QVERIFY(parsed.ok());
    QVERIFY(*parsed == line);
}

void TestTapAnnouncement::refusesOtherLines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("an array") << QByteArray("[1]");
    QTest::newRow("another version")
        << QByteArray(R"({"tap":4,"pid":1,"host":1,"server":1,"session":"/a"})");
    QTest::newRow("no pid") << QByteArray(R"({"tap":3,"host":1,"server":1,"session":"/a"})");
    QTest::newRow("a relative path")
        << QByteArray(R"({"tap":3,"pid":1,"host":1,"server":1,"session":"a"})");
    QTest::newRow("a negative number") << QByteArray(R"({"recorded":-1})");
    QTest::newRow("a fraction") << QByteArray(R"({"recorded":1.5})");
    QTest::newRow("a huge number") << QByteArray(R"({"recorded":99999999999999999999})");
    QTest::newRow("a long name") << QByteArray(R"({"recorded":1,"host":")") + QByteArray(5000, 'x')
            + "\"}";
    const auto row = [](const char *name, const char *text) {
        QTest::newRow(name) << QByteArray(text);
    };
    row("no number", R"({"held":0,"direction":"toHost","breakpoint":1,"since":1,"base64":""})");
    row("no direction", R"({"held":1,"direction":"up","breakpoint":1,"since":1,"base64":""})");
    row("no base64", R"({"held":1,"direction":"toHost","breakpoint":1,"since":1,"base64":"?"})");
    row("gone for no reason", R"({"gone":1,"why":"?"})");
    row("refused for no reason", R"({"refused":1})");
    row("composed, but not which", R"({"sent":-1})");
    row("refused of a kind that is none", R"({"refused":1,"why":"ended","composed":1})");
    row("refused, but not which", R"({"refused":"x","why":"ended"})");
    row("hits that are no list", R"({"hits":{}})");
    row("hits without a count", R"({"hits":[[1]]})");
    row("hits of no number", R"({"hits":[["1",2]]})");
    row("hits below 0", R"({"hits":[[1,-2]]})");
    row("hits of a huge number", R"({"hits":[[4294967296,2]]})");
    row("hits as an object", R"({"hits":[{"0":1,"1":2}]})");
    QByteArray many(R"({"hits":[[0,0])");
    for (std::size_t i = 0; i < tap::TapHits::kMaxCounts; ++i)
        many += ",[1,1]";
    QTest::newRow("too many hits") << many + "]}";
    QTest::newRow("a long line") << QByteArray(R"({"ended":")")
            + QByteArray(qsizetype(tap::kMaxTapLine), 'x') + "\"}";
}

void TestTapAnnouncement::refusesOtherLines()
{
    QFETCH(const QByteArray, text);
    QVERIFY(!tap::parseTapLine({text.constData(), std::size_t(text.size())}).ok());
}

void TestTapAnnouncement::aWindowLearnsOfATapThatRuns()
{
    Announcement tap;
    QVERIFY(tap.begin(folder(), someone(12)).ok());
    tap.report({3, u"Claude Code"_s});
    struct stat info { };
    QCOMPARE(::lstat(QFile::encodeName(file(u"12.sock"_s)).constData(), &info), 0);
    QVERIFY(S_ISSOCK(info.st_mode));
    QCOMPARE(info.st_mode & 07777, mode_t(0600));
    QCOMPARE(::lstat(QFile::encodeName(folder()).constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777, mode_t(0700));

    TapFinder window(folder());
    QPointer<TapLink> link;
    connect(&window, &TapFinder::found, this, [&](TapLink *found) { link = found; });
    QVERIFY(window.start());
    QVERIFY(holds([&] { return link && link->progress() == TapProgress{3, u"Claude Code"_s}; }));
    QCOMPARE(link->introduction(), someone(12));
    QVERIFY(!link->hasEnded());
    bool ended = false;
    connect(link, &TapLink::closed, this, [&] { ended = link->hasEnded(); });
    tap.report({4, u"Claude Code"_s});
    tap.end();
    QVERIFY(holds([&] { return !link; }));
    QVERIFY(ended);
    QVERIFY(!QFileInfo::exists(file(u"12.sock"_s)));
}

void TestTapAnnouncement::aWindowLearnsOfATapThatStarts()
{
    TapFinder window(folder());
    QList<std::int64_t> found;
    connect(&window, &TapFinder::found, this,
        [&](const TapLink *link) { found += link->introduction().pid; });
    QVERIFY(window.start());
    Announcement first;
    Announcement second;
    QVERIFY(first.begin(folder(), someone(1)).ok());
    QVERIFY(second.begin(folder(), someone(2)).ok());
    QVERIFY(holds([&] { return found.size() == 2; }));
    // The folder is removed and made again.
    first.end();
    second.end();
    QVERIFY(QDir(folder()).removeRecursively());
    QVERIFY(holds([&] { return QFileInfo::exists(folder()); }));
    Announcement third;
    QVERIFY(third.begin(folder(), someone(3)).ok());
    QVERIFY(holds([&] { return found.contains(3); }));
}

void TestTapAnnouncement::aWindowUsesAFolderThatIsMended()
{
    const QByteArray path = QFile::encodeName(folder());
    QCOMPARE(::mkdir(path.constData(), 0700), 0);
    QCOMPARE(::chmod(path.constData(), 0755), 0);
    TapFinder window(folder());
    const TapLink *link = nullptr;
    connect(&window, &TapFinder::found, this, [&](const TapLink *found) { link = found; });
    QSignalSpy started(&window, &TapFinder::started);
    QVERIFY(!window.start());
    QCOMPARE(::chmod(path.constData(), 0700), 0);
    Announcement tap;
    QVERIFY(tap.begin(folder(), someone(1)).ok());
    QVERIFY(holds([&] { return link != nullptr; }));
    QCOMPARE(started.count(), 1);
}

void TestTapAnnouncement::windowsComeAndGo()
{
    Announcement tap;
    QVERIFY(tap.begin(folder(), someone(12)).ok());
    for (std::uint64_t round = 1; round <= 3; ++round) {
        TapFinder window(folder());
        QPointer<TapLink> link;
        connect(&window, &TapFinder::found, this, [&](TapLink *found) { link = found; });
        QVERIFY(window.start());
        tap.report({round});
        QVERIFY(holds([&] { return link && link->progress().recorded == round; }));
    }
}

void TestTapAnnouncement::aWindowThatDoesNotReadGetsTheNewestProgress()
{
    constexpr std::uint64_t kReports = 100'000;
    Announcement tap;
    QVERIFY(tap.begin(folder(), someone(12)).ok());
    auto slow = tap::connectToOwn(file(u"12.sock"_s));
    QVERIFY(slow.ok());
    for (std::uint64_t i = 1; i <= kReports; ++i)
        tap.report({i, QString(4000, u'x')});
    TapLink link(std::move(slow).value());
    QVERIFY(holds([&] { return link.progress().recorded == kReports; }));
}

void TestTapAnnouncement::takesOnlySoManyWindows()
{
    Announcement tap;
    QVERIFY(tap.begin(folder(), someone(12)).ok());
    std::vector<std::unique_ptr<TapLink>> links;
    std::size_t known = 0;
    std::size_t refused = 0;
    for (std::size_t i = 0; i <= Announcement::kMaxWindows; ++i) {
        auto socket = tap::connectToOwn(file(u"12.sock"_s));
        QVERIFY(socket.ok());
        links.push_back(std::make_unique<TapLink>(std::move(socket).value()));
        connect(links.back().get(), &TapLink::introduced, this, [&] { ++known; });
        connect(links.back().get(), &TapLink::closed, this, [&] { ++refused; });
        QVERIFY(holds([&] { return known + refused == i + 1; }));
    }
    QCOMPARE(known, Announcement::kMaxWindows);
    QCOMPARE(refused, std::size_t(1));
}

void TestTapAnnouncement::endsAWindowThatTalks()
{
    Announcement tap;
    QVERIFY(tap.begin(folder(), someone(12)).ok());
    auto socket = tap::connectToOwn(file(u"12.sock"_s));
    QVERIFY(socket.ok());
    const int descriptor = ::dup(socket->descriptor());
    TapLink link(std::move(socket).value());
    bool closed = false;
    connect(&link, &TapLink::closed, this, [&] { closed = true; });
    QCOMPARE(::send(descriptor, "x\n", 2, MSG_NOSIGNAL), ssize_t(2));
    QVERIFY(holds([&] { return closed; }));
    ::close(descriptor);
    QVERIFY(!link.hasEnded());
}

void TestTapAnnouncement::removesTheSocketOfATapThatWasKilled()
{
    QVERIFY(tap::makeTapsFolder(folder()));
    tap::listenAt(file(u"12.sock"_s)).value().close();
    QFile other(file(u"13.sock"_s));
    QVERIFY(other.open(QIODevice::WriteOnly)); // no socket at all
    QVERIFY(QFileInfo::exists(file(u"12.sock"_s)));
    TapFinder window(folder());
    QVERIFY(window.start());
    QVERIFY(!QFileInfo::exists(file(u"12.sock"_s)));
}

void TestTapAnnouncement::leavesATapThatSaysSomethingElse_data()
{
    QTest::addColumn<QByteArray>("said");
    const QByteArray introduction = QByteArray::fromStdString(tap::tapLine(someone(12)));
    QTest::newRow("no JSON") << QByteArray("hello\n");
    QTest::newRow("progress first") << QByteArray("{\"recorded\":1}\n");
    QTest::newRow("two introductions") << introduction + introduction;
    QTest::newRow("a line without an end") << QByteArray(200'000, 'x');
    QTest::newRow("zeros") << QByteArray(200'000, '\0');
}

void TestTapAnnouncement::leavesATapThatSaysSomethingElse()
{
    QFETCH(const QByteArray, said);
    QVERIFY(tap::makeTapsFolder(folder()));
    auto listening = tap::listenAt(file(u"12.sock"_s));
    QVERIFY(listening.ok());
    TapFinder window(folder());
    QVERIFY(window.start());
    tap::Inlet peer;
    QVERIFY(holds([&] {
        peer = tap::acceptOwn(listening->descriptor());
        return peer.isOpen();
    }));
    qsizetype sent = 0;
    bool closed = false;
    QVERIFY(holds([&] {
        std::array<char, 16> byte{};
        closed = closed || ::recv(peer.descriptor(), byte.data(), byte.size(), MSG_DONTWAIT) == 0
            || errno == ECONNRESET;
        if (!closed && sent < said.size())
            sent += std::max<ssize_t>(0,
                ::send(peer.descriptor(), said.constData() + sent, std::size_t(said.size() - sent),
                    MSG_DONTWAIT | MSG_NOSIGNAL));
        return closed;
    }));
}

// Even where the modes of files would let another user's program come in.
void TestTapAnnouncement::usersAreKeptApart()
{
    constexpr uid_t kNobody = 65534;
    if (::geteuid() != 0)
        QSKIP("Only the administrator can start a program of another user.");
    QVERIFY(tap::makeTapsFolder(folder()));
    auto listening = tap::listenAt(file(u"12.sock"_s));
    QVERIFY(listening.ok());
    for (const QString &path : {m_folder->path(), folder(), file(u"12.sock"_s)})
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0777), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setuid(kNobody) != 0)
            ::_exit(1);
        // Their socket, and a connection to ours.
        const auto theirs = tap::listenAt(file(u"13.sock"_s));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray path = QFile::encodeName(file(u"12.sock"_s));
        std::copy(path.begin(), path.end(), std::begin(address.sun_path));
        const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
        if (!theirs.ok()
            || ::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            ::_exit(2);
        char byte = 0;
        const ssize_t size = ::read(socket, &byte, 1); // refused: the end
        ::chmod(QFile::encodeName(file(u"13.sock"_s)).constData(), 0777);
        ::kill(::getpid(), size == 0 ? SIGSTOP : SIGKILL); // until it was connected to
        ::_exit(0);
    }
    QVERIFY(child > 0);
    int status = 0;
    const bool stopped = holds([&] {
        tap::acceptOwn(listening->descriptor());
        return ::waitpid(child, &status, WNOHANG | WUNTRACED) == child;
    });
    const auto connection = tap::connectToOwn(file(u"13.sock"_s));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    QVERIFY(stopped);
    QVERIFY(WIFSTOPPED(status));
    QVERIFY(!connection.ok());
    QCOMPARE(connection.error().code, EPERM);
}

QTEST_GUILESS_MAIN(TestTapAnnouncement)
#include "tst_tapannouncement.moc"
