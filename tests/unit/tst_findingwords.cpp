// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/findingwords.h"
#include "findings/page/rulepage.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;
using findings::Finding;
using findings::listedOnce;

// What reports say of findings of which there is more than one.
class FindingWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsOnceWhatIsSaidOfSeveralMessages();
    void keepsApart_data();
    void keepsApart();
    void namesAFewOfManyMessages();
};

namespace {

Finding finding(trace::Number number)
{
    Finding made;
    made.requirement = findings::findChecked("tools.name-charset");
    made.revision = findings::Revision::R20251125;
    made.messages = {number};
    made.pointer = QStringLiteral("/result/tools/0/name");
    made.sentence = QStringLiteral("The name has a blank.");
    return made;
}

} // namespace

void FindingWordsTest::listsOnceWhatIsSaidOfSeveralMessages()
{
    const auto listed = listedOnce({finding(5), finding(9), finding(12)});
    QCOMPARE(listed.size(), std::size_t(1));
    QCOMPARE(listed.front().messages, std::vector<trace::Number>{5});
    QCOMPARE(listed.front().alsoIn, (std::vector<trace::Number>{9, 12}));
    QCOMPARE(placeOf(listed.front()), QStringLiteral("#5 /result/tools/0/name (also in #9, #12)"));
}

void FindingWordsTest::keepsApart_data()
{
    QTest::addColumn<std::function<void(Finding &)>>("change");
    const auto row = [](const char *name, std::function<void(Finding &)> change) {
        QTest::newRow(name) << change;
    };
    row("another value", [](Finding &it) { it.pointer = QStringLiteral("/result/tools/1/name"); });
    row("another member", [](Finding &it) { it.missing = "title"; });
    row("another sentence", [](Finding &it) { it.sentence = QStringLiteral("It has a slash."); });
    row("another remedy", [](Finding &it) { it.remedy = QStringLiteral("Use a hyphen."); });
    row("another level", [](Finding &it) { it.level = findings::Level::Info; });
    row("another party", [](Finding &it) { it.party = findings::Party::Client; });
    row("another revision", [](Finding &it) { it.revision = findings::Revision::R20250618; });
    row("another method", [](Finding &it) { it.about.method = 7; });
    row("another target", [](Finding &it) { it.about.target = 7; });
    row("another rule",
        [](Finding &it) { it.requirement = findings::findChecked("tools.name-length"); });
}

void FindingWordsTest::keepsApart()
{
    QFETCH(const std::function<void(Finding &)>, change);
    Finding other = finding(9);
    change(other);
    const auto listed = listedOnce({finding(5), other, finding(11)});
    QCOMPARE(listed.size(), std::size_t(2));
    QCOMPARE(listed[0].alsoIn, std::vector<trace::Number>{11});
    QCOMPARE(listed[1].messages, std::vector<trace::Number>{9});
    QVERIFY(listed[1].alsoIn.empty());
}

void FindingWordsTest::namesAFewOfManyMessages()
{
    std::vector<Finding> found;
    for (trace::Number number = 1; number <= 10; ++number)
        found.push_back(finding(number));
    QCOMPARE(placeOf(listedOnce(std::move(found)).front()),
        QStringLiteral("#1 /result/tools/0/name (also in #2, #3, #4 and 6 more)"));
}

QTEST_GUILESS_MAIN(FindingWordsTest)
#include "tst_findingwords.moc"
