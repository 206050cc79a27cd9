// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secretname.h"
#include "base/secretplaces.h"

#include "support/places.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace sonde;
using namespace Qt::StringLiterals;

// What is secret in a command line, and what must be seen.
class TestSecretPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsThemInRealisticCommandLines();
    void decidesByTheWordsOfANameInMembers_data();
    void decidesByTheWordsOfANameInMembers();
    void findsThemInTexts_data();
    void findsThemInTexts();
    void decidesByTheValueOfAHeader_data();
    void decidesByTheValueOfAHeader();
    void endsWithAnyText_data();
    void endsWithAnyText();
};

namespace {

struct MarkedLine {
    QString text;
    std::vector<std::string> words;
    std::vector<std::vector<SecretPlace>> secrets; // kinds mean nothing
};

MarkedLine parsed(QString line)
{
    MarkedLine marked;
    marked.text = line.remove(u'‧');
    for (QString word : line.split(u' ')) {
        std::vector<SecretPlace> places;
        word.replace(u'␣', u' ');
        for (auto begin = word.indexOf(u'⟦'); begin >= 0; begin = word.indexOf(u'⟦')) {
            word.remove(begin, 1);
            const auto end = word.indexOf(u'⟧');
            word.remove(end, 1);
            places.push_back({std::size_t(word.left(begin).toUtf8().size()),
                std::size_t(word.left(end).toUtf8().size())});
        }
        marked.words.push_back(word.toStdString());
        marked.secrets.push_back(places);
    }
    return marked;
}

std::vector<MarkedLine> table()
{
    QFile file(sonde::test::sourcePath("tests/data/secrets/commandlines.txt"));
    std::vector<MarkedLine> lines;
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (!line.isEmpty() && !line.startsWith(u'#'))
            lines.push_back(parsed(line));
    }
    return lines;
}

struct Count {
    int found = 0;
    int missed = 0;
    int wrong = 0; // words of which too much is hidden

    Count &operator+=(const Count &other)
    {
        found += other.found;
        missed += other.missed;
        wrong += other.wrong;
        return *this;
    }
};

Count compared(const MarkedLine &line)
{
    const auto places = secretsOfCommandLine(line.words);
    Count count;
    for (std::size_t i = 0; i < line.words.size(); ++i) {
        std::string hidden(line.words[i].size(), '.');
        for (const SecretPlace &place : places[i])
            std::fill(hidden.begin() + std::ptrdiff_t(place.begin),
                hidden.begin() + std::ptrdiff_t(place.end), '*');
        for (const SecretPlace &secret : line.secrets[i]) {
            const auto begin = hidden.begin() + std::ptrdiff_t(secret.begin);
            const auto end = hidden.begin() + std::ptrdiff_t(secret.end);
            const bool isFound = std::all_of(begin, end, [](char c) { return c == '*'; });
            ++(isFound ? count.found : count.missed);
            std::fill(begin, end, '.');
        }
        count.wrong += hidden.find('*') == std::string::npos ? 0 : 1;
    }
    return count;
}

} // namespace

void TestSecretPlaces::findsThemInRealisticCommandLines()
{
    const std::vector<MarkedLine> lines = table();
    Count all;
    QStringList misses;
    QStringList wrongs;
    for (const MarkedLine &line : lines) {
        const Count count = compared(line);
        all += count;
        if (count.missed > 0)
            misses += line.text;
        if (count.wrong > 0)
            wrongs += line.text;
    }
    for (const QString &line : misses)
        qInfo("missed: %s", qUtf8Printable(line));
    for (const QString &line : wrongs)
        qInfo("wrongly hidden: %s", qUtf8Printable(line));
    qInfo("%d command lines: %d secrets found, %d missed, %d words wrongly hidden",
        int(lines.size()), all.found, all.missed, all.wrong);
    QCOMPARE(lines.size(), std::size_t(239));
    QCOMPARE(all.found, 143);
    QCOMPARE(all.missed, 4); // those of the section that says so
    QCOMPARE(all.wrong, 3); // as well
}

void TestSecretPlaces::decidesByTheWordsOfANameInMembers_data()
{
    QTest::addColumn<bool>("isSecret");
    for (const char *name : {"token", "access_token", "Access-Token", "accessToken", "githubPAT",
             "openaiApiKey", "x-api-key", "API_KEY", "clientSecret", "db_password", "auth",
             "Authorization", "Set-Cookie", "credentials", "aws_secret_access_key", "privateKey"})
        QTest::newRow(name) << true;
    for (const char *name : {"progressToken", "nextPageToken", "next_page_token", "maxTokens",
             "key", "keys", "tokens", "token_endpoint", "tokenType", "author",
             "authorization_endpoint", "secretName", "public_key", "sortKey", "keyboard", "cursor",
             "pass", "passenger", "", "---", "monkey", "tokenizer"})
        QTest::newRow(*name ? name : "(empty)") << false;
}

void TestSecretPlaces::decidesByTheWordsOfANameInMembers()
{
    const QByteArray row = QTest::currentDataTag();
    QFETCH(bool, isSecret);
    QCOMPARE(isSecretMember(row == "(empty)" ? std::string() : row.toStdString()), isSecret);
}

