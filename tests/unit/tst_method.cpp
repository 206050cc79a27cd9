// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/method.h"

#include <QTest>

using sonde::rpc::Method;

class MethodTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsANameOfAnyLength();
};

void MethodTest::keepsANameOfAnyLength()
{
    QVERIFY(Method().empty());
    QCOMPARE(Method().view(), std::string_view());
    for (const std::size_t size : {std::size_t(1), Method::kInPlace - 1, Method::kInPlace,
             Method::kInPlace + 1, std::size_t(100'000)}) {
        const std::string name(size, 'm');
        Method method(name);
        const Method copy = method;
        QVERIFY(method == name && !method.empty());
        method = "ping";
        QVERIFY(method == "ping");
        method = copy;
        QCOMPARE(method.toStdString(), name);
        const Method moved = std::move(method);
        QVERIFY(moved == name && moved == copy);
        method = moved;
        method.clear();
        QVERIFY(method.empty() && method == "" && moved == name);
    }
}

QTEST_GUILESS_MAIN(MethodTest)
#include "tst_method.moc"
