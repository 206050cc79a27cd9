// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/signpainting.h"
#include "look/painting/spanpainter.h"
#include "look/theme/theme.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace sonde::look;
using sonde::models::Sign;
using sonde::models::signColorRole;
using Look = SpanPainter::Look;

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

struct Vision {
    const char *name;
    Matrix seen; // from linear RGB to linear RGB
};

// Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision
// Deficiency (2009), severity 1.0.
constexpr Vision kVisions[] = {
    {"protanopia",
        {Triple{0.152286, 1.052583, -0.204868}, Triple{0.114503, 0.786281, 0.099216},
            Triple{-0.003882, -0.048116, 1.051998}}},
    {"deuteranopia",
        {Triple{0.367322, 0.860646, -0.227968}, Triple{0.280085, 0.672501, 0.047413},
            Triple{-0.011820, 0.042940, 0.968881}}},
    {"tritanopia",
        {Triple{1.255528, -0.076749, -0.178779}, Triple{-0.078411, 0.930809, 0.147602},
            Triple{0.004733, 0.691367, 0.303900}}},
};

constexpr double kApart = 12; // in CIELAB: clear at a glance, also in small signs
constexpr double kOtherShape = 0.3; // of what two shapes cover, the part only one of them covers

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

Triple times(const Matrix &matrix, const Triple &value)
{
    Triple result{};
    for (std::size_t row = 0; row < 3; ++row) {
        const Triple &m = matrix[row];
        result[row] = std::clamp(m[0] * value[0] + m[1] * value[1] + m[2] * value[2], 0.0, 1.0);
    }
    return result;
}

// CIELAB for the white point D65.
Triple lab(const Triple &rgb)
{
    const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16 / 116.0; };
    const double x = root((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505);
    const double y = root(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
    const double z = root((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.0888);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const QColor &a, const QColor &b, const Vision &vision)
{
    const auto seen = [&vision](const QColor &color) {
        return lab(times(
            vision.seen, {linear(color.redF()), linear(color.greenF()), linear(color.blueF())}));
    };
    const Triple p = seen(a);
    const Triple q = seen(b);
    return std::sqrt(
        std::pow(p[0] - q[0], 2) + std::pow(p[1] - q[1], 2) + std::pow(p[2] - q[2], 2));
}

bool areApart(const QColor &a, const QColor &b)
{
    return std::all_of(std::begin(kVisions), std::end(kVisions),
        [&](const Vision &vision) { return distance(a, b, vision) >= kApart; });
}

QImage shape(Sign sign)
{
    QImage image(56, 56, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.scale(4, 4); // as a sign of 14 pixels
    paintSign(&painter, QRectF(0, 0, 14, 14), sign, Qt::black);
    return image;
}

bool haveOtherShapes(Sign a, Sign b)
{
    const QImage one = shape(a);
    const QImage two = shape(b);
    int covered = 0;
    int differing = 0;
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x) {
            const bool inOne = qAlpha(one.pixel(x, y)) > 127;
            const bool inTwo = qAlpha(two.pixel(x, y)) > 127;
            covered += inOne || inTwo ? 1 : 0;
            differing += inOne != inTwo ? 1 : 0;
        }
    }
    return covered > 0 && differing >= kOtherShape * covered;
}

bool haveOtherEdges(Look a, Look b)
{
    const QPen one = SpanPainter::edgePen(a);
    const QPen two = SpanPainter::edgePen(b);
    return one.style() != two.style() || one.widthF() != two.widthF();
}

// Things that stand in one column or one lane, and that a reader tells apart.
const std::vector<std::vector<Sign>> kGroups = {
    {Sign::FindingError, Sign::Finding, Sign::FindingNote},
    {Sign::SentRequest, Sign::ReceivedRequest},
    {Sign::SentResponse, Sign::ReceivedResponse},
    {Sign::SentNotification, Sign::ReceivedNotification},
    {Sign::SentRequest, Sign::SentResponse, Sign::SentNotification},
    {Sign::ReceivedRequest, Sign::ReceivedResponse, Sign::ReceivedNotification},
    {Sign::Pending, Sign::Ok, Sign::ToolError, Sign::ProtocolError, Sign::Late, Sign::Cancelled,
        Sign::Auto, Sign::NotReached},
    {Sign::Pending, Sign::Ok, Sign::ToolError, Sign::ProtocolError, Sign::NoResponse, Sign::Late,
        Sign::Cancelled},
    {Sign::Mark, Sign::Note, Sign::Changed},
};

constexpr Look kSpans[] = {
    Look::Call, Look::Waiting, Look::Exchange, Look::Body, Look::Error, Look::Task};

} // namespace

