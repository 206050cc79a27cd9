// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/theme.h"

#include <QApplication>
#include <QTest>

#include <cmath>
#include <utility>
#include <vector>

using namespace sonde::look;

namespace {

constexpr double kTextRatio = 4.5;
constexpr double kOutlineRatio = 3.0;

// WCAG 2.2, relative luminance and contrast ratio.
double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

using Named = std::pair<const char *, QColor>;

std::vector<Named> surfaces(const Theme &t)
{
    return {{"window", t.window}, {"base", t.base}, {"altBase", t.altBase}, {"raised", t.raised},
        {"header", t.header}, {"title", t.title}, {"hover", t.hover}, {"sel", t.sel},
        {"selOff", t.selOff}};
}

std::vector<Named> inks(const Theme &t)
{
    return {{"text", t.text}, {"muted", t.muted}, {"accent", t.accent}, {"received", t.received},
        {"error", t.error}, {"warn", t.warn}, {"ok", t.ok}, {"automatic", t.automatic},
        {"jKey", t.jKey}, {"jStr", t.jStr}, {"jNum", t.jNum}, {"jLit", t.jLit}, {"jEsc", t.jEsc},
        {"jPun", t.jPun}};
}

struct Pair {
    const char *name;
    QColor ink;
    QColor ground;
    double least;
};

std::vector<Pair> specialPairs(const Theme &t)
{
    std::vector<Pair> pairs{{"error on errorBg", t.error, t.errorBg, kTextRatio},
        {"warn on warnBg", t.warn, t.warnBg, kTextRatio},
        {"auto on autoBg", t.automatic, t.autoBg, kTextRatio},
        {"ok on okBg", t.ok, t.okBg, kTextRatio},
        {"accent on infoBg", t.accent, t.infoBg, kTextRatio},
        {"muted on errorBg", t.muted, t.errorBg, kTextRatio},
        {"text on errorBg", t.text, t.errorBg, kTextRatio},
        {"text on warnBg", t.text, t.warnBg, kTextRatio},
        {"text on infoBg", t.text, t.infoBg, kTextRatio},
        {"text on autoBg", t.text, t.autoBg, kTextRatio},
        {"text on okBg", t.text, t.okBg, kTextRatio},
        {"text on byteHi", t.text, t.byteHi, kTextRatio},
        {"onAccent on accentFill", t.onAccent, t.accentFill, kTextRatio},
        {"text on spanCall", t.text, t.spanCall, kTextRatio},
        {"text on spanBody", t.text, t.spanBody, kTextRatio},
        {"text on spanTask", t.text, t.spanTask, kTextRatio},
        {"text on spanConnect", t.text, t.spanConnect, kTextRatio},
        {"text on spanWaiting", t.text, t.spanWaiting, kTextRatio},
        {"text on spanError", t.text, t.spanError, kTextRatio},
        {"outline on base", t.outline, t.base, kOutlineRatio},
        {"outline on window", t.outline, t.window, kOutlineRatio},
        {"outline on raised", t.outline, t.raised, kOutlineRatio}};
    for (const QColor &mark : t.servers) {
        for (const QColor &ground : {t.base, t.altBase, t.sel, t.selOff})
            pairs.push_back({"mark of a server", mark, ground, kOutlineRatio});
    }
    return pairs;
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textAndSignsCanBeReadOnEverySurface_data();
    void textAndSignsCanBeReadOnEverySurface();
    void tintsSpansAndOutlinesKeepTheirContrast_data();
    void tintsSpansAndOutlinesKeepTheirContrast();
    void theRatioIsTheOneOfWcag();
    void thePaletteHoldsTheTokens();
    void theChoiceSwapsPaletteAndTellsIt();
    void highContrastIsReadableOnEveryPalette_data();
    void highContrastIsReadableOnEveryPalette();
    void aDesktopOfHighContrastKeepsItsPalette();
    void theDesktopsSchemeCountsWhileTheSystemIsChosen();
};

static void eachTheme()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTheme::textAndSignsCanBeReadOnEverySurface_data()
{
    eachTheme();
}
void TestTheme::textAndSignsCanBeReadOnEverySurface()
{
    QFETCH(bool, dark);
    const Theme &t = dark ? Theme::dark() : Theme::light();
    for (const auto &[inkName, ink] : inks(t)) {
        for (const auto &[surfaceName, surface] : surfaces(t)) {
            const double ratio = contrast(ink, surface);
            QVERIFY2(ratio >= kTextRatio,
                qPrintable(QStringLiteral("%1 on %2 is %3")
                               .arg(QLatin1String(inkName), QLatin1String(surfaceName))
                               .arg(ratio)));
        }
    }
}

void TestTheme::tintsSpansAndOutlinesKeepTheirContrast_data()
{
    eachTheme();
}
void TestTheme::tintsSpansAndOutlinesKeepTheirContrast()
{
    QFETCH(bool, dark);
    for (const Pair &pair : specialPairs(dark ? Theme::dark() : Theme::light())) {
        const double ratio = contrast(pair.ink, pair.ground);
        QVERIFY2(ratio >= pair.least,
            qPrintable(QStringLiteral("%1 is %2").arg(QLatin1String(pair.name)).arg(ratio)));
    }
}

void TestTheme::theRatioIsTheOneOfWcag()
{
    QCOMPARE(contrast(Qt::white, Qt::black), 21.0);
    QVERIFY(qAbs(contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
}

void TestTheme::thePaletteHoldsTheTokens()
{
    for (const Theme *t : {&Theme::light(), &Theme::dark()}) {
        const QPalette p = t->palette();
        QCOMPARE(p.color(QPalette::Active, QPalette::Window), t->window);
        QCOMPARE(p.color(QPalette::Active, QPalette::Base), t->base);
        QCOMPARE(p.color(QPalette::Active, QPalette::AlternateBase), t->altBase);
        QCOMPARE(p.color(QPalette::Active, QPalette::Highlight), t->sel);
        QCOMPARE(p.color(QPalette::Inactive, QPalette::Highlight), t->selOff);
        QCOMPARE(p.color(QPalette::Active, QPalette::HighlightedText), t->text);
        QCOMPARE(p.color(QPalette::Disabled, QPalette::Text), t->off);
        QCOMPARE(p.color(QPalette::Active, QPalette::PlaceholderText), t->muted);
    }
}

void TestTheme::theChoiceSwapsPaletteAndTellsIt()
{
    CurrentTheme &current = CurrentTheme::instance();
    int changes = 0;
    connect(&current, &CurrentTheme::changed, this, [&changes] { ++changes; });
    current.setChoice(ThemeChoice::Dark);
    QCOMPARE(theme().scheme, Scheme::Dark);
    QCOMPARE(QApplication::palette().color(QPalette::Base), Theme::dark().base);
    current.setChoice(ThemeChoice::Light);
    QCOMPARE(QApplication::palette().color(QPalette::Base), Theme::light().base);
    // The test's platform is a light one.
    current.setChoice(ThemeChoice::Dark);
    current.setChoice(ThemeChoice::System);
    QCOMPARE(theme().scheme, Scheme::Light);
    QCOMPARE(changes, 4);
    disconnect(&current, nullptr, this, nullptr);
}

void TestTheme::highContrastIsReadableOnEveryPalette_data()
{
    QTest::addColumn<QColor>("ground");
    QTest::addColumn<QColor>("ink");
    QTest::addColumn<QColor>("highlight");
    QTest::newRow("black") << QColor(Qt::black) << QColor(Qt::white) << QColor(Qt::yellow);
    QTest::newRow("white") << QColor(Qt::white) << QColor(Qt::black) << QColor(Qt::black);
    QTest::newRow("green on black") << QColor(Qt::black) << QColor(Qt::green) << QColor(Qt::blue);
    QTest::newRow("yellow") << QColor(Qt::yellow) << QColor(Qt::black) << QColor(Qt::red);
}

void TestTheme::highContrastIsReadableOnEveryPalette()
{
    QFETCH(QColor, ground);
    QFETCH(QColor, ink);
    QFETCH(QColor, highlight);
    QPalette system(ink, ground, ink, ink, ink, ink, ink, ground, ground);
    system.setColor(QPalette::Highlight, highlight);
    const Theme t = Theme::highContrast(system);
    QCOMPARE(t.base, ground);
    QCOMPARE(t.text, ink);
    QCOMPARE(t.errorBg, ground); // no tints
    QVERIFY(t.sel != t.base); // what is selected can be seen
    QVERIFY(t.selOff != t.base);
    if (ground == QColor(Qt::black)) // where ours are clear they stay
        QCOMPARE(t.error, Theme::dark().error);
    for (const auto &[inkName, color] : inks(t)) {
        QVERIFY2(contrast(color, t.base) >= 7.0, inkName);
        for (const auto &[surfaceName, surface] : surfaces(t))
            QVERIFY2(contrast(color, surface) >= kTextRatio, surfaceName);
    }
    for (const Pair &pair : specialPairs(t))
        QVERIFY2(contrast(pair.ink, pair.ground) >= pair.least, pair.name);
}

void TestTheme::aDesktopOfHighContrastKeepsItsPalette()
{
    CurrentTheme &current = CurrentTheme::instance();
    QApplication::setPalette(QPalette());
    const QColor window = QApplication::palette().color(QPalette::Window);
    current.setChoice(ThemeChoice::System);
    QVERIFY(QApplication::palette().color(QPalette::Window) != window);
    current.setDesktop({std::nullopt, true});
    QCOMPARE(QApplication::palette().color(QPalette::Window), window);
    QCOMPARE(theme().errorBg, theme().base);
    current.setChoice(ThemeChoice::Light);
    QCOMPARE(theme().errorBg, Theme::light().errorBg);
    current.setDesktop({});
}

void TestTheme::theDesktopsSchemeCountsWhileTheSystemIsChosen()
{
    CurrentTheme &current = CurrentTheme::instance();
    current.setChoice(ThemeChoice::System);
    QCOMPARE(theme().scheme, Scheme::Light);
    current.setDesktop({Scheme::Dark, false});
    QCOMPARE(theme().scheme, Scheme::Dark);
    current.setChoice(ThemeChoice::Light);
    QCOMPARE(theme().scheme, Scheme::Light);
    current.setDesktop({});
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
