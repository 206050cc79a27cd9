// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

// Holds the sources to the direction of dependencies that the README draws, and to the few rules
// of layout that a compiler does not check.
class TestLayering : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyIncludePointsTheAllowedWay();
    void theEngineIncludesNoGui();
    void anIncludeThatPointsTheWrongWayIsFound();
    void aGuiIncludeInTheEngineIsFound();
    void everyFolderHasAPlaceInTheOrder();
    void everySourceBeginsWithItsLicence();
    void noSourceIsLongerThan500Lines();
};

namespace {

constexpr int kMaxLines = 500;

// What each target uses directly; what those use is allowed as well.
const QMap<QString, QStringList> &directUses()
{
    static const QMap<QString, QStringList> uses{
        {u"base"_s, {}},
        {u"json"_s, {u"base"_s}},
        {u"schema"_s, {u"json"_s}},
        {u"rpc"_s, {u"json"_s}},
        {u"wire"_s, {u"rpc"_s}},
        {u"trace"_s, {u"rpc"_s}},
        {u"auth"_s, {u"wire"_s}},
        {u"mcp"_s, {u"wire"_s}},
        {u"review"_s, {u"mcp"_s, u"schema"_s, u"trace"_s}},
        {u"findings"_s, {u"mcp"_s, u"trace"_s}},
        {u"config"_s, {u"json"_s}},
        {u"setup"_s, {u"auth"_s, u"mcp"_s, u"config"_s}},
        {u"cli"_s, {u"setup"_s, u"trace"_s, u"review"_s, u"findings"_s, u"auth"_s}},
        {u"demo"_s, {u"rpc"_s, u"schema"_s}},
        {u"models"_s, {u"setup"_s, u"trace"_s, u"review"_s, u"findings"_s, u"auth"_s}},
        {u"content"_s, {u"models"_s}},
        {u"widgets"_s, {u"models"_s, u"content"_s}},
        {u"app"_s, {u"widgets"_s}},
        {u"browser"_s, {u"content"_s, u"auth"_s}},
    };
    return uses;
}

QSet<QString> allUses(const QString &target)
{
    QSet<QString> found;
    QStringList waiting = directUses().value(target);
    while (!waiting.isEmpty()) {
        const QString next = waiting.takeLast();
        if (found.contains(next))
            continue;
        found.insert(next);
        waiting += directUses().value(next);
    }
    return found;
}

// The target of an include like "json/document.h", when that is one of ours.
QString targetOf(const QString &include)
{
    const QString folder = include.section(u'/', 0, 0);
    return include.contains(u'/') && directUses().contains(folder) ? folder : QString();
}

bool isAllowed(const QString &target, const QString &include)
{
    const QString used = targetOf(include);
    return used.isEmpty() || used == target || allUses(target).contains(used);
}

// Whether Qt offers a header under that name in one of the modules that need a screen.
bool isGuiHeader(const QString &include)
{
    static const QStringList modules{
        u"QtGui"_s, u"QtWidgets"_s, u"QtSvg"_s, u"QtOpenGL"_s, u"QtPrintSupport"_s, u"Qsci"_s};
    const QString headers = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    for (const QString &module : modules) {
        if (include.startsWith(module) || include == module
            || QFile::exists(headers % u'/' % module % u'/' % include))
            return true;
    }
    return false;
}

QString sourceRoot()
{
    return QStringLiteral(SONDE_SOURCE_DIR);
}

struct Source {
    QString path; // from the root: "src/json/parser.cpp"
    QString text;
    QString area() const { return path.section(u'/', 0, 0); }
    QString target() const { return path.section(u'/', 1, 1); }
};

std::vector<Source> sources(const QStringList &areas, const QStringList &patterns)
{
    std::vector<Source> all;
    for (const QString &area : areas) {
        QDirIterator files(
            sourceRoot() % u'/' % area, patterns, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.fileName().contains(u"/node_modules/") || !file.open(QIODevice::ReadOnly))
                continue;
            all.push_back(
                {file.fileName().mid(sourceRoot().size() + 1), QString::fromUtf8(file.readAll())});
        }
    }
    return all;
}

