// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/capabilitymodel.h"
#include "models/signs/sign.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace sonde::models;

class CapabilityModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsBothSides();
    void showsUnknownOnesLast();
    void boundsWhatAServerSays();
    void emptiesItself();

private:
    static mcp::Negotiated negotiated(const std::string &client, const std::string &server)
    {
        mcp::Negotiated result;
        result.clientCapabilities = json::Document::parse(client);
        result.response.document = json::Document::parse(
            R"({"jsonrpc":"2.0","id":1,"result":{"capabilities":)" + server + "}}");
        return result;
    }
    static QString cell(const CapabilityModel &model, const QString &name, int column)
    {
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, CapabilityModel::CapabilityColumn).data() == name)
                return model.index(row, column).data().toString();
        }
        return QStringLiteral("no such row");
    }
};

void CapabilityModelTest::showsBothSides()
{
    CapabilityModel model;
    QAbstractItemModelTester tester(&model);
    model.setNegotiated(negotiated(R"({"roots":{"listChanged":true},"tasks":{"list":{}}})",
        R"({"tools":{"listChanged":true,"other":false},"logging":{},"tasks":{"x":1.0}})"));
    using C = CapabilityModel;
    QCOMPARE(cell(model, QStringLiteral("tools"), C::ServerColumn), QStringLiteral("yes"));
    QCOMPARE(cell(model, QStringLiteral("tools"), C::ClientColumn), QStringLiteral("–"));
    QCOMPARE(cell(model, QStringLiteral("tools"), C::DetailColumn),
        QStringLiteral("listChanged, other: false"));
    QCOMPARE(cell(model, QStringLiteral("roots"), C::DetailColumn),
        QStringLiteral("client: listChanged"));
    QCOMPARE(cell(model, QStringLiteral("tasks"), C::DetailColumn),
        QStringLiteral("client: list · server: x: 1.0"));
    QCOMPARE(cell(model, QStringLiteral("sampling"), C::ServerColumn), QStringLiteral("–"));
    QCOMPARE(static_cast<Sign>(model.index(0, C::ServerColumn).data(SignRole).toInt()), Sign::Ok);
}

void CapabilityModelTest::showsUnknownOnesLast()
{
    CapabilityModel model;
    QAbstractItemModelTester tester(&model);
    model.setNegotiated(negotiated("{}", R"({"teleport":true})"));
    const int last = model.rowCount() - 1;
    QCOMPARE(model.index(last, 0).data().toString(), QStringLiteral("teleport"));
    QCOMPARE(
        model.index(last, CapabilityModel::DetailColumn).data().toString(), QStringLiteral("true"));
}

void CapabilityModelTest::boundsWhatAServerSays()
{
    std::string many = "{";
    for (int i = 0; i < 1000; ++i)
        many += (i ? ",\"c" : "\"c") + std::to_string(i) + R"(":{"x":")" + std::string(1000, 'y')
            + "\"}";
    CapabilityModel model;
    model.setNegotiated(negotiated("{}", many + "}"));
    QVERIFY(model.rowCount() <= 200);
    const QModelIndex last = model.index(model.rowCount() - 1, CapabilityModel::DetailColumn);
    QVERIFY(last.data().toString().size() < 300);
}

void CapabilityModelTest::emptiesItself()
{
    CapabilityModel model;
    QAbstractItemModelTester tester(&model);
    model.setNegotiated(negotiated("{}", "{}"));
    QVERIFY(model.rowCount() > 0);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(CapabilityModelTest)
#include "tst_capabilitymodel.moc"
