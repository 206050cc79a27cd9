// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/validator.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace sonde;
using schema::Outcome;

namespace {

QString suite()
{
    return qEnvironmentVariable("SONDE_SUITES") + QStringLiteral("/json-schema-test-suite");
}

json::Document read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return json::Document::parse(Bytes::fromByteArray(file.readAll()));
}

// The suite's own server, which is never started: its files by the addresses it would have.
schema::Remotes remotes()
{
    schema::Remotes all;
    const QString folder = suite() + QStringLiteral("/remotes/");
    QDirIterator files(
        folder, {QStringLiteral("*.json")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        all.emplace("http://localhost:1234/" + path.mid(folder.size()).toStdString(),
            std::make_shared<json::Document>(read(path)));
    }
    return all;
}

// The optional tests that are known to go otherwise, by how their names begin, and why.
struct Known {
    const char *file;
    const char *test;
    const char *why;
};
constexpr Known kKnown[] = {
    {"cross-draft.json", "refs to ", "2019-09 and older drafts than draft-07 are not spoken"},
    {"content.json", "validation of ",
        "content is described, not asserted, as 2020-12 has it; draft-07 leaves it open"},
    {"ecmascript-regex.json",
        "ECMA 262 lookbehind is valid, including variable width: a variable-width",
        "PCRE2 10.42 knows only lookbehinds of a fixed width"},
};

const char *reasonFor(const QString &path, const QString &wrong)
{
    for (const Known &known : kKnown) {
        if (path.endsWith(QLatin1String(known.file)) && wrong.startsWith(QLatin1String(known.test)))
            return known.why;
    }
    return nullptr;
}

} // namespace

class TestSchemaSuite : public QObject {
    Q_OBJECT

    schema::Remotes m_remotes;
    int m_tests = 0;

    // What went otherwise than the suite says: "group: test".
    QStringList run(const QString &path, const schema::ValidatorOptions &options)
    {
        QStringList wrong;
        const json::Document file = read(path);
        for (const json::Value group : file.root()) {
            const json::Value source = group["schema"];
            const auto document =
                std::make_shared<json::Document>(json::Document::parse(source.raw()));
            const auto validator = schema::Validator::make(document, m_remotes, options);
            for (const json::Value test : group["tests"]) {
                ++m_tests;
                const QString name = group["description"].toString() + QStringLiteral(": ")
                    + test["description"].toString();
                if (!validator) {
                    wrong << name + QStringLiteral(" — ") + validator.error().sentence + u' '
                            + validator.error().detail;
                    continue;
                }
                const Outcome outcome = validator->validate(test["data"]);
                const bool expected = test["valid"].toBool().value_or(false);
                if (outcome.verdict
                    != (expected ? Outcome::Verdict::Valid : Outcome::Verdict::Invalid))
                    wrong << name + QStringLiteral(" — expected ")
                            + (expected ? QStringLiteral("valid ") : QStringLiteral("invalid "))
                            + outcome.sentence;
                if (outcome.verdict == Outcome::Verdict::Invalid && outcome.errors.empty())
                    wrong << name + QStringLiteral(" — invalid without a reason");
            }
        }
        return wrong;
    }

    static void addFiles(const QString &folder, schema::Draft draft)
    {
        const QDir dir(suite() + QStringLiteral("/tests/") + folder);
        for (const QString &name : dir.entryList({QStringLiteral("*.json")}, QDir::Files)) {
            QTest::newRow(qUtf8Printable(folder + u'/' + name))
                << dir.filePath(name) << static_cast<int>(draft);
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (qEnvironmentVariableIsEmpty("SONDE_SUITES"))
            QSKIP("SONDE_SUITES is not set: the official JSON Schema suite is not there.");
        m_remotes = remotes();
        QVERIFY(m_remotes.size() > 50);
    }

    void passesEveryRequiredTest_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("draft");
        addFiles(QStringLiteral("draft2020-12"), schema::Draft::Draft2020);
        addFiles(QStringLiteral("draft7"), schema::Draft::Draft7);
    }
    void passesEveryRequiredTest()
    {
        QFETCH(QString, path);
        QFETCH(int, draft);
        schema::ValidatorOptions options;
        options.fallback = static_cast<schema::Draft>(draft);
        const QStringList wrong = run(path, options);
        QVERIFY2(wrong.isEmpty(), qUtf8Printable(wrong.join(u'\n')));
    }

    void explainsEveryOptionalTestThatFails_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("draft");
        addFiles(QStringLiteral("draft2020-12/optional"), schema::Draft::Draft2020);
        addFiles(QStringLiteral("draft2020-12/optional/format"), schema::Draft::Draft2020);
        addFiles(QStringLiteral("draft7/optional"), schema::Draft::Draft7);
        addFiles(QStringLiteral("draft7/optional/format"), schema::Draft::Draft7);
    }
    void explainsEveryOptionalTestThatFails()
    {
        QFETCH(QString, path);
        QFETCH(int, draft);
        schema::ValidatorOptions options;
        options.fallback = static_cast<schema::Draft>(draft);
        options.assertFormat = path.contains(QStringLiteral("/format/"));
        const int before = m_tests;
        QStringList wrong = run(path, options);
        qInfo("%d of %d pass", int(m_tests - before - wrong.size()), m_tests - before);
        wrong.removeIf([&](const QString &each) {
            const char *const why = reasonFor(path, each);
            if (why)
                qInfo("known: %s\n       because %s", qUtf8Printable(each), why);
            return why != nullptr;
        });
        QVERIFY2(wrong.isEmpty(), qUtf8Printable(wrong.join(u'\n')));
    }
};

QTEST_GUILESS_MAIN(TestSchemaSuite)
#include "tst_schemasuite.moc"
