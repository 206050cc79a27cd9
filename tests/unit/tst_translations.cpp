// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/places.h"
#include "support/translatedmessages.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using sonde::test::Message;
using sonde::test::messagesIn;
using sonde::test::messagesOf;

namespace {

QStringList allOf(const QString &pattern, const QString &text)
{
    QStringList found;
    const QRegularExpression expression(pattern);
    auto matches = expression.globalMatch(text);
    while (matches.hasNext())
        found += matches.next().captured();
    found.sort();
    return found;
}

// The contexts that the sources declare; of classes with tr() of their own "::" and their names,
// without the namespaces.
QSet<QString> declaredContexts()
{
    static const QRegularExpression declaration(
        u"Q_DECLARE_TR_FUNCTIONS\\((?<name>[\\w:]+)\\)"
        "|\\btranslate\\(\\s*\"(?<called>\\w+)\""
        "|\\bclass (?<object>\\w+)[^;{]*\\{\\s*Q_OBJECT\\b"_s);
    QSet<QString> declared;
    for (const char *const folder : {"/src", "/ui"}) {
        QDirIterator files(sonde::test::sourcePath() + QLatin1String(folder),
            {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly))
                continue;
            auto matches = declaration.globalMatch(QString::fromUtf8(file.readAll()));
            while (matches.hasNext()) {
                const QRegularExpressionMatch match = matches.next();
                const QString object = match.captured(u"object"_s);
                declared += object.isEmpty()
                    ? QString(match.captured(u"name"_s) + match.captured(u"called"_s))
                    : QString(u"::"_s + object);
            }
        }
    }
    return declared;
}

// The headers of a library that declare a context for sentences outside of classes with tr() of
// their own; a source that does counts as a header.
QStringList contextsIn(const QString &library)
{
    QStringList declaring;
    QDirIterator files(library, {u"*.h"_s, u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains("Q_DECLARE_TR_FUNCTIONS("))
            declaring += file.fileName();
    }
    return declaring;
}

} // namespace

// The translations of window, command line and help, as they stand in the files.
class TestTranslations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void leaveNothingOut_data() { languages(); }
    void leaveNothingOut();
    void haveEverySentence_data() { languages(); }
    void haveEverySentence();
    void standWhereTheProgramLooks_data() { languages(); }
    void standWhereTheProgramLooks();
    void haveOneContextPerLibrary();
    void keepWhatTheProgramPutsIn_data();
    void keepWhatTheProgramPutsIn();
    void theManualIsWhole_data() { languages(); }
    void theManualIsWhole();

private:
    static void languages();
};

void TestTranslations::languages()
{
    QTest::addColumn<QString>("language");
    for (const char *language : {"ja", "zh_CN"})
        QTest::newRow(language) << QString::fromLatin1(language);
}

void TestTranslations::leaveNothingOut()
{
    QFETCH(const QString, language);
    const auto messages = messagesOf(language);
    QVERIFY(messages.size() > 4000);
    QStringList left;
    for (const Message &message : messages) {
        if (!message.isFinished || message.translations.join(QString()).isEmpty())
            left += message.context + u": "_s + message.source;
    }
    QVERIFY2(left.isEmpty(), qPrintable(left.mid(0, 20).join(u'\n')));
}

// A sentence that no one has put into the files stays English without a word.
void TestTranslations::haveEverySentence()
{
#ifdef SONDE_LUPDATE
    QFETCH(const QString, language);
    const QTemporaryDir folder;
    const QString found = folder.filePath(u"found.ts"_s);
    QProcess lupdate;
    lupdate.setWorkingDirectory(sonde::test::sourcePath());
    lupdate.start(QStringLiteral(SONDE_LUPDATE), {u"src"_s, u"ui"_s, u"-ts"_s, found});
    QVERIFY(lupdate.waitForFinished() && lupdate.exitCode() == 0);
    QSet<QString> translated;
    for (const Message &message : messagesOf(language))
        translated += message.source;
    const auto messages = messagesIn(found);
    QVERIFY(messages.size() > 4000);
    QStringList left;
    for (const Message &message : messages) {
        if (!translated.contains(message.source))
            left += message.source;
    }
    QVERIFY2(left.isEmpty(), qPrintable(u"./dev translations\n"_s + left.join(u'\n')));
#else
    QSKIP("lupdate is not installed");
#endif
}

