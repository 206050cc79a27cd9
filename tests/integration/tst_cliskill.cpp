// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clicommands.h"
#include "support/clirun.h"

#include "cli/options/commandtable.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::test;

// The skill file of sonde-cli skill. Its examples are those of the commands, which tst_readme runs.
class TestCliSkill : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void beginsAsHostsExpectIt();
    void namesCommandsThatExist();
    void isShort();
    void isEnglishInEveryLanguage_data();
    void isEnglishInEveryLanguage();

private:
    QString m_text;
};

void TestCliSkill::initTestCase()
{
    const Run run = test::cli({u"skill"_s});
    COMPARE_CODE(run, 0);
    m_text = QString::fromUtf8(run.out);
}

// https://agentskills.io/specification
void TestCliSkill::beginsAsHostsExpectIt()
{
    static const QRegularExpression head(
        u"\\A---\nname: ([a-z0-9-]{1,64})\ndescription: (.{1,1024})\n---\n"_s);
    QVERIFY(head.match(m_text).hasMatch());
}

// Each code in the text that begins like a command is one.
void TestCliSkill::namesCommandsThatExist()
{
    static const QRegularExpression code(u"`(?:sonde-cli )?([a-z]+(?: [a-z]+)?)\\b[^`]*`"_s);
    int found = 0;
    for (auto match = code.globalMatch(m_text); match.hasNext(); ++found) {
        const QString words = match.next().captured(1);
        QVERIFY2(cli::findCommand(words) || cli::findCommand(words.section(u' ', 0, 0)),
            qPrintable(words));
    }
    QVERIFY(found >= 8);
    for (const QString &line : m_text.split(u'\n')) {
        if (line.startsWith(u"    "))
            QVERIFY2(line.contains(u"sonde-cli "), qPrintable(line));
    }
}

void TestCliSkill::isShort()
{
    QCOMPARE(int(m_text.count(u"\n## "_s)), 12); // ten ways, an open server, exit codes
    QVERIFY2(m_text.size() < 8000, qPrintable(QString::number(m_text.size())));
}

void TestCliSkill::isEnglishInEveryLanguage_data()
{
    QTest::addColumn<QString>("language");
    for (const char *language : {"ja_JP.UTF-8", "zh_CN.UTF-8"})
        QTest::newRow(language) << QString::fromLatin1(language);
}

// A model reads it.
void TestCliSkill::isEnglishInEveryLanguage()
{
    QFETCH(const QString, language);
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"LC_ALL"_s, language);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(kCli, {u"skill"_s});
    QCOMPARE(QString::fromUtf8(finishedRun(process).out), m_text);
}

QTEST_GUILESS_MAIN(TestCliSkill)
#include "tst_cliskill.moc"
