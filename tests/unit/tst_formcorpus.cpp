// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/form.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QTest>

using namespace sonde;
using schema::Field;
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

// Goes through every branch, with an element in each array and a further name in each object.
void collect(Form &form, const QString &pointer, QSet<QString> &seen)
{
    const Field *field = form.find(pointer);
    if (!field)
        return;
    seen.insert(form.facts(*field).schemaLocation);
    if (field->isRecursive)
        return;
    const std::size_t pickers = field->pickers.size();
    const std::size_t branches = pickers ? field->pickers[0].branches.size() : 1;
    for (std::size_t branch = 0; branch < branches; ++branch) {
        field = form.find(pointer);
        if (pickers) {
            const auto text = form.chooseBranch(*field, 0, branch);
            QVERIFY(text.ok());
            QVERIFY(form.setText(*text));
            field = form.find(pointer);
        }
        if (field->takesElements || field->takesMembers) {
            const auto text = field->takesElements ? form.addItem(*field)
                                                   : form.addMember(*field, QStringLiteral("x"));
            if (text)
                QVERIFY(form.setText(*text));
        }
        QStringList below;
        for (const auto &child : form.children(*form.find(pointer)))
            below << child->pointer;
        for (const QString &child : below)
            collect(form, child, seen);
    }
}

void checkDefaults(const Form &form, const Field &field, int &checked)
{
    const std::string given = form.facts(field).defaultValue;
    if (!given.empty() && field.parent && !field.value.exists()) {
        const auto text = form.setRaw(field, form.newValue(field));
        QVERIFY(text.ok());
        const auto document = json::Document::parse(*text);
        QCOMPARE(std::string(document.pointer(field.pointer).raw()), given);
        ++checked;
    }
    if (field.isRecursive)
        return;
    for (const auto &child : form.children(field))
        checkDefaults(form, *child, checked);
}

} // namespace

void TestFormCorpus::losesNoProperty_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(SONDE_SOURCE_DIR "/tests/data/toolschemas"));
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
    QSet<QString> seen;
    collect(form, {}, seen);
    for (json::NodeId id = 0; id < schema->nodeCount(); ++id) {
        const json::Value place = schema->value(id);
        if (place.parent().key() != "properties" || !place.parent().isObject())
            continue;
        const QString pointer = place.pointer();
        if (pointer.startsWith(QLatin1String("/if")) || pointer.startsWith(QLatin1String("/then")))
            continue; // there only for some values
        QVERIFY2(seen.contains(pointer), qPrintable(pointer));
    }
}

void TestFormCorpus::offersTheDefaultAsItIsWritten()
{
    QFETCH(QString, path);
    Form form(read(path));
    QVERIFY(form.setText(Bytes::copyOf("{}")));
    int checked = 0;
    checkDefaults(form, *form.root(), checked);
}

QTEST_GUILESS_MAIN(TestFormCorpus)
#include "tst_formcorpus.moc"
