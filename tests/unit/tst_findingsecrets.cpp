// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/ruleplay.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::findings;
using namespace sonde::test;

// Sentences about values go into reports, so they must not carry secrets.
class FindingSecretsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quotesNoSecret_data();
    void quotesNoSecret();

private:
    QTemporaryDir m_folder;
};

void FindingSecretsTest::quotesNoSecret_data()
{
    QTest::addColumn<QString>("script"); // see RuleRow
    QTest::addColumn<QString>("rule"); // that quotes the value
    const auto row = [](const char *name, const char *rule, const char *script) {
        QTest::newRow(name) << QString::fromUtf8(script) << QString::fromUtf8(rule);
    };
    row("a header on stdout", "stdio.stdout-messages-only",
        "<< Authorization: Bearer hunter2hunter2");
    row("a variable on stdout", "stdio.stdout-messages-only", "<< API_TOKEN=hunter2hunter2");
    row("an address on stdout", "stdio.stdout-messages-only",
        "<< GET http://127.0.0.1/mcp?access_token=hunter2hunter2");
    row("a member of an object", "jsonrpc.result-is-object",
        R"(> {"id":1,"method":"ping"}
< {"id":1,"result":[{"password":"hunter2hunter2"}]})");
    row("a number with a secret name", "prompts.arguments-are-strings",
        R"(> {"id":1,"method":"prompts/get","params":{"name":"a","arguments":{"password":2222222222}}})");
    row("a value of another type", "schema.CompleteRequest",
        R"(> {"id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":""},"context":{"arguments":{"password":2222222222}}}})");
    row("an address in a list", "resources.uri-valid",
        R"(> {"id":1,"method":"resources/list"}
< {"id":1,"result":{"resources":[{"name":"a","uri":"/a b?token=hunter2hunter2"}]}})");
    row("a token in the address", "auth.not-in-query", R"(POST 200 /mcp?access_token=hunter2hunter2
> {"id":1,"method":"ping"}
< {"id":1,"result":{}})");
    row("a token in another scheme", "auth.bearer-header", R"(POST 401
> {"id":1,"method":"ping"}
< WWW-Authenticate: Bearer scope="a"
POST 200
> Authorization: hunter2hunter2
> {"id":2,"method":"ping"}
< {"id":2,"result":{}})");
    row("a key in the address", "auth.http-conforms", R"(POST 200 /mcp?api_key=hunter2hunter2
> {"id":1,"method":"ping"}
< {"id":1,"result":{}})");
    row("a token request", "auth.token-endpoint-auth-method",
        R"(POST 200 https://auth.example.com/token
> Content-Type: application/x-www-form-urlencoded
> Authorization: Basic aHVudGVyMmh1bnRlcjI=
>> grant_type=authorization_code&code=hunter2hunter2&client_secret=hunter2hunter2&code_verifier=hunter2hunter2
<< {"access_token":"hunter2hunter2","token_type":"Bearer"})");
    row("a refresh token", "auth.refresh-rotation",
        R"(POST 200 https://auth.example.com/token
> Content-Type: application/x-www-form-urlencoded
>> client_id=c&grant_type=refresh_token&refresh_token=hunter2hunter2
<< {"access_token":"hunter2hunter2","token_type":"Bearer","refresh_token":"hunter2hunter2"})");
    row("a malformed challenge", "auth.www-authenticate", R"(POST 401
> {"id":1,"method":"ping"}
< WWW-Authenticate: Bearer realm="a" Bearer hunter2hunter2)");
}

void FindingSecretsTest::quotesNoSecret()
{
    QFETCH(QString, script);
    QFETCH(QString, rule);
    RuleRow row;
    row.revision = QStringLiteral("2025-06-18");
    row.isHttp = script.startsWith(u"POST");
    row.isLogin = script.contains(u"client_id=c"); // the client of the usual login
    row.script = script.split(u'\n');
    const auto store = RulePlay(row).record(m_folder.filePath(
        QString::fromUtf8(QTest::currentDataTag()).replace(u' ', u'-') + QStringLiteral(".sonde")));
    QVERIFY(store);
    QStringList rules;
    for (const Finding &finding : findingsOf(*store)) {
        rules << QString::fromStdString(finding.requirement->id);
        for (const QString &text : {finding.sentence, finding.remedy}) {
            QVERIFY2(!text.contains(u"hunter2"), qPrintable(text));
            QVERIFY2(!text.contains(u"2222"), qPrintable(text));
        }
    }
    QVERIFY2(rules.contains(rule), qPrintable(rules.join(u' ')));
}

QTEST_GUILESS_MAIN(FindingSecretsTest)
#include "tst_findingsecrets.moc"
