// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/domainerror.h"
#include "support/places.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace sonde;
using namespace Qt::StringLiterals;

// The factories of errors that have nothing but a sentence.
class TestDomainError : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachFactoryGivesItsDomain();
    void noOtherSourceHasOne();
};

void TestDomainError::eachFactoryGivesItsDomain()
{
    const std::pair<Error, Domain> made[] = {{usageError(u"no"_s), Domain::Usage},
        {storageError(u"no"_s), Domain::Storage}, {configError(u"no"_s), Domain::Config},
        {authorizationError(u"no"_s), Domain::Authorization}};
    for (const auto &[error, domain] : made) {
        QCOMPARE(error.domain, domain);
        QCOMPARE(error.sentence, u"no"_s);
        QCOMPARE(error.code, 0);
        QVERIFY(error.detail.isEmpty() && error.data.isEmpty());
    }
}

// A reader then knows what each of them makes without looking it up.
void TestDomainError::noOtherSourceHasOne()
{
    static const QRegularExpression factory(
        u"\\.domain = Domain::(Usage|Storage|Config|Authorization),\\s*\\.sentence = sentence\\}"_s);
    QStringList having;
    for (const char *const part : {"src", "ui"}) {
        QDirIterator files(test::sourcePath(part), {u"*.h"_s, u"*.cpp"_s}, QDir::Files,
            QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly)
                && factory.match(QString::fromUtf8(file.readAll())).hasMatch())
                having += files.fileName();
        }
    }
    QCOMPARE(having, QStringList(u"domainerror.h"_s));
}

QTEST_GUILESS_MAIN(TestDomainError)
#include "tst_domainerror.moc"
