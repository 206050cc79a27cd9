// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "support/openedform.h"
#include "support/patience.h"
#include "widgets/form/fieldbox.h"
#include "widgets/form/fieldeditor.h"
#include "widgets/form/formview.h"
#include "widgets/form/schemaform.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QTest>

using namespace sonde;
using schema::FieldKind;
using schema::FieldState;
using widgets::FormAction;
using widgets::FormRow;
using widgets::FormView;
using widgets::SchemaForm;
using Opened = tests::OpenedForm;

// What a form says is read whole.
class TestFormTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void paintsNothingOverAnEditor();
    void wrapsEveryHintAndProblem();
};

// "not sent" stands beside what can be clicked, at every width.
void TestFormTexts::paintsNothingOverAnEditor()
{
    Opened opened(R"({"type":"object","properties":{"ask":{"type":"boolean","default":false},
        "days":{"type":"array","uniqueItems":true,"items":{"enum":["Mon","Tue"]}}}})",
        "{}");
    for (const int width : {700, 420, 900}) {
        opened.form.resize(width, 600);
        QCoreApplication::processEvents();
        for (const widgets::FieldBox *box : opened.form.findChildren<widgets::FieldBox *>()) {
            QVERIFY(!box->ghost().isEmpty());
            for (const QAbstractButton *choice : box->findChildren<QAbstractButton *>()) {
                if (!choice->isVisible()
                    || (!qobject_cast<const QRadioButton *>(choice)
                        && !qobject_cast<const QCheckBox *>(choice)))
                    continue;
                const QRect place(choice->mapTo(box, QPoint()), choice->size());
                QVERIFY2(!place.intersects(box->ghostPlace()), qPrintable(choice->text()));
                const int words = choice->fontMetrics().horizontalAdvance(choice->text());
                QVERIFY(choice->width() > words);
            }
        }
    }
}

void TestFormTexts::wrapsEveryHintAndProblem()
{
    const QByteArray words = QByteArray("A rather long sentence about this value. ").repeated(5);
    const QByteArray schema = R"({"type":"object","required":["a property with a long name"],
        "properties":{"hint":{"type":"string","description":")"
        + words + R"("},"a property with a long name":{"type":"string"}}})";
    Opened opened(std::string_view(schema.constData(), std::size_t(schema.size())), "{}");
    QTRY_COMPARE_WITH_TIMEOUT(opened.form.problems().size(), 1u, kPatienceMs);
    for (const int width : {380, 700, 1100}) {
        opened.form.resize(width, 900);
        QCoreApplication::processEvents();
        int notes = 0;
        for (const auto *note : opened.form.view().findChildren<look::ColorLabel *>()) {
            if (!note->isVisible() || note->text().size() < 20)
                continue;
            ++notes;
            QVERIFY2(note->heightForWidth(note->width()) <= note->height(),
                qPrintable(QStringLiteral("%1 at %2: %3 of %4")
                               .arg(note->text().left(20))
                               .arg(width)
                               .arg(note->height())
                               .arg(note->heightForWidth(note->width()))));
        }
        QVERIFY(notes >= 2);
    }
}

QTEST_MAIN(TestFormTexts)
#include "tst_formtexts.moc"
