// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/textdiffview.h"
#include "look/access/menutext.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/plaintooltip.h"
#include "look/controls/searchfield.h"
#include "look/painting/controlpainter.h"
#include "look/style/sondestyle.h"
#include "look/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyleOption>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

using namespace sonde;
using namespace sonde::look;

namespace {

// The rows of the picture in which something of the ink stands, within the columns.
std::pair<int, int> inkedRows(const QImage &image, int left, int right, const QColor &ink)
{
    std::pair rows(image.height(), -1);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = left; x < right; ++x) {
            if (qAbs(image.pixelColor(x, y).lightness() - ink.lightness()) < 60) {
                rows.first = std::min(rows.first, y);
                rows.second = y;
            }
        }
    }
    return rows;
}

class PaintCounter : public QObject {
public:
    explicit PaintCounter(int &count)
        : m_count(count)
    {
    }
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }

private:
    int &m_count;
};

} // namespace

class LookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        installLook(*qApp);
        CurrentTheme::instance().setChoice(ThemeChoice::Light);
    }

    void readsMenuTextsWithoutTheirKeys()
    {
        QCOMPARE(withoutMnemonic(QStringLiteral("&New server…")), QStringLiteral("New server…"));
        QCOMPARE(withoutMnemonic(QStringLiteral("開く(&O)…")), QStringLiteral("開く…"));
        QCOMPARE(withoutMnemonic(QStringLiteral("a && b")), QStringLiteral("a & b"));
        PanelTitle title(QStringLiteral("Servers"));
        QAction action(QStringLiteral("&New server…"));
        title.addButton(&action);
        QStringList names;
        for (const QToolButton *button : title.findChildren<QToolButton *>())
            names << button->accessibleName();
        QVERIFY(names.contains(QStringLiteral("New server…")));
    }

    // Its name alone would hide from a screen reader what a label shows.
    void speaksALabelWithItsText()
    {
        const auto spoken = [](QLabel &label) {
            return QAccessible::queryAccessibleInterface(&label)->text(QAccessible::Name);
        };
        QLabel label(QStringLiteral("2025-11-25"));
        QCOMPARE(spoken(label), QStringLiteral("2025-11-25"));
        label.setAccessibleName(QStringLiteral("Revision"));
        QCOMPARE(spoken(label), QStringLiteral("Revision: 2025-11-25"));
        label.setText(QStringLiteral("<b>2026-07-28</b>"));
        QCOMPARE(spoken(label), QStringLiteral("Revision: 2026-07-28"));
        label.setTextFormat(Qt::PlainText);
        label.setText(QStringLiteral("a<b>"));
        QCOMPARE(spoken(label), QStringLiteral("Revision: a<b>"));
        label.setText({});
        QCOMPARE(spoken(label), QStringLiteral("Revision"));
        label.setText(QStringLiteral("size"));
        label.setAccessibleName(QStringLiteral("size, required"));
        QCOMPARE(spoken(label), QStringLiteral("size, required"));
    }

    void tellsAWindowFromAPartOfOne()
    {
        QWidget window(nullptr, Qt::Window);
        auto *part = new QWidget(&window);
        QCOMPARE(QAccessible::queryAccessibleInterface(&window)->role(), QAccessible::Window);
        QVERIFY(QAccessible::queryAccessibleInterface(part)->role() != QAccessible::Window);
    }

    void describesAToolTipWithoutMarkup()
    {
        QWidget widget;
        setPlainToolTip(widget, QStringLiteral("one <two>"));
        QVERIFY(widget.toolTip().contains(QStringLiteral("&lt;two&gt;")));
        QCOMPARE(QAccessible::queryAccessibleInterface(&widget)->text(QAccessible::Description),
            QStringLiteral("one <two>"));
    }

    void namesTheButtonsOfASearchField()
    {
        QLineEdit field;
        dressSearchField(field, SearchField::Find);
        const auto buttons = field.findChildren<QToolButton *>();
        QCOMPARE(buttons.size(), 2);
        for (QToolButton *button : buttons)
            QVERIFY(
                !QAccessible::queryAccessibleInterface(button)->text(QAccessible::Name).isEmpty());
    }

    void putsTheArrowOfAMenuButtonBesideItsWords_data()
    {
        QTest::addColumn<Qt::ToolButtonStyle>("style");
        QTest::newRow("words") << Qt::ToolButtonTextOnly;
        QTest::newRow("icon and words") << Qt::ToolButtonTextBesideIcon;
    }
    void putsTheArrowOfAMenuButtonBesideItsWords()
    {
        QFETCH(Qt::ToolButtonStyle, style);
        QToolButton button;
        QMenu menu;
        button.setText(QStringLiteral("x"));
        button.setAutoRaise(true);
        button.setMenu(&menu);
        button.setPopupMode(QToolButton::InstantPopup);
        button.setToolButtonStyle(style);
        QToolButton plain;
        plain.setText(button.text());
        plain.setToolButtonStyle(style);
        QVERIFY(button.sizeHint().width() > plain.sizeHint().width());

        button.resize(button.sizeHint());
        const QImage image = button.grab().toImage();
        const auto [top, bottom] =
            inkedRows(image, image.width() - 16, image.width() - 2, theme().text);
        QVERIFY(bottom > top);
        QVERIFY2(qAbs((top + bottom) - (image.height() - 1)) <= 2,
            qPrintable(
                QStringLiteral("rows %1 to %2 of %3").arg(top).arg(bottom).arg(image.height())));
    }

    void turnsTheRingOfAPendingTitle()
    {
        PanelTitle title(QStringLiteral("Response"));
        title.resize(200, title.sizeHint().height());
        title.setSign(models::Sign::Pending);
        title.show();
        QVERIFY(QTest::qWaitForWindowExposed(&title));
        int paints = 0;
        PaintCounter counter(paints);
        title.installEventFilter(&counter);
        QTRY_VERIFY(paints >= 2); // by itself
        title.setSign(models::Sign::Ok);
    }

    void saysAllOfATitleThatIsCut()
    {
        PanelTitle title(QStringLiteral("Next request"));
        title.setDetail(QStringLiteral("of a <b>tool</b> with a name that takes more room"));
        title.show();
        const auto hover = [&title](int width) {
            QToolTip::hideText();
            title.resize(width, title.sizeHint().height());
            title.grab();
            QHelpEvent event(QEvent::ToolTip, QPoint(5, 5), title.mapToGlobal(QPoint(5, 5)));
            QCoreApplication::sendEvent(&title, &event);
            return QToolTip::text();
        };
        const QString cut = hover(120);
        QVERIFY2(cut.contains(u"Next request of a &lt;b&gt;tool"), qPrintable(cut));
        QVERIFY(cut.contains(u"takes more room"));
        title.setToolTip(QStringLiteral("own"));
        QCOMPARE(hover(900), QStringLiteral("own"));
    }

    void cutsALabelThatDoesNotFitWithAnEllipsis()
    {
        const QString text(200, QLatin1Char('m'));
        ColorLabel label(text, models::ColorRole::Normal);
        QVERIFY(label.minimumSizeHint().width() < 100);
        label.resize(80, label.sizeHint().height());
        ColorLabel whole(text, models::ColorRole::Normal);
        whole.resize(2000, label.height());
        const QImage cut = label.grab().toImage();
        QVERIFY(cut != whole.grab(QRect(0, 0, 80, label.height())).toImage());
        QCOMPARE(label.text(), text);
        label.setWordWrap(true);
        QVERIFY(label.grab().toImage() != cut);
    }

    void cutsAChoiceThatDoesNotFitWithAnEllipsis()
    {
        const QComboBox box;
        QStyleOptionComboBox option;
        option.fontMetrics = box.fontMetrics();
        option.currentText = QStringLiteral("All sources of the server");
        const int whole = option.fontMetrics.horizontalAdvance(option.currentText);
        QCOMPARE(controls::elided(option, whole + 10).currentText, option.currentText);
        const QString cut = controls::elided(option, whole / 2).currentText;
        QVERIFY2(cut.endsWith(u'…'), qPrintable(cut));
        QVERIFY(option.fontMetrics.horizontalAdvance(cut) < whole / 2);
    }

    void saysAtTheTopWhyNothingIsCompared()
    {
        content::TextDiffView view;
        view.resize(200, 300);
        view.setNothing(QStringLiteral("There is no start before this one, and so nothing else"));
        view.show();
        const auto *why = view.findChild<ColorLabel *>();
        const auto [first, last] =
            inkedRows(view.grab().toImage(), 0, 150, theme().color(models::ColorRole::Muted));
        QVERIFY2(first < 20 && last > first, qPrintable(QString::number(first)));
        QVERIFY(last < 100);
        QVERIFY(why->height() >= why->heightForWidth(why->width())); // it wraps
    }

    // As of the words of a command: one of them may be a long path.
    void cutsEachLineByItself()
    {
        const QString longOne = QStringLiteral("/srv/") + QString(200, u'x') + u'y';
        ColorLabel label(QStringLiteral("node\n") + longOne + QStringLiteral("\nstdio"),
            models::ColorRole::Normal);
        label.setElideMode(Qt::ElideMiddle);
        label.resize(300, 60);
        const QStringList lines = label.shownText().split(u'\n');
        QCOMPARE(lines.size(), qsizetype(3));
        QCOMPARE(lines.first(), QStringLiteral("node"));
        QVERIFY(lines[1].startsWith(QStringLiteral("/srv/")) && lines[1].endsWith(u'y'));
        QVERIFY(label.fontMetrics().horizontalAdvance(lines[1]) <= label.contentsRect().width());
        QCOMPARE(lines.last(), QStringLiteral("stdio"));
    }
};

QTEST_MAIN(LookTest)
#include "tst_look.moc"
