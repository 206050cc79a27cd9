// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/commandhelp.h"
#include "cli/help/completer.h"
#include "cli/options/commandtable.h"
#include "cli/options/commandwords.h"
#include "cli/options/linereader.h"
#include "cli/options/optiontable.h"
#include "cli/options/parseoptions.h"
#include "support/places.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::cli;

// The help of each command, against the parsers.
class TstCommandHelp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsWhatTheParserAccepts_data();
    void listsWhatTheParserAccepts();
    void showsEachOptionAlike_data();
    void showsEachOptionAlike();
    void everyOptionIsRead();
    void thePagesNameWhatThereIs();
    void theReadmeNamesEveryCommand();
    void isShortForAllCommands();
    void saysEverythingAtOnce();
    void hasEveryCommandOnce();
    void findsTheCommandOfALine_data();
    void findsTheCommandOfALine();
};

namespace {

std::vector<std::string> bytesOf(const QStringList &words)
{
    std::vector<std::string> bytes;
    for (const QString &word : words)
        bytes.push_back(word.toStdString());
    return bytes;
}

// With a value, if it takes one.
QStringList given(const Option &option)
{
    QStringList words{option.name};
    if (!option.example.isEmpty())
        words += QString(option.example).section(u'|', 0, 0).remove(u'\'');
    return words;
}

// What is said of a line; empty: it is good.
QString complaintOf(QStringList words, Commands commands, const Option &option)
{
    const bool isOfProgram =
        option.group == OptionGroup::Program && option.commands.meets(commands);
    const bool needsServer = commands.meets(kServerCommands);
    if (commands.meets(Command::TapProgram)
        || (needsServer && (isOfProgram || option.name == u"--url")))
        words += QStringList{u"--"_s, u"s"_s};
    else if (needsServer)
        words += QStringList{u"--url"_s, u"http://localhost/"_s};
    if (const Result<Line> line = readLine(bytesOf(words)); !line)
        return line.error().sentence;
    const Result<Options> options = needsServer ? parseOptions(bytesOf(words)) : Options();
    return options ? QString() : options.error().sentence;
}

bool accepts(const CommandRow &row, QStringList words, const QString &name)
{
    static const QRegularExpression refusal(
        u"has no option|There is no option|is only for (?!--url|a server)|opens connections of its own"_s);
    const Commands commands = meaningOf(row, bytesOf(words));
    const Option *const known = findOption(name, commands);
    const Option &option = known ? *known : *findOption(name);
    words += given(option);
    return !refusal.match(complaintOf(words, meaningOf(row, bytesOf(words)), option)).hasMatch();
}

// An option as a help shows it: in a column its name with each form of its value, and beside it
// what it does.
struct Shown {
    QStringList forms;
    QString text;
};

Shown shownOf(const Option &option)
{
    Shown shown;
    for (const QString &form : option.shown.toString().split(u'|'))
        shown.forms += QString(option.name + u' ' + form).trimmed();
    shown.text = QString::fromUtf8(option.text).simplified();
    return shown;
}

// What the help says beside these forms; empty where it does not have all of them.
QString shownIn(const QString &help, const Shown &option)
{
    constexpr int kColumn = 24;
    const QStringList lines = help.split(u'\n');
    for (qsizetype first = 0; first < lines.size(); ++first) {
        if (!lines[first].startsWith(u"  --"))
            continue;
        QStringList forms;
        QStringList texts;
        for (qsizetype at = first; at < lines.size() && !lines[at].isEmpty(); ++at) {
            const QString left = lines[at].left(kColumn);
            const bool isWide = !left.endsWith(u' ') && lines[at].startsWith(u"  --");
            const QString form = (isWide ? lines[at] : left).trimmed();
            const bool isNext = !form.isEmpty() && !option.forms.contains(form);
            if (isNext || forms.contains(form))
                break;
            if (!form.isEmpty())
                forms += form;
            if (!isWide)
                texts += lines[at].mid(kColumn);
        }
        if (forms == option.forms)
            return texts.join(u' ').simplified();
    }
    return {};
}

// In the left column, and behind the titles of the options of a server.
QSet<QString> listedIn(const QString &help)
{
    static const QRegularExpression left(u"^  (--[a-z0-9-]+)"_s);
    static const QRegularExpression any(u"--[a-z0-9-]+"_s);
    QSet<QString> names;
    const QString options = help.section(u"\nOptions\n"_s, 1).section(u"\nExit codes\n"_s, 0, 0);
    const QString own = options.section(u"\n\n"_s, 0, 0);
    for (const QString &line : own.split(u'\n')) {
        if (const auto match = left.match(line); match.hasMatch())
            names += match.captured(1);
    }
    const QString server = options.section(u"\n\n"_s, 1).section(u":\n"_s, 1);
    for (auto match = any.globalMatch(server); match.hasNext();)
        names += match.next().captured();
    return names;
}

} // namespace

