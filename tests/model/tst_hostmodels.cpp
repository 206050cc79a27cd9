// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/hostlist.h"
#include "models/accept/hostissuemodel.h"
#include "models/accept/hosttoolmodel.h"
#include "models/signs/sign.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using namespace Qt::StringLiterals;

// The tools of a server as a host sees them, and what happens to one of them.
class TestHostModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsTheToolsAsTheHostSeesThem();
    void listsWhatHappensToATool();
};

namespace {

accept::HostView view(const char *host)
{
    accept::JudgedOffer offer{u"desk"_s, {}, true};
    for (const char *tool : {R"({"name":"ask.it","inputSchema":{"type":"object","properties":{)"
                             R"("s":{"type":"string","minLength":1,"maxLength":2}}}})",
             R"({"name":"merge","inputSchema":{"type":"object","properties":{},"oneOf":[{},{}]}})"})
        offer.tools.push_back(Bytes::copyOf(tool));
    return accept::viewOf(*accept::HostList::instance().find(QString::fromLatin1(host)), offer);
}

QString cell(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

void TestHostModels::listsTheToolsAsTheHostSeesThem()
{
    HostToolModel model;
    const QAbstractItemModelTester tester(&model);
    model.setTools(view("claude-code").tools);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(cell(model, 0, HostToolModel::NameColumn), u"ask.it"_s);
    QCOMPARE(cell(model, 0, HostToolModel::SeenColumn), u"mcp__desk__ask_it"_s);
    QCOMPARE(cell(model, 0, HostToolModel::VerdictColumn), u"changed"_s);
    QCOMPARE(cell(model, 1, HostToolModel::VerdictColumn), u"dropped"_s);
    QVERIFY(cell(model, 1, HostToolModel::TokensColumn).toInt() > 5);
    const QModelIndex lost = model.index(1, HostToolModel::VerdictColumn);
    QCOMPARE(lost.data(TextColorRole).toInt(), int(ColorRole::Error));
    QCOMPARE(lost.data(SignRole).toInt(), int(Sign::ToolError));
    model.setTools(view("cursor").tools);
    QCOMPARE(cell(model, 0, HostToolModel::SeenColumn), u"not known"_s);
    QCOMPARE(cell(model, 0, HostToolModel::VerdictColumn), u"not known"_s);
    model.setTools({});
    QCOMPARE(model.rowCount(), 0);
}

void TestHostModels::listsWhatHappensToATool()
{
    HostIssueModel model;
    const QAbstractItemModelTester tester(&model);
    model.setIssues(view("codex").tools[0].issues);
    QCOMPARE(model.rowCount(), 2); // the name, and the keywords
    QCOMPARE(cell(model, 0, HostIssueModel::LevelColumn), u"changed"_s);
    QCOMPARE(cell(model, 1, HostIssueModel::LevelColumn), u"ignored"_s);
    QCOMPARE(cell(model, 1, HostIssueModel::WhatColumn), u"minLength, maxLength"_s);
    QCOMPARE(cell(model, 1, HostIssueModel::PlaceColumn),
        u"/inputSchema/properties/s/minLength and 1 more"_s);
    const QString detail = HostIssueModel::detail(model.at(1));
    QVERIFY2(detail.contains(u"/inputSchema/properties/s/maxLength"_s), qPrintable(detail));
    QVERIFY2(detail.contains(u"Source: https://github.com/openai/codex/"_s), qPrintable(detail));
    model.setIssues({accept::Issue()});
    QVERIFY(HostIssueModel::detail(model.at(0)).contains(u"No source"_s));
}

QTEST_GUILESS_MAIN(TestHostModels)
#include "tst_hostmodels.moc"
