// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/connectionjudge.h"
#include "doctor/program/outputjudge.h"
#include "rpc/message.h"

#include <QTest>

#include <cerrno>

using namespace sonde;
using namespace sonde::doctor;
using namespace Qt::StringLiterals;

namespace {

const SocketAddress kIpv4{{}, u"127.0.0.1"_s, false};
const SocketAddress kIpv6{{}, u"::1"_s, true};

QStringList idsOf(const std::vector<DoctorFinding> &findings)
{
    QStringList ids;
    for (const DoctorFinding &finding : findings)
        ids << kindId(finding.kind);
    return ids;
}

} // namespace

Q_DECLARE_METATYPE(std::vector<TriedAddress>)

// Facts that a test machine cannot make for real, or not at once: what the doctor makes of them.
class TestDoctorJudges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judgesConnections_data();
    void judgesConnections();
    void namesTheAddressThatRefuses();
    void saysThatAStartIsSlow_data();
    void saysThatAStartIsSlow();
};

void TestDoctorJudges::judgesConnections_data()
{
    QTest::addColumn<std::vector<TriedAddress>>("tried");
    QTest::addColumn<QString>("proxy");
    QTest::addColumn<QStringList>("ids");
    const auto row = [](const char *name, const std::vector<TriedAddress> &tried,
                         const QStringList &ids, const QString &proxy = {}) {
        QTest::newRow(name) << tried << proxy << ids;
    };
    row("both families", {{kIpv6, 0}, {kIpv4, 0}}, {u"connection"_s});
    row("only IPv4 of localhost", {{kIpv6, ECONNREFUSED}, {kIpv4, 0}},
        {u"one-family-answers"_s, u"connection"_s});
    row("only IPv6 of localhost", {{kIpv6, 0}, {kIpv4, ECONNREFUSED}},
        {u"one-family-answers"_s, u"connection"_s});
    row("one of two machines", {{kIpv4, ECONNREFUSED}, {kIpv4, 0}}, {u"connection"_s});
    row("neither family", {{kIpv6, ECONNREFUSED}, {kIpv4, ECONNREFUSED}}, {u"nothing-listens"_s});
    row("no route", {{kIpv4, EHOSTUNREACH}}, {u"no-route"_s});
    row("no answer in time", {{kIpv6, ENETUNREACH}, {kIpv4, ETIMEDOUT}}, {u"no-route"_s});
    row("the proxy", {{kIpv4, ECONNREFUSED}}, {u"proxy-unreachable"_s}, u"http://p:3128"_s);
}

void TestDoctorJudges::judgesConnections()
{
    QFETCH(std::vector<TriedAddress>, tried);
    QFETCH(QString, proxy);
    QFETCH(QStringList, ids);
    QCOMPARE(idsOf(judgeConnections(u"localhost"_s, 5002, tried, proxy)), ids);
}

void TestDoctorJudges::namesTheAddressThatRefuses()
{
    const DoctorFinding finding =
        judgeConnections(u"localhost"_s, 5002, {{kIpv6, ECONNREFUSED}, {kIpv4, 0}}, {}).front();
    const QString sentence = sentenceOf(finding);
    QVERIFY2(sentence.contains(u"127.0.0.1:5002 accepts") && sentence.contains(u"[::1]:5002"),
        qPrintable(sentence));
    QVERIFY2(remedyOf(finding).contains(u"127.0.0.1:5002"), qPrintable(remedyOf(finding)));
}

void TestDoctorJudges::saysThatAStartIsSlow_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<bool>("isSlow");
    QTest::newRow("within the usual limit of hosts") << 10 << false;
    QTest::newRow("after it") << 11 << true;
}

void TestDoctorJudges::saysThatAStartIsSlow()
{
    QFETCH(int, seconds);
    QFETCH(bool, isSlow);
    TrialFacts facts;
    facts.firstOutput = facts.responseAt = std::chrono::seconds(seconds);
    facts.response =
        rpc::decode(Bytes::copyOf(R"({"jsonrpc":"2.0","id":1,"result":{}})"), false).front();
    QStringList ids;
    for (const CheckResult &result : judgeTrial(facts, {}))
        ids << idsOf(result.findings);
    QVERIFY2(ids.contains(u"first-output"_s), qPrintable(ids.join(u' ')));
    QCOMPARE(ids.contains(u"slow-start"_s), isSlow);
}

QTEST_GUILESS_MAIN(TestDoctorJudges)

#include "tst_doctorjudges.moc"