// lupdate takes `std` of a constant with `=`, and a qualified type of a result, for the class of
// the next function: what that says is then kept under a name that the program never asks for.
// Write the constant with braces, or take the sentence into a function of its own.
void TestTranslations::standWhereTheProgramLooks()
{
    QFETCH(const QString, language);
    const QSet<QString> declared = declaredContexts();
    QVERIFY(declared.size() > 300);
    QStringList lost;
    for (const Message &message : messagesOf(language)) {
        const qsizetype name = message.context.lastIndexOf(u"::"_s);
        if (!declared.contains(message.context)
            && (name < 0 || !declared.contains(message.context.mid(name))))
            lost += message.context + u": "_s + message.source;
    }
    QVERIFY2(lost.isEmpty(), qPrintable(lost.mid(0, 20).join(u'\n')));
}

// A translator then finds the sentences of a library together, and each of them once.
void TestTranslations::haveOneContextPerLibrary()
{
    int libraries = 0;
    for (const char *const part : {"src", "ui"}) {
        const QDir folder(sonde::test::sourcePath(part));
        for (const QString &library : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QStringList declaring = contextsIn(folder.filePath(library));
            libraries += declaring.isEmpty() ? 0 : 1;
            QVERIFY2(declaring.size() <= 1, qPrintable(declaring.join(u'\n')));
            QVERIFY2(declaring.isEmpty() || declaring.front().endsWith(u".h"_s),
                qPrintable(declaring.join(u'\n')));
        }
    }
    QVERIFY(libraries > 20);
}

void TestTranslations::keepWhatTheProgramPutsIn_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::newRow("places") << u"%L?(?:\\d+|n)"_s;
    QTest::newRow("elements") << u"</?[a-zA-Z][^>]*>"_s;
    QTest::newRow("code") << u"`[^`]*`"_s;
    QTest::newRow("options") << u"(?<![\\w-])--[a-z][a-z-]*"_s;
    QTest::newRow("mnemonics") << u"&(?=[A-Za-z0-9])"_s;
}

void TestTranslations::keepWhatTheProgramPutsIn()
{
    QFETCH(const QString, pattern);
    QStringList wrong;
    for (const QString &language : {u"ja"_s, u"zh_CN"_s}) {
        for (const Message &message : messagesOf(language)) {
            for (const QString &translation : message.translations) {
                if (!translation.isEmpty()
                    && allOf(pattern, message.source) != allOf(pattern, translation))
                    wrong += message.source + u" | "_s + translation;
            }
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.mid(0, 20).join(u'\n')));
}

// The same pages, headings, tables and commands as in English.
void TestTranslations::theManualIsWhole()
{
    QFETCH(const QString, language);
    const QDir folder(sonde::test::sourcePath("resources/help"));
    const QStringList pages = folder.entryList({u"*.md"_s}, QDir::Files);
    QVERIFY(!pages.isEmpty());
    const auto linesOf = [](const QString &path, const QString &pattern) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return QStringList{u"not there: "_s + path};
        return allOf(pattern, QString::fromUtf8(file.readAll()));
    };
    for (const QString &page : pages) {
        const QString translated = folder.filePath(language % u'/' % page);
        const QString original = folder.filePath(page);
        QCOMPARE(
            linesOf(translated, u"(?m)^    \\S.*$"_s), linesOf(original, u"(?m)^    \\S.*$"_s));
        for (const QString &count : {u"(?m)^#+ "_s, u"(?m)^\\|"_s, u"\\]\\("_s})
            QVERIFY2(linesOf(translated, count).size() == linesOf(original, count).size(),
                qPrintable(translated % u": " % count));
    }
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
