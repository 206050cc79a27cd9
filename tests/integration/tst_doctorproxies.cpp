// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/addresscheck.h"
#include "support/hostfault.h"

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Variables of proxies that are not the same here and where the desktop starts hosts.
class TestDoctorProxies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comparesThemForAUrl_data();
    void comparesThemForAUrl();
    void readsThemAsCurl();
    void namesTheCauseOfADownload_data();
    void namesTheCauseOfADownload();
    void saysNothingOfWhatTheServerIsGiven();
    void saysNothingOfWhatDoesNotCount_data();
    void saysNothingOfWhatDoesNotCount();
    void saysNothingWithoutADownload();
    void cleanupTestCase();

private:
    FaultCount m_count{"proxies that are not the same in hosts"};
};

namespace {

using hosts::ProxyVariables;

const QString kProxy = u"http://proxy.example:3128"_s;

// The variables of proxies of this process, for a test, and none afterwards.
class OwnProxies {
public:
    OwnProxies() { clear(); }
    ~OwnProxies() { clear(); }
    Q_DISABLE_COPY_MOVE(OwnProxies)

    void set(const ProxyVariables &variables) const
    {
        clear();
        for (const auto &[name, value] : variables) // as curl reads all of them
            qputenv(name.toLower().toLatin1().constData(), value.toUtf8());
    }

private:
    static void clear()
    {
        for (const QString &name : hosts::proxyVariableNames()) {
            qunsetenv(name.toLatin1().constData());
            qunsetenv(name.toLower().toLatin1().constData());
        }
    }
};

// A server whose package npx downloads first, which the desktop finds as well.
config::Profile downloaded(
    const FaultFolder &folder, ChosenPaths &machine, const QString &runner = u"npx"_s)
{
    machine.desktop = folder.path(u"bin"_s) + u":/usr/bin:/bin"_s;
    QStringList arguments{u"tide-mcp"_s};
    if (runner == u"npx"_s)
        arguments.prepend(u"-y"_s);
    config::Profile server = fake(folder, runner, arguments, "exec " + kDemo.toUtf8());
    QDir().mkpath(folder.path(u"npm"_s));
    return server;
}

} // namespace

void TestDoctorProxies::comparesThemForAUrl_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<ProxyVariables>("here");
    QTest::addColumn<ProxyVariables>("desktop");
    QTest::addColumn<ProxyVariables>("host"); // that runs
    QTest::addColumn<QStringList>("kinds");
    const QString url = u"https://tide.example/mcp"_s;
    const ProxyVariables https{{u"HTTPS_PROXY"_s, kProxy}};
    const ProxyVariables all{{u"ALL_PROXY"_s, u"socks5://proxy.example"_s}};
    const ProxyVariables exempt{{u"HTTPS_PROXY"_s, kProxy}, {u"NO_PROXY"_s, u"tide.example"_s}};
    const QStringList none;
    QTest::newRow("alike") << url << https << https << https << none;
    QTest::newRow("only here") << url << https << ProxyVariables() << https
                               << QStringList(u"proxy-only-here"_s);
    QTest::newRow("only of the desktop") << url << ProxyVariables() << https << ProxyVariables()
                                         << QStringList(u"proxy-only-there"_s);
    QTest::newRow("not in a host that runs since before")
        << url << https << https << ProxyVariables() << QStringList(u"proxy-only-here"_s);
    QTest::newRow("another one") << url << ProxyVariables{{u"HTTPS_PROXY"_s, u"other:1"_s}} << https
                                 << https << QStringList{u"proxy-other"_s, u"proxy-other"_s};
    QTest::newRow("for all") << url << all << ProxyVariables() << all
                             << QStringList(u"proxy-only-here"_s);
    QTest::newRow("an exception") << url << exempt << https << exempt
                                  << QStringList(u"proxy-only-here"_s);
    QTest::newRow("an exception for others")
        << url << ProxyVariables{{u"HTTPS_PROXY"_s, kProxy}, {u"NO_PROXY"_s, u"example.org"_s}}
        << https << https << none;
    QTest::newRow("of another scheme")
        << u"http://tide.example/mcp"_s << https << ProxyVariables() << ProxyVariables() << none;
    QTest::newRow("this machine") << u"http://localhost:1/mcp"_s
                                  << ProxyVariables{{u"HTTP_PROXY"_s, kProxy}} << ProxyVariables()
                                  << ProxyVariables() << none;
}