void TestSecretPlaces::findsThemInTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const char *text, const char *shown) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(shown);
    };
    row("a recorded command line", "tap started\tclaude · pid 12\nclaude\n--token\nword",
        "tap started\tclaude · pid 12\nclaude\n--token\n****");
    row("a line of a log", "starting: server --token sup3rX --port 80",
        "starting: server --token ****** --port 80");
    row("prose about an option", "Use --token to authenticate.", "Use --token to authenticate.");
    row("a URL", "cannot connect to postgres://me:pw@h/db: refused",
        "cannot connect to postgres://me:**@h/db: refused");
    row("a URL in JSON", R"({"url":"https://me:pw@h/?token=abc&x=1"})",
        R"({"url":"https://me:**@h/?token=***&x=1"})");
    row("a file of variables", "A=1\nAPI_KEY=abc\n# note", "A=1\nAPI_KEY=***\n# note");
    row("a variable with a quote", "export API_KEY='a b' # x", "export API_KEY='***' # x");
    row("JSON in a line of a log", R"(got {"user":"me","password": "a \"b\" c","n":1} twice)",
        R"(got {"user":"me","password": "*********","n":1} twice)");
    row("JSON in a string", R"({"text":"{\n \"api_key\": \"q\\\"w\",\n \"a\":\"b\"}"})",
        R"({"text":"{\n \"api_key\": \"******\",\n \"a\":\"b\"}"})");
    row("JSON in a string of JSON in a string", R"("{\"t\":\"{\\\"token\\\":\\\"abc\\\"}\"}")",
        R"("{\"t\":\"{\\\"token\\\":\\\"***\\\"}\"}")");
    row("JSON in a string that is cut", R"("text":"{\"password\":\"abc", "other": "x")",
        R"("text":"{\"password\":\"***", "other": "x")");
    row("quotes that are escaped by their number",
        R"("text":"{\u0022password\u0022: \u0022abc\u0022,\u0022n\u0022:1}")",
        R"("text":"{\u0022password\u0022: \u0022***\u0022,\u0022n\u0022:1}")");
    row("and in a string of a string",
        R"("a":"{\"text\":\"{\\u0022password\\u0022:\\u0022abc\\u0022}\"}")",
        R"("a":"{\"text\":\"{\\u0022password\\u0022:\\u0022***\\u0022}\"}")");
    row("and in a text that is no JSON", R"(u0022 \\\\\u0022password\u0022:\u0022)",
        R"(u0022 \\\\\u0022password\u0022:\u0022)");
    row("a text that is cut", R"({"password":"abc)", R"({"password":"***)");
    row("a reference", R"({"password":"${PASSWORD}"})", R"({"password":"${PASSWORD}"})");
    row("a member that is no string", R"({"password":{"type":"string"},"token":null})",
        R"({"password":{"type":"string"},"token":null})");
    row("nothing", "The token is missing: basic authentication is off.",
        "The token is missing: basic authentication is off.");
}

void TestSecretPlaces::findsThemInTexts()
{
    QFETCH(QString, text);
    QTEST(textWithoutSecrets(text), "shown");
}

void TestSecretPlaces::decidesByTheValueOfAHeader_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("isSecret");
    const auto row = [](const char *value, bool isSecret) {
        QTest::newRow(value) << QByteArray(value) << isSecret;
    };
    row("ghp_abc123DEF456", true);
    row("Team q7RfW2xLp9ZtB4nVk8Ds3HyM", true);
    row("Bearer 1234-abcd", true);
    row("0123456789abcdef0123456789abcdef", true);
    row("", false);
    row("one", false);
    row("2025-11-25", false);
    row("application/json, text/event-stream", false);
    row("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false); // traceparent
    row("123e4567-e89b-12d3-a456-426614174000", false);
    row("${TOKEN}", false);
    row("https://example.org/a?b=1", false);
}

void TestSecretPlaces::decidesByTheValueOfAHeader()
{
    QFETCH(QByteArray, value);
    QTEST(isSecretHeaderValue(value.toStdString()), "isSecret");
}

// Texts of servers may be anything and long. Time is linear, or the test would not end.
void TestSecretPlaces::endsWithAnyText_data()
{
    QTest::addColumn<QByteArray>("part");
    for (const char *part :
        {"a=", "?a=", "://", "://a:", "@", "bearer ", "--token ", "-p ", "ghp_", ":", "=",
            ";a=", "a", "\n", "\"", "\xff", "token=\"", "\"token\":\"", "\\\"token\\\":\\\"", "\\"})
        QTest::newRow(part) << QByteArray(part);
}

void TestSecretPlaces::endsWithAnyText()
{
    QFETCH(QByteArray, part);
    const std::string text = part.repeated((1 << 17) / part.size()).toStdString();
    std::size_t last = 0;
    for (const SecretPlace &place : secretsOfText(text)) {
        QVERIFY(place.begin < place.end && place.end <= text.size());
        last = std::max(last, place.end);
    }
    QVERIFY(last <= text.size());
    const std::vector<std::string> words(2000, part.toStdString());
    QCOMPARE(secretsOfCommandLine(words).size(), words.size());
    QCOMPARE(withoutSecrets(words).size(), words.size());
}

QTEST_GUILESS_MAIN(TestSecretPlaces)
#include "tst_secretplaces.moc"