void TstCommandHelp::listsWhatTheParserAccepts_data()
{
    QTest::addColumn<QString>("words");
    for (const CommandRow &row : commandRows())
        QTest::newRow(row.words.data()) << QString(row.words);
}

void TstCommandHelp::listsWhatTheParserAccepts()
{
    QFETCH(const QString, words);
    const CommandRow *const row = findCommand(words);
    QSet<QString> accepted{u"--help"_s};
    std::vector<QStringList> lines{words.split(u' ')};
    if (!row->serverOptions.isEmpty()) // the same words mean two commands
        lines.push_back(
            lines[0] + given(*findOption(QString(row->serverOptions).section(u'|', -1))));
    for (const Option &option : optionRows()) {
        for (const QStringList &line : lines) {
            if (accepts(*row, line, option.name))
                accepted += option.name;
        }
    }
    const QSet<QString> listed = listedIn(*helpOf(words));
    const QSet<QString> missing = accepted - listed;
    const QSet<QString> surplus = listed - accepted;
    QVERIFY2(missing.isEmpty(), qPrintable(u"Not in the help: "_s + missing.values().join(u' ')));
    QVERIFY2(surplus.isEmpty(), qPrintable(u"Not accepted: "_s + surplus.values().join(u' ')));
}

void TstCommandHelp::showsEachOptionAlike_data()
{
    listsWhatTheParserAccepts_data();
}

// Help, manual and completion say of an option what the reader of the line knows of it: its name,
// the forms of its value, what it does, and the words that its value can be.
void TstCommandHelp::showsEachOptionAlike()
{
    QFETCH(const QString, words);
    const CommandRow *const row = findCommand(words);
    const QString own = *helpOf(words);
    const Completer completer({});
    for (const Option &option : optionRows()) {
        if (!option.commands.meets(row->commands))
            continue;
        const bool isOwn = option.group == OptionGroup::Own;
        const Shown expected = shownOf(option);
        QCOMPARE(shownIn(isOwn ? own : serverOptionsHelp(), expected), expected.text);
        if (option.group == OptionGroup::Authorization && kAuthCommands.meets(row->commands))
            QCOMPARE(shownIn(own, expected), expected.text);
        const QStringList before = words.split(u' ');
        QVERIFY2(completer.words(before, option.name).contains(option.name), option.name.data());
        const Option *const read = findOption(option.name, row->commands);
        // What follows a flag is what would follow without it.
        QStringList values =
            read->example.isEmpty() ? completer.words(before, {}) : optionValues(*read);
        values.sort();
        QCOMPARE(completer.words(before + QStringList{option.name}, {}), values);
    }
}

// An option in the table that no command asks for would be taken and ignored.
void TstCommandHelp::everyOptionIsRead()
{
    QByteArray sources;
    QDirIterator files(sonde::test::sourcePath("src/cli"), {u"*.cpp"_s}, QDir::Files,
        QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        if (!file.fileName().endsWith(u"optionrows.cpp"))
            sources += file.readAll();
    }
    sources.replace(".name = QLatin1String(\"--", ""); // in the row of a command
    for (const Option &option : optionRows()) {
        const QByteArray quoted = '"' + QByteArray(option.name.data()) + '"';
        QVERIFY2(sources.contains(quoted), option.name.data());
    }
}