void TestDoctorProxies::comparesThemForAUrl()
{
    QFETCH(const QString, url);
    QFETCH(const ProxyVariables, here);
    QFETCH(const ProxyVariables, desktop);
    QFETCH(const ProxyVariables, host);
    QFETCH(const QStringList, kinds);
    ChosenPaths machine;
    const OwnProxies own;
    own.set(here);
    machine.theirProxies = desktop;
    machine.hosts = {{u"Claude Desktop"_s, 41, u"/usr/bin"_s, host}};
    config::Profile server;
    server.reachByUrl().url = url;
    const doctor::CheckResult result = doctor::checkProxy(server, machine);
    QStringList found;
    for (const doctor::DoctorFinding &finding : result.findings) {
        if (doctor::levelOf(finding.kind) == doctor::Level::Warning)
            found << doctor::kindId(finding.kind);
    }
    QCOMPARE(found, kinds);
    server.http()->proxy = config::ProxyMode::None;
    QCOMPARE(doctor::checkProxy(server, machine).outcome, doctor::Outcome::Passed);
    machine.theirProxies.reset(); // not known
    machine.hosts.clear();
    server.http()->proxy = config::ProxyMode::Environment;
    QCOMPARE(doctor::checkProxy(server, machine).outcome, doctor::Outcome::Passed);
}

// HTTP_PROXY in capitals is no variable of curl, because of CGI.
void TestDoctorProxies::readsThemAsCurl()
{
    const OwnProxies own;
    qputenv("HTTP_PROXY", kProxy.toUtf8());
    ChosenPaths machine;
    machine.proxies = {{u"HTTP_PROXY"_s, kProxy}};
    machine.theirProxies = ProxyVariables();
    config::Profile server;
    server.reachByUrl().url = u"http://tide.example/mcp"_s;
    QCOMPARE(doctor::checkProxy(server, machine).outcome, doctor::Outcome::Passed);
    machine.theirProxies = machine.proxies;
    QCOMPARE(doctor::checkProxy(server, machine).outcome, doctor::Outcome::Passed);
    server.http()->proxy = config::ProxyMode::Given;
    server.http()->proxyUrl = u"http://ada:hush@proxy.example:3128/?key=hush#hush"_s;
    QCOMPARE(doctor::proxyFor(*server.http()), kProxy);
}

void TestDoctorProxies::namesTheCauseOfADownload_data()
{
    QTest::addColumn<HostFault>("fault");
    QTest::newRow("only this shell has the proxy") << HostFault{"", "proxy-only-here",
        u"HTTPS_PROXY is set here (http://proxy.example:3128)"_s,
        [](const FaultFolder &folder, ChosenPaths &machine) {
            machine.proxies = {{u"HTTPS_PROXY"_s, u"http://ada:hush@proxy.example:3128"_s}};
            machine.theirProxies = ProxyVariables();
            return downloaded(folder, machine);
        }};
    QTest::newRow("only the desktop has the proxy") << HostFault{"", "proxy-only-there",
        u"apps that the desktop starts"_s, [](const FaultFolder &folder, ChosenPaths &machine) {
            machine.theirProxies = ProxyVariables{{u"HTTPS_PROXY"_s, kProxy}};
            return downloaded(folder, machine);
        }};
    QTest::newRow("the variable that decides") << HostFault{"", "proxy-only-here",
        u"NO_PROXY is set here (*)"_s, [](const FaultFolder &folder, ChosenPaths &machine) {
            const QString old = u"http://old.example:3128"_s;
            machine.proxies = {
                {u"HTTPS_PROXY"_s, kProxy}, {u"ALL_PROXY"_s, old}, {u"NO_PROXY"_s, u"*"_s}};
            machine.theirProxies = ProxyVariables{{u"HTTPS_PROXY"_s, old}};
            return downloaded(folder, machine, u"uvx"_s);
        }};
    QTest::newRow("a host that runs has another proxy") << HostFault{
        "", "proxy-other", u"Jan (pid 41)"_s, [](const FaultFolder &folder, ChosenPaths &machine) {
            machine.proxies = {{u"ALL_PROXY"_s, kProxy}};
            machine.hosts = {{u"Jan"_s, 41, folder.path(u"bin"_s),
                {{u"ALL_PROXY"_s, u"http://old.example:3128"_s}}}};
            return downloaded(folder, machine, u"uvx"_s);
        }};
}