// No two things differ by their colors only, for those who do not see all colors.
class TestColorBlind : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSimulationKnowsWhatCannotBeToldApart();
    void signsOfOneColumnHaveShapesOfTheirOwn();
    void spansDifferInColorOrInTheirEdge_data();
    void spansDifferInColorOrInTheirEdge();
    void sentAndReceivedDifferInColorToo_data();
    void sentAndReceivedDifferInColorToo();
    void cleanup() { CurrentTheme::instance().setDesktop({}); }

private:
    static void eachTheme();
    static void setTheme();
};

void TestColorBlind::eachTheme()
{
    QTest::addColumn<ThemeChoice>("choice");
    QTest::addColumn<bool>("highContrast");
    QTest::newRow("light") << ThemeChoice::Light << false;
    QTest::newRow("dark") << ThemeChoice::Dark << false;
    QTest::newRow("high contrast") << ThemeChoice::System << true;
}

void TestColorBlind::setTheme()
{
    QFETCH(ThemeChoice, choice);
    QFETCH(bool, highContrast);
    CurrentTheme::instance().setChoice(choice);
    CurrentTheme::instance().setDesktop({std::nullopt, highContrast});
}

void TestColorBlind::theSimulationKnowsWhatCannotBeToldApart()
{
    const auto &[protanopia, deuteranopia, tritanopia] = kVisions;
    for (const Vision &vision : kVisions) {
        QVERIFY2(distance(Qt::white, Qt::black, vision) > 95, vision.name);
        QVERIFY2(distance(Qt::white, Qt::white, vision) < 0.01, vision.name);
    }
    const QColor red(0xB0, 0x60, 0x1A); // an orange and a green of the same brightness
    const QColor green(0x4E, 0x8A, 0x14);
    QVERIFY(distance(red, green, deuteranopia) < 6);
    QVERIFY(distance(red, green, tritanopia) > 50);
    QVERIFY(distance(Qt::blue, Qt::yellow, protanopia) > 100);
}

// Their colors repeat what the shapes say: this holds in every theme.
void TestColorBlind::signsOfOneColumnHaveShapesOfTheirOwn()
{
    for (const std::vector<Sign> &group : kGroups) {
        for (std::size_t a = 0; a < group.size(); ++a) {
            for (std::size_t b = a + 1; b < group.size(); ++b) {
                QVERIFY2(haveOtherShapes(group[a], group[b]),
                    qPrintable(
                        QStringLiteral("signs %1 and %2").arg(int(group[a])).arg(int(group[b]))));
            }
        }
    }
}

void TestColorBlind::spansDifferInColorOrInTheirEdge_data()
{
    eachTheme();
}

void TestColorBlind::spansDifferInColorOrInTheirEdge()
{
    setTheme();
    for (const Look a : kSpans) {
        for (const Look b : kSpans) {
            if (a >= b || haveOtherEdges(a, b))
                continue;
            QVERIFY2(areApart(SpanPainter::fill(a), SpanPainter::fill(b))
                    || areApart(SpanPainter::edge(a), SpanPainter::edge(b)),
                qPrintable(QStringLiteral("spans %1 and %2").arg(int(a)).arg(int(b))));
        }
    }
}

void TestColorBlind::sentAndReceivedDifferInColorToo_data()
{
    QTest::addColumn<ThemeChoice>("choice");
    QTest::addColumn<bool>("highContrast");
    QTest::newRow("light") << ThemeChoice::Light << false;
    QTest::newRow("dark") << ThemeChoice::Dark << false;
}

void TestColorBlind::sentAndReceivedDifferInColorToo()
{
    setTheme();
    QVERIFY(areApart(theme().color(signColorRole(Sign::SentRequest)),
        theme().color(signColorRole(Sign::ReceivedRequest))));
}

QTEST_MAIN(TestColorBlind)
#include "tst_colorblind.moc"
