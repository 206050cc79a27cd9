// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/githubreport.h"
#include "findings/page/rulepage.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;
using findings::Level;
using findings::ListedFinding;

// Annotations of workflows: no text can end a command or begin another one.
class GithubReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void escapes_data();
    void escapes();
    void writesALineForEachFinding();
    void namesTheRecording();
};

namespace {

ListedFinding finding(Level level, const QString &sentence)
{
    ListedFinding made;
    made.requirement = findings::findChecked("tools.name-charset");
    made.revision = findings::Revision::R20251125;
    made.level = level;
    made.messages = {5};
    made.pointer = QStringLiteral("/result/tools/0/name");
    made.sentence = sentence;
    return made;
}

} // namespace

void GithubReportTest::escapes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("property");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *text, const char *property, const char *message) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(property)
                            << QString::fromUtf8(message);
    };
    row("plain", "plain", "plain");
    row("100%", "100%25", "100%25");
    row("%0A", "%250A", "%250A");
    row("a\nb", "a%0Ab", "a%0Ab");
    row("a\r\nb", "a%0D%0Ab", "a%0D%0Ab");
    row("a:b", "a%3Ab", "a:b");
    row("a,b", "a%2Cb", "a,b");
    row("\n::stop-commands::x", "%0A%3A%3Astop-commands%3A%3Ax", "%0A::stop-commands::x");
    row("größer ✓", "größer ✓", "größer ✓");
}

void GithubReportTest::escapes()
{
    QFETCH(const QString, text);
    QTEST(githubProperty(text), "property");
    QTEST(githubMessage(text), "message");
}

void GithubReportTest::writesALineForEachFinding()
{
    const QString text = githubReport({finding(Level::Error, QStringLiteral("one\n::error::two")),
                                          finding(Level::Warning, QStringLiteral("50% of it")),
                                          finding(Level::Info, QStringLiteral("three"))},
        {}, false);
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), qsizetype(3));
    const QString address =
        QStringLiteral("%0Ahttps://modelcontextprotocol.io/specification/2025-11-25/");
    QVERIFY2(lines[0].startsWith(QStringLiteral("::error title=tools.name-charset::#5 "
                                                "/result/tools/0/name: one ::error::two")),
        qPrintable(lines[0]));
    QVERIFY2(lines[0].contains(address), qPrintable(lines[0]));
    QVERIFY(lines[1].startsWith(QStringLiteral("::warning title=tools.name-charset::")));
    QVERIFY(lines[1].contains(QStringLiteral("50%25 of it")));
    QVERIFY(lines[2].startsWith(QStringLiteral("::notice title=tools.name-charset::")));
    QVERIFY(!text.contains(QStringLiteral("Why it matters")));
}

void GithubReportTest::namesTheRecording()
{
    const QString text = githubReport(
        {finding(Level::Error, QStringLiteral("one"))}, QStringLiteral("a,b.sonde"), true);
    QVERIFY2(text.startsWith(QStringLiteral("::error file=a%2Cb.sonde,title=")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("%0AWhy it matters: ")));
    QVERIFY(text.contains(QStringLiteral("%0AHow to fix it: ")));
    QCOMPARE(text.count(u'\n'), qsizetype(1));
}

QTEST_GUILESS_MAIN(GithubReportTest)
#include "tst_githubreport.moc"
