// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/form.h"
#include "support/formwalk.h"
#include "support/places.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace sonde;
using schema::Form;

// Tool schemas as generators of several languages write them.
class TestFormCorpus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void losesNoProperty_data();
    void losesNoProperty();
    void offersTheDefaultAsItIsWritten_data() { losesNoProperty_data(); }
    void offersTheDefaultAsItIsWritten();
};

namespace {

std::shared_ptr<const json::Document> read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return std::make_shared<json::Document>(
        json::Document::parse(Bytes::fromByteArray(file.readAll())));
}

} // namespace

void TestFormCorpus::losesNoProperty_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(sonde::test::sourcePath("tests/data/toolschemas"));
    const QStringList names = folder.entryList({QStringLiteral("*.json")});
    QVERIFY(names.size() >= 30);
    for (const QString &name : names)
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void TestFormCorpus::losesNoProperty()
{
    QFETCH(QString, path);
    const auto schema = read(path);
    QVERIFY(schema->isValid());
    Form form(schema);
    QVERIFY2(form.problem().isEmpty(), qPrintable(form.problem()));
    QVERIFY(form.setText(Bytes::copyOf("{}")));
    const QStringList lost = sonde::test::lostProperties(form, *schema);
    QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u' ')));
}

void TestFormCorpus::offersTheDefaultAsItIsWritten()
{
    QFETCH(QString, path);
    const auto schema = read(path);
    const auto defaults = sonde::test::checkDefaults(schema);
    QCOMPARE(defaults.wrong, QStringList());
    QCOMPARE(defaults.offered, defaults.written);
}

QTEST_GUILESS_MAIN(TestFormCorpus)
#include "tst_formcorpus.moc"
