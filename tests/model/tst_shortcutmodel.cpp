// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/settings/shortcutmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using models::ShortcutAction;
using models::ShortcutModel;

using Stored = QMap<QString, QString>;
Q_DECLARE_METATYPE(Stored)

// The shortcuts of a window: what the settings hold, what the user changes, and what collides.
class TestShortcutModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheActions();
    void restoresWhatIsStored_data();
    void restoresWhatIsStored();
    void boundsWhatItSaysOfTheSettings();
    void storesWhatItRestores_data();
    void storesWhatItRestores();
    void refusesKeysOfTyping_data();
    void refusesKeysOfTyping();
    void findsWhoHasTheKeys_data();
    void findsWhoHasTheKeys();
    void takesTheKeysFromTheOther();
    void resetsAll();

private:
    static std::vector<ShortcutAction> actions();
    static QString keysOf(const ShortcutModel &model, const char *id);
};

namespace {

QList<QKeySequence> keys(const char *text)
{
    return *text ? QKeySequence::listFromString(QLatin1String(text), QKeySequence::PortableText)
                 : QList<QKeySequence>();
}

} // namespace

// Part 1 and part 2 have the same default, as two panels of a window may.
std::vector<ShortcutAction> TestShortcutModel::actions()
{
    const auto action = [](const char *id, const char *usual, quintptr part) {
        return ShortcutAction{QLatin1String(id), QLatin1String(id).toString().toUpper(), u"File"_s,
            keys(usual), keys(usual), part};
    };
    ShortcutAction inner = action("inner", "", 3);
    inner.around = {1};
    return {action("open", "Ctrl+O", 0), action("call", "Ctrl+Return; Ctrl+Enter", 0),
        action("plain", "", 0), action("first", "Ctrl+T", 1), action("second", "Ctrl+T", 2), inner};
}

QString TestShortcutModel::keysOf(const ShortcutModel &model, const char *id)
{
    return ShortcutModel::storedText(model.action(model.rowOf(QLatin1String(id))).keys);
}

void TestShortcutModel::showsTheActions()
{
    ShortcutModel model(actions());
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 6);
    const auto cell = [&model](int row, int column) {
        return model.index(row, column).data().toString();
    };
    QCOMPARE(cell(1, ShortcutModel::NameColumn), u"CALL"_s);
    QCOMPARE(cell(1, ShortcutModel::PlaceColumn), u"File"_s);
    QCOMPARE(cell(1, ShortcutModel::KeysColumn), u"Ctrl+Return, Ctrl+Enter"_s);
    model.setKeys(1, keys("Ctrl+F2"));
    QCOMPARE(cell(1, ShortcutModel::KeysColumn), u"Ctrl+F2"_s);
    QCOMPARE(cell(1, ShortcutModel::UsualColumn), u"Ctrl+Return, Ctrl+Enter"_s);
    // By its look and in words.
    const QModelIndex changed = model.index(1, ShortcutModel::KeysColumn);
    QVERIFY(changed.data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(changed.data(Qt::AccessibleTextRole).toString().startsWith(u"Ctrl+F2"_s));
    QVERIFY(!model.index(0, ShortcutModel::KeysColumn).data(Qt::FontRole).isValid());
}

