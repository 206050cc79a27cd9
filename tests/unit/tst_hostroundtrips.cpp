// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/entrywriter.h"
#include "hosts/servers/hostimport.h"
#include "support/hostcorpus.h"

#include <QDir>
#include <QHash>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::hosts;

// A server of any file in tests/data/hosts, imported, exported in the format of the same host and
// imported again, is the same server.
class TestHostRoundTrips : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyServerComesBack_data();
    void everyServerComesBack();
};

namespace {

// Entries that are refused, with a part of the sentence that says why.
const QHash<QString, QString> kRefused = {
    {u"codex.config.toml tide"_s, u"written over several lines"_s},
    {u"opencode.v2.jsonc timeout"_s, u"has neither a “command” nor a “url”"_s}, // a setting
    {u"openhands.lists.toml tide"_s, u"written in an unusual way"_s},
    {u"openhands.lists.toml alone"_s, u"written in an unusual way"_s},
    {u"openhands.lists.toml https://example.org/sse"_s, u"written in an unusual way"_s},
    {u"openhands.lists.toml https://example.org/key"_s, u"written in an unusual way"_s},
};

// One part of a server a line, without the secrets that an export has left out and said so in a
// note. Of other secrets only the name: exports never contain the value.
QStringList partsOf(const config::Profile &server, const QStringList &notes)
{
    const auto isLeftOut = [&](const QString &name) {
        return std::any_of(notes.begin(), notes.end(), [&](const QString &note) {
            return note.contains(
                QString(u"The value of %1 is a secret and was left out"_s.arg(name)));
        });
    };
    QStringList parts{u"name "_s + server.name};
    if (server.http()) {
        parts += u"url "_s + server.http()->url;
        for (const config::CustomHeader &header : server.http()->headers)
            if (!header.secret || !isLeftOut(header.name))
                parts += u"header "_s + header.name
                    + (header.secret ? u""_s : u" "_s + header.value.reveal());
        return parts;
    }
    parts += u"program "_s + server.program;
    for (const QString &argument : server.arguments)
        parts += u"argument "_s + argument;
    for (const auto &[name, value] : server.environment)
        parts += u"variable "_s + name
            + (server.secretVariables.contains(name) ? u""_s : u" "_s + value.reveal());
    return parts;
}

template <typename T>
QByteArray whyNot(const Result<T> &result)
{
    return result ? QByteArray() : result.error().sentence.toUtf8();
}

} // namespace

void TestHostRoundTrips::everyServerComesBack_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<std::size_t>("entry");
    const QDir corpus(sonde::test::sourcePath("tests/data/hosts"));
    for (const QString &file : corpus.entryList(QDir::Files, QDir::Name)) {
        const Host *const host = findHost(file.section(u'.', 0, 0));
        QVERIFY2(host, qPrintable(file));
        const HostDocument document = HostDocument::parse(*host, corpusFile(file));
        for (std::size_t i = 0; i < document.entries().size(); ++i)
            QTest::newRow(qPrintable(file + u' ' + document.entries()[i].name)) << file << i;
    }
}

void TestHostRoundTrips::everyServerComesBack()
{
    QFETCH(QString, file);
    QFETCH(std::size_t, entry);
    const Host &host = *findHost(file.section(u'.', 0, 0));
    const HostDocument document = HostDocument::parse(host, corpusFile(file));
    const Result<ImportedServer> server = writtenServer(document, document.entries()[entry]);
    const Result<AddedEntry> exported =
        server ? planAddition(host, {}, server->profile) : Result<AddedEntry>(server.error());
    const QString refusal = kRefused.value(QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY2(exported.ok() == refusal.isEmpty(), whyNot(exported).constData());
    if (!exported) {
        QVERIFY2(exported.error().sentence.contains(refusal), whyNot(exported).constData());
        return;
    }
    const HostDocument after = HostDocument::parse(host, exported->file.content);
    QCOMPARE(after.entries().size(), std::size_t(1));
    const Result<ImportedServer> back = writtenServer(after, after.entries().front());
    QVERIFY2(back.ok(), whyNot(back).constData());
    QCOMPARE(partsOf(back->profile, {}), partsOf(server->profile, exported->notes));
}

QTEST_GUILESS_MAIN(TestHostRoundTrips)
#include "tst_hostroundtrips.moc"
