// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/vectorstate.h"

#include <QTest>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

class VectorStateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isClearedOfUpperHalves();
};

#if defined(__x86_64__)
namespace {

// Intel 64 manual, volume 1, 13.6: XGETBV with ECX = 1 tells which state is in use.
bool canTell()
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __builtin_cpu_supports("avx") && __get_cpuid_count(0xd, 1, &a, &b, &c, &d)
        && (a & (1U << 2)) != 0;
}

bool upperHalvesAreInUse()
{
    unsigned low = 0;
    unsigned high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
    return (low & (1U << 2)) != 0;
}

void useThem()
{
    asm volatile("vxorps %%ymm0, %%ymm0, %%ymm0\n\tvinsertf128 $1, %%xmm0, %%ymm0, %%ymm0\n\t"
                 "vcmpps $15, %%ymm0, %%ymm0, %%ymm0" ::
                     : "xmm0");
}

} // namespace

void VectorStateTest::isClearedOfUpperHalves()
{
    if (!canTell())
        QSKIP("this processor does not tell which state is in use");
    useThem();
    const bool before = upperHalvesAreInUse();
    sonde::platform::clearVectorState();
    const bool after = upperHalvesAreInUse();
    QVERIFY(before);
    QVERIFY(!after);
}
#else
void VectorStateTest::isClearedOfUpperHalves()
{
    QSKIP("only x86-64 has such a state");
}
#endif

QTEST_GUILESS_MAIN(VectorStateTest)
#include "tst_vectorstate.moc"
