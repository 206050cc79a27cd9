// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/commandhelp.h"
#include "cli/options/commandtable.h"
#include "cli/options/optiontable.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "language/language.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::cli;

// What --help prints in each language.
class TstHelpLanguages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fitsATerminal_data();
    void fitsATerminal();
    void translatesEachTextOfATable_data() { translations(); }
    void translatesEachTextOfATable();
    void leavesNoLineInEnglish_data() { translations(); }
    void leavesNoLineInEnglish();
    void keepsCommandLinesAndExamples_data() { translations(); }
    void keepsCommandLinesAndExamples();

private:
    static void translations();
};

namespace {

void speak(const QString &name)
{
    language::installLanguage(*QCoreApplication::instance(), name);
}

// Without the lines of a shell, which has no options.
QStringList allHelp()
{
    QStringList texts{mainHelp(), serverOptionsHelp(), wholeHelp()};
    for (const CommandRow &row : commandRows())
        texts << *helpOf(row.words) << *helpOf(QString(row.words).section(u' ', 0, 0));
    return texts;
}

// All that is marked for translation in the tables of commands, options and exit codes.
QList<const char *> textsOfTables()
{
    QList<const char *> texts;
    for (const CommandRow &row : commandRows())
        texts << row.summary << row.text;
    for (const Option &option : optionRows())
        texts << option.text;
    for (const ExitText &row : exitRows())
        texts << row.text;
    return texts;
}

// The lines with words of a language: not only names of options and placeholders, and neither a
// synopsis nor an example.
QSet<QString> proseIn(const QStringList &texts)
{
    static const QRegularExpression word(u"(?<![\\w-])[A-Za-z][a-z]{2,}(?![\\w-])"_s);
    // The title of a group is a synopsis too.
    static const QRegularExpression command(u"^  (?![ -]).*sonde-cli |^sonde-cli [a-z]+$"_s);
    QSet<QString> lines;
    for (const QString &text : texts) {
        for (const QString &line : text.split(u'\n')) {
            if (word.match(line).hasMatch() && !command.match(line).hasMatch())
                lines += line;
        }
    }
    return lines;
}

} // namespace

void TstHelpLanguages::translations()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("Japanese") << u"ja"_s;
    QTest::newRow("Chinese") << u"zh_CN"_s;
}

void TstHelpLanguages::fitsATerminal_data()
{
    translations();
    QTest::newRow("English") << u"en"_s;
}

void TstHelpLanguages::fitsATerminal()
{
    QFETCH(const QString, name);
    speak(name);
    for (const QString &text : allHelp() + QStringList{shellHelp()}) {
        QVERIFY(text.endsWith(u'\n') && !text.endsWith(u"\n\n"_s));
        for (const QString &line : text.split(u'\n')) {
            QVERIFY2(cellWidth(line) <= 80, qPrintable(line));
            QVERIFY2(!line.endsWith(u' '), qPrintable(line));
        }
    }
}

void TstHelpLanguages::translatesEachTextOfATable()
{
    QFETCH(const QString, name);
    speak(name);
    const QList<const char *> texts = textsOfTables();
    QVERIFY(texts.size() > 200);
    for (const char *const text : texts)
        QVERIFY2(Text::tr(text) != QString::fromUtf8(text), text);
}

void TstHelpLanguages::leavesNoLineInEnglish()
{
    QFETCH(const QString, name);
    speak(u"en"_s);
    const QSet<QString> english = proseIn(allHelp());
    QVERIFY(english.size() > 300);
    speak(name);
    QStringList left = QSet<QString>(english).intersect(proseIn(allHelp())).values();
    left.sort();
    QVERIFY2(left.isEmpty(), qPrintable(left.mid(0, 20).join(u'\n')));
}

void TstHelpLanguages::keepsCommandLinesAndExamples()
{
    QFETCH(const QString, name);
    speak(name);
    for (const CommandRow &row : commandRows()) {
        const QString help = *helpOf(row.words);
        for (const QStringView line : row.usage.split(u'\n'))
            QVERIFY2(help.contains(u"\n  sonde-cli "_s + line + u'\n'), row.words.data());
        for (const QStringView line : row.examples.split(u'\n'))
            QVERIFY2(help.contains(u"\n  "_s + line + u'\n'), row.words.data());
    }
}

QTEST_GUILESS_MAIN(TstHelpLanguages)
#include "support/clicommands.h"
#include "tst_helplanguages.moc"
