// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/requesthandle.h"

#include <QTest>

#include <vector>

using sonde::RequestHandle;

class RequestHandleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void callsOnceForAllCopies();
    void namesItsRequest();
};

void RequestHandleTest::callsOnceForAllCopies()
{
    RequestHandle().cancel();
    int calls = 0;
    RequestHandle handle([&calls] { ++calls; });
    RequestHandle copy = handle;
    copy.cancel();
    handle.cancel();
    copy.cancel();
    QCOMPARE(calls, 1);
}

void RequestHandleTest::namesItsRequest()
{
    struct Canceller final : RequestHandle::Canceller {
        void cancel(std::int64_t request) override { cancelled.push_back(request); }
        std::vector<std::int64_t> cancelled;
    };
    const auto canceller = std::make_shared<Canceller>();
    RequestHandle one(canceller, 1);
    RequestHandle two(canceller, 2);
    two.cancel();
    one.cancel();
    QCOMPARE(canceller->cancelled, (std::vector<std::int64_t>{2, 1}));
}

QTEST_GUILESS_MAIN(RequestHandleTest)
#include "tst_requesthandle.moc"