std::vector<Source> codeOf(const QStringList &areas)
{
    return sources(areas, {u"*.h"_s, u"*.cpp"_s, u"*.c"_s});
}

QStringList includesOf(const QString &text)
{
    static const QRegularExpression pattern(
        uR"(^\s*#\s*include\s*[<"]([^>"]+)[>"])"_s, QRegularExpression::MultilineOption);
    QStringList includes;
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        includes += match.next().captured(1);
    return includes;
}

} // namespace

void TestLayering::everyIncludePointsTheAllowedWay()
{
    QStringList wrong;
    for (const Source &source : codeOf({u"src"_s, u"ui"_s})) {
        for (const QString &include : includesOf(source.text)) {
            if (!isAllowed(source.target(), include))
                wrong += source.path % u" includes "_s % include;
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestLayering::theEngineIncludesNoGui()
{
    QStringList wrong;
    for (const Source &source : codeOf({u"src"_s})) {
        for (const QString &include : includesOf(source.text)) {
            if (isGuiHeader(include))
                wrong += source.path % u" includes "_s % include;
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestLayering::anIncludeThatPointsTheWrongWayIsFound()
{
    QVERIFY(isAllowed(u"mcp"_s, u"json/document.h"_s));
    QVERIFY(isAllowed(u"mcp"_s, u"mcp/client.h"_s));
    QVERIFY(isAllowed(u"mcp"_s, u"QString"_s));
    QVERIFY(!isAllowed(u"json"_s, u"mcp/client.h"_s));
    QVERIFY(!isAllowed(u"mcp"_s, u"trace/recorder.h"_s));
    QVERIFY(!isAllowed(u"trace"_s, u"wire/transport.h"_s));
    QVERIFY(!isAllowed(u"models"_s, u"widgets/mainwindow.h"_s));
    QVERIFY(!isAllowed(u"cli"_s, u"models/tracemodel.h"_s));
}

void TestLayering::aGuiIncludeInTheEngineIsFound()
{
    QVERIFY(isGuiHeader(u"QWidget"_s));
    QVERIFY(isGuiHeader(u"QtGui/QPixmap"_s));
    QVERIFY(isGuiHeader(u"qpainter.h"_s));
    QVERIFY(!isGuiHeader(u"QString"_s));
    QVERIFY(!isGuiHeader(u"QTcpSocket"_s));
    QVERIFY(!isGuiHeader(u"vector"_s));
}

void TestLayering::everyFolderHasAPlaceInTheOrder()
{
    QStringList unknown;
    for (const Source &source : codeOf({u"src"_s, u"ui"_s})) {
        if (!directUses().contains(source.target()))
            unknown += source.path;
    }
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(u'\n')));
}

void TestLayering::everySourceBeginsWithItsLicence()
{
    const QStringList areas{u"src"_s, u"ui"_s, u"tests"_s, u"cmake"_s};
    QStringList without;
    for (const Source &source : sources(areas,
             {u"*.h"_s, u"*.cpp"_s, u"*.c"_s, u"*.mjs"_s, u"*.cmake"_s, u"CMakeLists.txt"_s})) {
        const QString head = source.text.left(200);
        if (!head.contains(u"SPDX-FileCopyrightText: The Sonde developers")
            || !head.contains(u"SPDX-License-Identifier: GPL-3.0-or-later"))
            without += source.path;
    }
    QVERIFY2(without.isEmpty(), qPrintable(without.join(u'\n')));
}

void TestLayering::noSourceIsLongerThan500Lines()
{
    QStringList tooLong;
    for (const Source &source : codeOf({u"src"_s, u"ui"_s, u"tests"_s})) {
        if (const auto lines = source.text.count(u'\n'); lines > kMaxLines)
            tooLong += source.path % u": "_s % QString::number(lines);
    }
    QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join(u'\n')));
}

QTEST_GUILESS_MAIN(TestLayering)
#include "tst_layering.moc"