void TestShortcutModel::restoresWhatIsStored_data()
{
    QTest::addColumn<Stored>("stored");
    QTest::addColumn<QByteArray>("action");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("problems");
    const auto row = [](const char *name, const Stored &stored, const char *action,
                         const char *expected, int problems) {
        QTest::newRow(name) << stored << QByteArray(action) << QString::fromLatin1(expected)
                            << problems;
    };
    row("nothing", {}, "open", "Ctrl+O", 0);
    row("another", {{u"open"_s, u"Ctrl+Shift+O"_s}}, "open", "Ctrl+Shift+O", 0);
    row("none", {{u"open"_s, QString()}}, "open", "", 0);
    row("two", {{u"open"_s, u"F2; F3"_s}}, "open", "F2; F3", 0);
    row("a comma", {{u"open"_s, u"Ctrl+,"_s}}, "open", "Ctrl+,", 0);
    row("an unknown action", {{u"gone"_s, u"Ctrl+O"_s}}, "open", "Ctrl+O", 1);
    row("no sequence", {{u"open"_s, u"Ctrl+Nonsense"_s}}, "open", "Ctrl+O", 1);
    row("a sequence of keys", {{u"open"_s, u"Ctrl+A, Ctrl+B"_s}}, "open", "Ctrl+O", 1);
    row("a letter", {{u"open"_s, u"A"_s}}, "open", "Ctrl+O", 1);
    row("only a modifier", {{u"open"_s, u"Ctrl+"_s}}, "open", "Ctrl+O", 1);
    row("spaces", {{u"open"_s, u"   "_s}}, "open", "Ctrl+O", 1);
    row("too many", {{u"open"_s, u"F1; F2; F3; F4; F5"_s}}, "open", "Ctrl+O", 1);
    row("too long", {{u"open"_s, QString(100'000, u'F')}}, "open", "Ctrl+O", 1);
    row("no text", {{u"open"_s, QString(4, QChar())}}, "open", "Ctrl+O", 1);
    const Stored same{{u"open"_s, u"F2"_s}, {u"plain"_s, u"F2"_s}};
    row("the first of two has it", same, "open", "F2", 1);
    row("the second of two has its default", same, "plain", "", 1);
    const Stored ofAnother{{u"plain"_s, u"Ctrl+O"_s}};
    row("the default of another", ofAnother, "plain", "Ctrl+O", 1);
    row("a default gives way", ofAnother, "open", "", 1);
    const Stored exchanged{{u"plain"_s, u"Ctrl+O"_s}, {u"open"_s, QString()}};
    row("taken from another", exchanged, "plain", "Ctrl+O", 0);
    row("taken from this", exchanged, "open", "", 0);
    row("one of two defaults gives way", {{u"open"_s, u"Ctrl+Enter"_s}}, "call", "Ctrl+Return", 1);
    const Stored apart{{u"first"_s, u"Ctrl+Y"_s}, {u"second"_s, u"Ctrl+Y"_s}};
    row("the same in two parts", apart, "first", "Ctrl+Y", 0);
    row("the same in two parts, the second", apart, "second", "Ctrl+Y", 0);
    const Stored inside{{u"first"_s, u"Ctrl+Y"_s}, {u"inner"_s, u"Ctrl+Y"_s}};
    row("the same in a part and inside it", inside, "first", "Ctrl+Y", 1);
    row("the same in a part and inside it, the second", inside, "inner", "", 1);
    row("a part and the window", {{u"open"_s, u"Ctrl+T"_s}}, "second", "", 2);
}

void TestShortcutModel::restoresWhatIsStored()
{
    QFETCH(Stored, stored);
    QFETCH(QByteArray, action);
    QFETCH(QString, expected);
    QFETCH(int, problems);
    ShortcutModel model(actions());
    model.restore(stored);
    QCOMPARE(keysOf(model, action.constData()), expected);
    QCOMPARE(model.problems().size(), problems);
}

void TestShortcutModel::boundsWhatItSaysOfTheSettings()
{
    Stored stored;
    for (int i = 0; i < 1000; ++i)
        stored.insert(QString::number(i) + QString(10'000, u'x'), u"Ctrl+O"_s);
    ShortcutModel model(actions());
    model.restore(stored);
    QCOMPARE(model.problems().size(), ShortcutModel::kMaxProblems + 1);
    QVERIFY(model.problems().join(u' ').size() < 1000);
    QVERIFY(model.problems().constLast().contains(u"995"_s));
    model.restore({}); // another time
    QVERIFY(model.problems().isEmpty());
}

void TestShortcutModel::storesWhatItRestores_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", "Ctrl+,", "Ctrl+;", "Ctrl+;; F3", "Ctrl+Alt+Shift+Meta+F35",
             "Ctrl+Return; Ctrl+Enter", "Alt+Ä", "Ctrl++"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestShortcutModel::storesWhatItRestores()
{
    QFETCH(QString, text);
    ShortcutModel model(actions());
    model.restore({{u"plain"_s, text}, {u"call"_s, QString()}});
    QVERIFY2(model.problems().isEmpty(), qPrintable(model.problems().join(u' ')));
    const QString stored = keysOf(model, "plain");
    model.restore({{u"plain"_s, stored}});
    QCOMPARE(keysOf(model, "plain"), stored);
    QCOMPARE(stored.isEmpty(), text.isEmpty());
}

void TestShortcutModel::refusesKeysOfTyping_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("refused");
    const auto row = [](const char *text, bool refused) {
        QTest::newRow(text) << QString::fromLatin1(text) << refused;
    };
    row("Ctrl+R", false);
    row("Alt+Up", false);
    row("Meta+A", false);
    row("F5", false);
    row("Shift+F5", false);
    row("A", true);
    row("Shift+A", true);
    row("Return", true);
    row("Tab", true);
    row("Esc", true);
    row("Del", true);
    row("Up", true);
    row("", true);
    row("Ctrl+A, Ctrl+B", true);
}

void TestShortcutModel::refusesKeysOfTyping()
{
    QFETCH(QString, text);
    QFETCH(bool, refused);
    QCOMPARE(
        !ShortcutModel::refusal(QKeySequence(text, QKeySequence::PortableText)).isEmpty(), refused);
}

void TestShortcutModel::findsWhoHasTheKeys_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<QString>("user");
    const auto row = [](const char *name, const char *action, const char *wanted,
                         const char *user) {
        QTest::newRow(name) << QByteArray(action) << QByteArray(wanted)
                            << QString::fromLatin1(user);
    };
    row("free", "open", "F2", "");
    row("its own", "open", "Ctrl+O", "");
    row("of another", "plain", "Ctrl+O", "OPEN");
    row("the second of another", "plain", "Ctrl+Enter", "CALL");
    row("of another part", "first", "Ctrl+T", "");
    row("of a part, for the window", "open", "Ctrl+T", "FIRST");
    row("of the part around it", "inner", "Ctrl+T", "FIRST");
    row("of no part around it", "second", "Ctrl+Y", "");
    row("fixed", "open", "Alt+F", "menu");
    row("fixed in this part", "first", "Ctrl+R", "raw");
    row("fixed in another part", "second", "Ctrl+R", "");
}

void TestShortcutModel::findsWhoHasTheKeys()
{
    QFETCH(QByteArray, action);
    QFETCH(QByteArray, wanted);
    QFETCH(QString, user);
    ShortcutModel model(actions());
    model.setFixed(
        {{{}, u"menu"_s, {}, {}, keys("Alt+F"), 0}, {{}, u"raw"_s, {}, {}, keys("Ctrl+R"), 1}});
    const auto use =
        model.useOf(keys(wanted.constData()), model.rowOf(QString::fromLatin1(action)));
    QCOMPARE(use ? use->name : QString(), user);
    if (use)
        QCOMPARE(use->isFixed, user == user.toLower());
}

void TestShortcutModel::takesTheKeysFromTheOther()
{
    ShortcutModel model(actions());
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QSignalSpy changed(&model, &ShortcutModel::keysChanged);
    model.setKeys(model.rowOf(u"plain"_s), keys("Ctrl+Return"));
    QCOMPARE(keysOf(model, "plain"), u"Ctrl+Return"_s);
    QCOMPARE(keysOf(model, "call"), u"Ctrl+Enter"_s); // the other one stays
    QCOMPARE(changed.size(), 2);
    model.setKeys(model.rowOf(u"plain"_s), {});
    QCOMPARE(changed.size(), 3);
    model.setKeys(model.rowOf(u"plain"_s), {}); // the same
    QCOMPARE(changed.size(), 3);
    QVERIFY(!model.isChanged(model.rowOf(u"plain"_s)));
    QVERIFY(model.isChanged(model.rowOf(u"call"_s)));
}

void TestShortcutModel::resetsAll()
{
    ShortcutModel model(actions());
    model.setKeys(2, keys("Ctrl+O"));
    model.setKeys(3, keys("F9"));
    QVERIFY(model.isAnyChanged());
    model.resetAll();
    QVERIFY(!model.isAnyChanged());
    QCOMPARE(keysOf(model, "open"), u"Ctrl+O"_s);
    QCOMPARE(keysOf(model, "second"), u"Ctrl+T"_s);
}

QTEST_MAIN(TestShortcutModel)
#include "tst_shortcutmodel.moc"
