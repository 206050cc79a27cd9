// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/formwalk.h"
#include "support/publishedservers.h"

using namespace sonde;
using namespace sonde::test;

// Every tool of servers that others wrote gives a form: no property is lost, and each default is
// offered as it is written.
class TestPublishedForms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyToolHasAForm_data();
    void everyToolHasAForm();
};

void TestPublishedForms::initTestCase()
{
    const QString missing = missingServers();
    QVERIFY2(missing.isEmpty(), qPrintable(missing));
}

void TestPublishedForms::everyToolHasAForm_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("least"); // tools
    QTest::newRow("everything") << QStringList{everything(), QStringLiteral("stdio")} << 8;
    QTest::newRow("filesystem") << QStringList{publishedServer(QStringLiteral("filesystem")),
        QDir::tempPath()} << 10;
    QTest::newRow("memory") << QStringList{publishedServer(QStringLiteral("memory"))} << 9;
}

void TestPublishedForms::everyToolHasAForm()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, least);
    RecordedClient peer(nodeConfig(arguments));
    QVERIFY(peer.start());
    const json::Value result = peer.request("tools/list");
    QVERIFY2(result.exists(), qPrintable(peer.problem()));
    int tools = 0;
    for (const json::Value tool : result["tools"]) {
        const QString name = tool["name"].toString() + QStringLiteral(": ");
        const auto schema = std::make_shared<const json::Document>(
            json::Document::parse(tool["inputSchema"].raw()));
        schema::Form form(schema);
        QVERIFY2(form.problem().isEmpty(), qPrintable(name + form.problem()));
        QVERIFY(form.setText(Bytes::copyOf("{}")));
        const QStringList lost = lostProperties(form, *schema);
        QVERIFY2(lost.isEmpty(), qPrintable(name + lost.join(u' ')));
        const Defaults defaults = checkDefaults(schema);
        QVERIFY2(defaults.wrong.isEmpty(), qPrintable(name + defaults.wrong.join(u' ')));
        ++tools;
    }
    QVERIFY2(tools >= least, qPrintable(QString::number(tools)));
    QVERIFY(peer.stop());
}

QTEST_GUILESS_MAIN(TestPublishedForms)
#include "tst_publishedforms.moc"