// README and the manual, in every language: each option is one of the command that it is given to.
void TstCommandHelp::thePagesNameWhatThereIs()
{
    static const QRegularExpression line(u"sonde-cli ([^`\n]*)"_s);
    QStringList pages{sonde::test::sourcePath("README.md")};
    QDirIterator manual(sonde::test::sourcePath("resources/help"), {u"*.md"_s}, QDir::Files,
        QDirIterator::Subdirectories);
    while (manual.hasNext())
        pages += manual.next();
    int count = 0;
    for (const QString &page : std::as_const(pages)) {
        QFile file(page);
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (auto match = line.globalMatch(QString::fromUtf8(file.readAll())); match.hasNext();) {
            const QStringList words = match.next().captured(1).section(u" -- "_s, 0, 0).split(u' ');
            const CommandRow *row = findCommand(namedCommand(bytesOf(words)));
            for (const QString &word : words) {
                const QString name = word.section(u'=', 0, 0);
                if (!name.startsWith(u"--") || name == u"--" || name == u"--version")
                    continue;
                const bool isKnown = name == u"--help"
                    || findOption(name, row ? row->commands : kAllCommands) != nullptr;
                QVERIFY2(isKnown, qPrintable(page + u": "_s + words.join(u' ')));
                ++count;
            }
        }
    }
    QVERIFY(count > 50);
}

// By its first word: "hosts list" stands for the other commands of hosts.
void TstCommandHelp::theReadmeNamesEveryCommand()
{
    QFile file(sonde::test::sourcePath("README.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString readme = QString::fromUtf8(file.readAll());
    for (const CommandRow &row : commandRows()) {
        const QString word = QString(row.words).section(u' ', 0, 0);
        const QRegularExpression example(u"sonde-cli [^`\n]*\\b"_s + word + u"\\b"_s);
        QVERIFY2(example.match(readme).hasMatch(), row.words.data());
    }
}

void TstCommandHelp::isShortForAllCommands()
{
    // A line for each, and few others.
    QVERIFY2(mainHelp().count(u'\n') <= int(commandRows().size()) + 16, qPrintable(mainHelp()));
    for (const CommandRow &row : commandRows())
        QVERIFY(mainHelp().contains(u"\n  "_s + row.words + u' '));
}

void TstCommandHelp::saysEverythingAtOnce()
{
    const QString all = wholeHelp();
    for (const CommandRow &row : commandRows()) {
        QVERIFY2(all.contains(u"\nsonde-cli "_s + row.words + u": "_s), row.words.data());
        QVERIFY2(row.examples.count(u'\n') >= 1, row.words.data());
        for (const QStringView example : row.examples.split(u'\n'))
            QVERIFY2(example.contains(QString(u"sonde-cli "_s)), qPrintable(example.toString()));
    }
    for (const Option &option : optionRows()) {
        QVERIFY2(all.contains(u"\n  "_s + option.name), option.name.data());
        QVERIFY2(QByteArrayView(option.text).size() > 0, option.name.data());
        QCOMPARE(option.shown.isEmpty(), option.example.isEmpty());
    }
    for (const int code : {0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 130})
        QVERIFY(all.contains(u"\n%1  "_s.arg(code, 5)));
}

void TstCommandHelp::hasEveryCommandOnce()
{
    for (int i = static_cast<int>(Command::Version) + 1; i < static_cast<int>(Command::Count);
         ++i) {
        const auto command = static_cast<Command>(i);
        const auto rows = commandRows();
        const auto count = std::count_if(rows.begin(), rows.end(),
            [&](const CommandRow &row) { return row.commands.meets(command); });
        QCOMPARE(count, 1);
        const CommandRow *const row = findCommand(command);
        const bool needsServer = kServerCommands.meets(command);
        const bool isRunByMain = command == Command::Completion;
        QVERIFY2(isRunByMain || (needsServer ? row->runWithServer != nullptr : row->run != nullptr),
            row->words.data());
    }
    QVERIFY(!helpOf(u"nonsense"_s));
    QVERIFY(!helpOf(u"tools nonsense"_s));
}

void TstCommandHelp::findsTheCommandOfALine_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("command");
    const auto row = [](const char *line, const char *command) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(command);
    };
    row("", "");
    row("nonsense", "");
    row("tools", "tools");
    row("tools cal x", "tools");
    row("tools call x list", "tools call");
    row("--era legacy tools --json list", "tools list");
    row("--filter tools trace show f", "trace show");
    row("info list", "info");
    row("-- tools list", "");
    row("tools -- list", "tools");
    row("compare tools list", "compare");
    row("help tools call", "help");
}

void TstCommandHelp::findsTheCommandOfALine()
{
    QFETCH(const QString, line);
    std::vector<std::string> words;
    for (const QString &word : line.split(u' ', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    QTEST(namedCommand(words), "command");
}

QTEST_GUILESS_MAIN(TstCommandHelp)
#include "support/clicommands.h"
#include "tst_commandhelp.moc"
