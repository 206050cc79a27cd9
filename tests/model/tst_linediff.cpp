// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/jsonlines.h"
#include "models/trace/diffmodel.h"

#include <QAbstractItemModelTester>
#include <QPoint>
#include <QTest>

#include <random>

using namespace sonde;
using namespace sonde::models;

class TstLineDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheFewestLines_data();
    void findsTheFewestLines();
    void givesBothTextsBack();
    void staysBoundedWhereEverythingDiffers();
    void hidesLongRunsThatAreTheSame();
    void marksWhatDiffersInALine();
    void tellsOfLineEnds();
    void laysJsonOutWithoutTouchingIt_data();
    void laysJsonOutWithoutTouchingIt();
};

namespace {

LineDiff diffOf(const std::string &before, const std::string &after)
{
    return LineDiff::between(Bytes::copyOf(before), Bytes::copyOf(after));
}

// As the rows of a patch: " same", "-gone", "+come".
QByteArray patch(const LineDiff &diff)
{
    QByteArray text;
    for (const LineDiff::Line &line : diff.lines) {
        text += line.kind == LineDiff::Kind::Same ? ' '
            : line.kind == LineDiff::Kind::Added  ? '+'
                                                  : '-';
        text += QByteArray(line.text.data(), qsizetype(line.text.size()));
    }
    return text;
}

} // namespace

void TstLineDiff::findsTheFewestLines_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("found");
    const auto row = [](const char *name, const char *before, const char *after,
                         const char *found) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << QByteArray(found);
    };
    row("nothing", "", "", "");
    row("the same", "a\nb\n", "a\nb\n", " a\n b\n");
    row("from nothing", "", "a\nb", "+a\n+b");
    row("to nothing", "a\nb", "", "-a\n-b");
    row("one altered", "a\nb\nc\n", "a\nx\nc\n", " a\n-b\n+x\n c\n");
    row("one inserted", "a\nc\n", "a\nb\nc\n", " a\n+b\n c\n");
    row("moved", "a\nb\nc\n", "b\nc\na\n", "-a\n b\n c\n+a\n");
    row("line end", "a\r\n", "a\n", "-a\r\n+a\n");
    row("last line end", "a", "a\n", "-a+a\n");
    row("classic", "a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n",
        "-a\n-b\n c\n+b\n a\n b\n-b\n a\n+c\n");
}

void TstLineDiff::findsTheFewestLines()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, found);
    const LineDiff diff = diffOf(before.toStdString(), after.toStdString());
    QCOMPARE(patch(diff), found);
    QCOMPARE(diff.isSame(), before == after);
    QVERIFY(!diff.coarse);
}

void TstLineDiff::givesBothTextsBack()
{
    std::mt19937 random(7); // the same every time
    for (int round = 0; round < 300; ++round) {
        std::string before;
        std::string after;
        for (std::string *text : {&before, &after}) {
            const auto count = random() % 30;
            for (unsigned i = 0; i < count; ++i)
                *text += std::string(1, char('a' + random() % 4)) + '\n';
        }
        const LineDiff diff = diffOf(before, after);
        std::string olds;
        std::string news;
        int oldNumber = 0;
        int newNumber = 0;
        for (const LineDiff::Line &line : diff.lines) {
            if (line.kind != LineDiff::Kind::Added) {
                olds += line.text;
                QCOMPARE(line.oldNumber, ++oldNumber);
            }
            if (line.kind != LineDiff::Kind::Removed) {
                news += line.text;
                QCOMPARE(line.newNumber, ++newNumber);
            }
        }
        QCOMPARE(olds, before);
        QCOMPARE(news, after);
    }
}

void TstLineDiff::staysBoundedWhereEverythingDiffers()
{
    std::string before;
    std::string after;
    const int count = LineDiff::kMaxDifferent;
    for (int i = 0; i < count; ++i) {
        before += "old " + std::to_string(i) + '\n';
        after += "new " + std::to_string(i) + '\n';
    }
    const LineDiff diff = diffOf("head\n" + before + "tail\n", "head\n" + after + "tail\n");
    QVERIFY(diff.coarse);
    QCOMPARE(diff.removed, count);
    QCOMPARE(diff.added, count);
    QCOMPARE(diff.lines.size(), std::size_t(2 * count + 2));
    QCOMPARE(diff.lines.back().kind, LineDiff::Kind::Same);
    const std::string tooLong(LineDiff::kMaxLines + 1, '\n');
    QVERIFY(diffOf(tooLong, tooLong).cut);
}