void TestDoctorProxies::namesTheCauseOfADownload()
{
    QFETCH(HostFault, fault);
    compareInHost(fault, m_count);
}

void TestDoctorProxies::saysNothingOfWhatTheServerIsGiven()
{
    const FaultFolder folder;
    const auto machine = machineOf(folder);
    machine->proxies = {{u"HTTPS_PROXY"_s, kProxy}};
    machine->theirProxies = ProxyVariables();
    config::Profile server = downloaded(folder, *machine);
    server.environment.push_back({u"https_proxy"_s, Secret(kProxy)});
    QString report;
    const doctor::Verdict verdict = examine(server, kUsual, machine, &report);
    QVERIFY2(!verdict.cause && !verdict.inHost, qPrintable(report));
    QVERIFY2(report.contains(u"will-download"_s), qPrintable(report));
}

void TestDoctorProxies::saysNothingOfWhatDoesNotCount_data()
{
    QTest::addColumn<ProxyVariables>("here");
    QTest::addColumn<ProxyVariables>("desktop");
    QTest::newRow("another scheme")
        << ProxyVariables{{u"HTTP_PROXY"_s, kProxy}} << ProxyVariables();
    QTest::newRow("an exception for others")
        << ProxyVariables{{u"HTTPS_PROXY"_s, kProxy}, {u"NO_PROXY"_s, u"tide.example, ,."_s}}
        << ProxyVariables{{u"HTTPS_PROXY"_s, kProxy}};
    QTest::newRow("the proxy of all, for npm")
        << ProxyVariables{{u"ALL_PROXY"_s, kProxy}} << ProxyVariables();
    QTest::newRow("the proxy of all, behind that of the scheme")
        << ProxyVariables{{u"HTTPS_PROXY"_s, kProxy}, {u"ALL_PROXY"_s, u"old.example:1"_s}}
        << ProxyVariables{{u"HTTPS_PROXY"_s, kProxy}};
}

void TestDoctorProxies::saysNothingOfWhatDoesNotCount()
{
    QFETCH(const ProxyVariables, here);
    QFETCH(const ProxyVariables, desktop);
    const FaultFolder folder;
    const auto machine = machineOf(folder);
    machine->proxies = here;
    machine->theirProxies = desktop;
    QString report;
    const doctor::Verdict verdict = examine(downloaded(folder, *machine), kUsual, machine, &report);
    QVERIFY2(!verdict.cause && !verdict.inHost, qPrintable(report));
    QVERIFY2(report.contains(u"will-download"_s), qPrintable(report));
}

void TestDoctorProxies::saysNothingWithoutADownload()
{
    const FaultFolder folder;
    const auto machine = machineOf(folder);
    machine->proxies = {{u"HTTPS_PROXY"_s, kProxy}};
    machine->theirProxies = ProxyVariables();
    QString report;
    const doctor::Verdict verdict = examine(demo(), kUsual, machine, &report);
    QVERIFY2(!verdict.inHost && !report.contains(u"proxy-"_s), qPrintable(report));
}

void TestDoctorProxies::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorProxies)
#include "tst_doctorproxies.moc"
