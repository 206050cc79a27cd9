// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window says while the keychain asks for its password, and after it.

#include "app/workspace/secretkeeper.h"
#include "support/patience.h"
#include "support/silentstore.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::test;

class TstSecretKeeper : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recognisesThatTheSecretsAreStoredAfterAll();
    void saysThatTheyAreNot();
};

namespace {

config::Profile memory()
{
    config::Profile profile;
    profile.name = QStringLiteral("memory");
    profile.program = QStringLiteral("p");
    profile.environment = {{QStringLiteral("API_KEY"), Secret(QStringLiteral("SECRET-key"))}};
    config::markSecretVariables(profile);
    return profile;
}

struct Bench {
    Bench()
    {
        QObject::connect(&keeper, &app::SecretKeeper::missing,
            [this](const QString &sentence) { missing << sentence; });
        QObject::connect(&keeper, &app::SecretKeeper::moved,
            [this](const QString &sentence) { moved << sentence; });
    }

    QTemporaryDir folder;
    config::ProfileStore profiles{folder.filePath(QStringLiteral("servers.json"))};
    SilentStore store;
    app::SecretKeeper keeper{profiles, store, true};
    QStringList missing, moved;
};

} // namespace

void TstSecretKeeper::recognisesThatTheSecretsAreStoredAfterAll()
{
    Bench bench;
    bench.keeper.keep(nullptr, memory());
    QTRY_COMPARE_WITH_TIMEOUT(bench.missing.size(), 1, kPatienceMs);
    QVERIFY2(bench.missing.front().contains(u"“memory”")
            && bench.missing.front().contains(u"until the keychain responds"),
        qPrintable(bench.missing.front()));
    bench.store.respond(true);
    QCOMPARE(bench.moved.size(), 1);
    QVERIFY2(bench.moved.front().contains(u"“memory”"), qPrintable(bench.moved.front()));
    std::optional<Secret> value;
    config::Profile empty = memory();
    empty.environment.front().second = Secret();
    setup::ProfileSecrets secrets(bench.store);
    secrets.fill(empty, &secrets, [&](const Result<config::Profile> &filled) {
        value = filled ? filled->environment.front().second : Secret();
    });
    QTRY_VERIFY_WITH_TIMEOUT(value, kPatienceMs);
    QCOMPARE(value->reveal(), QStringLiteral("SECRET-key"));
}

void TstSecretKeeper::saysThatTheyAreNot()
{
    Bench bench;
    bench.keeper.keep(nullptr, memory());
    QTRY_COMPARE_WITH_TIMEOUT(bench.missing.size(), 1, kPatienceMs);
    bench.store.respond(false);
    QCOMPARE(bench.moved.size(), 0);
    QCOMPARE(bench.missing.size(), 2);
    QVERIFY(bench.missing.back().contains(u"for this run only"));
}

QTEST_MAIN(TstSecretKeeper)
#include "tst_secretkeeper.moc"