void TstLineDiff::hidesLongRunsThatAreTheSame()
{
    std::string before;
    for (int i = 1; i <= 40; ++i)
        before += std::to_string(i) + '\n';
    std::string after = before;
    after.replace(after.find("20\n"), 3, "twenty\n");
    DiffModel model;
    QAbstractItemModelTester tester(&model);
    model.setDiff(diffOf(before, after));
    // hidden, 3 lines, one gone, one come, 3 lines, hidden
    QCOMPARE(model.rowCount(), 10);
    QCOMPARE(model.index(0).data(DiffModel::HiddenRole).toInt(), 16);
    QCOMPARE(model.index(4).data().toString(), QString(QChar(0x2212)) + QStringLiteral(" 20"));
    QCOMPARE(model.index(5).data().toString(), QStringLiteral("+ twenty"));
    QCOMPARE(model.index(9).data(DiffModel::HiddenRole).toInt(), 17);
    model.open(4); // a line: nothing to open
    QCOMPARE(model.rowCount(), 10);
    model.open(0);
    QCOMPARE(model.rowCount(), 25);
    QCOMPARE(model.index(0).data(DiffModel::OldNumberRole).toInt(), 1);
}

void TstLineDiff::marksWhatDiffersInALine()
{
    DiffModel model;
    const auto changed = [&model](const char *before, const char *after) {
        model.setDiff(diffOf(before, after));
        QStringList parts;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row);
            const QVariant place = index.data(DiffModel::ChangedRole);
            const QPoint span = place.toPoint();
            parts += !place.isValid()
                ? QStringLiteral("-")
                : index.data(DiffModel::TextRole).toString().mid(span.x(), span.y() - span.x());
        }
        return parts.join(u'|');
    };
    QCOMPARE(changed("a: \"x\",\n", "a: \"yy\",\n"), QStringLiteral("x|yy"));
    QCOMPARE(changed("[1]\n", "[2, 1]\n"), QStringLiteral("|2, "));
    QCOMPARE(changed("aa\n", "aaa\n"), QStringLiteral("|a"));
    QCOMPARE(changed("one\n", "two\n"), QStringLiteral("-|-"));
    QCOMPARE(changed("same\na1\nb1\n", "same\na2\nb2\n"), QStringLiteral("-|1|1|2|2"));
    QCOMPARE(changed("a1\n", "a2\na3\n"), QStringLiteral("-|-|-")); // no single line is beside it
}

void TstLineDiff::tellsOfLineEnds()
{
    DiffModel model;
    model.setDiff(diffOf("a\r\nb", "a\nb\n"));
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows += model.index(row).data(DiffModel::TextRole).toString();
    QCOMPARE(rows,
        (QStringList{QStringLiteral("a CR"), QStringLiteral("b (no line ending)"),
            QStringLiteral("a"), QStringLiteral("b")}));
}

void TstLineDiff::laysJsonOutWithoutTouchingIt_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("lines");
    const auto row = [](const char *json, const char *lines) {
        QTest::newRow(json) << QByteArray(json) << QByteArray(lines);
    };
    row("1.0", "1.0");
    row("{}", "{}");
    row("[ ]", "[]");
    row(R"({"a":1e400,"a":[-0,true]})",
        "{\n  \"a\": 1e400,\n  \"a\": [\n    -0,\n    true\n  ]\n}");
    row(R"(["{\"a\":[", "\\" ])", "[\n  \"{\\\"a\\\":[\",\n  \"\\\\\"\n]");
}

void TstLineDiff::laysJsonOutWithoutTouchingIt()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, lines);
    QCOMPARE(QByteArray::fromStdString(jsonLines(json.toStdString())), lines);
}

QTEST_GUILESS_MAIN(TstLineDiff)
#include "tst_linediff.moc"
