// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/browser/embeddedbrowser.h"
#include "auth/runner/serverauthorizer.h"
#include "auth/store/memorytokenstore.h"
#include "mcp/client/client.h"
#include "support/protectedserver.h"
#include "support/recordingsink.h"

#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using namespace sonde::test;

namespace {

constexpr int kDeadline = 60'000; // Chromium starts

// What a person does in the pages of ProtectedServer, as a script of these pages.
constexpr char kLogIn[] = "const f=document.forms[0];"
                          "if(f.elements.name){f.elements.name.value='ada';"
                          "f.elements.password.value='SECRET-password';f.submit()}";
constexpr char kAgree[] = "else f.elements.answer[0].click();";
constexpr char kDeny[] = "else f.elements.answer[1].click();";

// A client, what authorizes it, the server that wants that, and the real sonde-browser.
struct Bench {
    explicit Bench(const QByteArray &script)
    {
        server.asksPerson = true;
        server.script = script;
        ServerAuthorizer::Setup setup;
        setup.run.route.target.url = server.url();
        setup.run.route.traffic = &traffic;
        setup.run.route.name = u"peer"_s;
        setup.run.browser = &browser;
        setup.flow.server = server.url();
        authorizer = std::make_unique<ServerAuthorizer>(setup, cache);
        mcp::ClientConfig config;
        config.name = u"peer"_s;
        config.endpoint = wire::HttpTarget();
        config.endpoint.target()->url = server.url();
        config.era.mode = mcp::EraPolicy::Mode::Legacy;
        config.traffic = &traffic;
        config.authorizer = authorizer.get();
        client = std::make_unique<mcp::Client>(config);
        client->start();
    }
    // What the step of the browser says, one fact on a line.
    QStringList visits() const
    {
        QStringList all;
        for (const Step &step : authorizer->runner().steps()) {
            if (step.kind != StepKind::Redirect)
                continue;
            for (const auto &[name, value] : step.facts)
                all << QString(name % u' ' % value);
        }
        return all;
    }
    bool hasVisit(const QString &begin, const QString &part) const
    {
        const QStringList all = visits();
        return std::any_of(all.begin(), all.end(),
            [&](const QString &each) { return each.startsWith(begin) && each.contains(part); });
    }

    ProtectedServer server;
    RecordingSink traffic;
    MemoryTokenStore store;
    CredentialCache cache{&store};
    EmbeddedBrowser browser{EmbeddedBrowser::Setup{{}, u"peer"_s, u"light"_s, nullptr}};
    std::unique_ptr<ServerAuthorizer> authorizer;
    std::unique_ptr<mcp::Client> client;
};

} // namespace

// The whole way with the real sonde-browser, as a process of its own.
class TestBrowserProgram : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void authorizes();
    void tellsThatThePersonDenies();
    void refusesWhatAPageTries_data();
    void refusesWhatAPageTries();
    void endsWithTheFlow();
};

void TestBrowserProgram::authorizes()
{
    Bench bench(QByteArray(kLogIn) + kAgree);
    QTRY_COMPARE_WITH_TIMEOUT(bench.client->state(), mcp::ClientState::Ready, kDeadline);
    // The chain, in order, without its secrets.
    const QStringList visits = bench.visits();
    const auto at = [&](const QString &begin, const QString &part) {
        const auto found = std::find_if(visits.begin(), visits.end(),
            [&](const QString &each) { return each.startsWith(begin) && each.contains(part); });
        return found - visits.begin();
    };
    QVERIFY2(at(u"typed"_s, u"/authorize"_s) < at(u"form"_s, u"/log-in"_s),
        qUtf8Printable(visits.join(u'\n')));
    QVERIFY(at(u"form"_s, u"/log-in"_s) < at(u"redirect"_s, u"/consent"_s));
    QVERIFY(at(u"redirect"_s, u"/consent"_s) < at(u"form"_s, u"/consent"_s));
    QVERIFY(at(u"form"_s, u"/consent"_s) < at(u"redirect"_s, u"/callback"_s));
    QVERIFY(at(u"redirect"_s, u"/callback"_s) < visits.size());
    QVERIFY(!visits.join(u'\n').contains(u"SECRET"));
}

void TestBrowserProgram::tellsThatThePersonDenies()
{
    Bench bench(QByteArray(kLogIn) + kDeny);
    QTRY_COMPARE_WITH_TIMEOUT(bench.client->state(), mcp::ClientState::Failed, kDeadline);
    QVERIFY(bench.authorizer->failedRule() == AuthRule::AuthorizationDenied);
}

void TestBrowserProgram::refusesWhatAPageTries_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &script, const char *says) {
        QTest::newRow(name) << script << QString::fromUtf8(says);
    };
    const QByteArray redirect = "const r=new URLSearchParams(location.search).get('redirect_uri');"
                                "const s=new URLSearchParams(location.search).get('state');";
    row("file", "location='file:///etc/passwd'", "file:///etc/passwd");
    row("data", "location='data:text/html,x'", "data:text/html,x");
    row("another program", "location='calc://x'", "begins with “calc:”");
    row("mail", "location='mailto:a@b.example'", "begins with “mailto:”");
    row("pop-up of a file", "window.open('file:///etc/passwd')", "file:///etc/passwd");
    row("pop-up of another program", "window.open('calc://x')", "begins with “calc:”");
    row("too many pop-ups", "for(let i=0;i<9;i++)window.open('/authorize/x')", "too many windows");
    row("download", "const a=document.createElement('a');a.href='/token';a.download='x';a.click()",
        "Downloads are blocked");
    row("dialog", "confirm('sure?')", "Sonde answered “no”");
    row("wrong port",
        redirect + "const u=new URL(r);u.port=Number(u.port)-1;location=u+'?code=c&state='+s",
        "not to the redirect URI");
    row("wrong name", redirect + "location=r.replace('127.0.0.1','localhost')+'?code=c&state='+s",
        "not to the redirect URI");
    row("wrong path", redirect + "location=new URL('/else',r)+'?code=c&state='+s",
        "Sonde's listener");
    row("from a frame",
        redirect
            + "const f=document.createElement('iframe');f.src=r+'?code=c&state='+s;"
              "document.body.append(f)",
        "Sonde's listener");
    row("from a script", redirect + "fetch(r+'?code=c&state='+s,{mode:'no-cors'}).catch(()=>0)",
        "Sonde's listener");
}

void TestBrowserProgram::refusesWhatAPageTries()
{
    QFETCH(const QByteArray, script);
    QFETCH(const QString, says);
    Bench bench(script);
    QTRY_VERIFY2_WITH_TIMEOUT(
        bench.hasVisit(u"refused"_s, says), qUtf8Printable(bench.visits().join(u'\n')), kDeadline);
    // It waits for the real response still: the listener got none of that.
    QVERIFY(bench.authorizer->runner().isRunning());
}

void TestBrowserProgram::endsWithTheFlow()
{
    Bench bench("");
    QTRY_VERIFY_WITH_TIMEOUT(bench.hasVisit(u"loaded"_s, u"/authorize"_s), kDeadline);
    bench.authorizer->runner().cancel();
    QTRY_COMPARE_WITH_TIMEOUT(bench.client->state(), mcp::ClientState::Failed, kDeadline);
    QCOMPARE(bench.authorizer->failure()->domain, Domain::Cancelled);
}

QTEST_GUILESS_MAIN(TestBrowserProgram)
#include "tst_browserprogram.moc"
