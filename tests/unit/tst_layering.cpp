// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/places.h"

#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;

// Holds the sources to the direction of dependencies that the CMakeLists.txt of their folders name,
// and to the few rules of layout that a compiler does not check.
class TestLayering : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyIncludePointsTheAllowedWay();
    void theEngineIncludesNoGui();
    void anIncludeThatPointsTheWrongWayIsFound();
    void aGuiIncludeInTheEngineIsFound();
    void everyFolderHasAPlaceInTheOrder();
    void noMoreComponentsOfARoomUseEachOther();
    void aCircleIsFound();
    void onlyThePlatformUsesWhatOnlyLinuxHas();
    void everySourceBeginsWithItsLicence();
    void noSourceIsLongerThan500Lines();
    void noClassIsCutIntoSeveralSources();
    void noTestFindsAControlByItsWords();
    void aControlThatIsFoundByItsWordsIsFound();
};

namespace {

constexpr int kMaxLines = 500;

// A target of CMake's: the folder of its sources, what it uses and offers to its users, and what it
// uses by itself.
struct Target {
    QString folder;
    QStringList offered;
    QStringList own;
};

QMap<QString, Target> readTargets()
{
    QMap<QString, Target> targets;
    QFile file(sonde::test::usesFile());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList words = line.section(u'|', 0, 0).split(u' ', Qt::SkipEmptyParts);
        targets[words.at(0)] = {words.at(1).chopped(1), words.mid(2),
            line.section(u'|', 1).split(u' ', Qt::SkipEmptyParts)};
    }
    return targets;
}

const QMap<QString, Target> &targets()
{
    static const QMap<QString, Target> all = readTargets();
    return all;
}

// The folder of ours that a folder's sources belong to: "platform/linux" to "platform". Empty where
// none is.
QString roomOf(QString folder)
{
    static const QSet<QString> rooms = [] {
        QSet<QString> found;
        for (const Target &each : targets())
            found.insert(each.folder);
        return found;
    }();
    while (!folder.isEmpty() && !rooms.contains(folder))
        folder = folder.contains(u'/') ? folder.section(u'/', 0, -2) : QString();
    return folder;
}

// The rooms that sources of a room may include.
QSet<QString> usableFrom(const QString &room)
{
    QSet<QString> found;
    QSet<QString> seen;
    QStringList waiting;
    for (const Target &each : targets()) {
        if (each.folder == room)
            waiting += each.offered + each.own;
    }
    while (!waiting.isEmpty()) {
        const QString next = waiting.takeLast();
        if (seen.contains(next))
            continue;
        seen.insert(next);
        const Target target = targets().value(next);
        found.insert(target.folder);
        waiting += target.offered;
    }
    return found;
}

// Whether a file of that folder, like "widgets/tools", may include that. Of a folder that the build
// leaves out, another build says so.
bool isAllowed(const QString &folder, const QString &include)
{
    if (folder == targets().value(u"-"_s).folder)
        return true;
    const QString used = include.section(u'/', 0, -2);
    const QString room = roomOf(used);
    if (used.isEmpty() || room.isEmpty() || used == folder || room == folder)
        return true;
    if (used != room) // a folder without a target is used by its room only, through interfaces
        return roomOf(folder) == room && !folder.contains(u'/');
    if (room == roomOf(folder))
        return true;
    static QMap<QString, QSet<QString>> known;
    if (!known.contains(roomOf(folder)))
        known[roomOf(folder)] = usableFrom(roomOf(folder));
    return known[roomOf(folder)].contains(room);
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
    return sonde::test::sourcePath();
}

struct Source {
    QString path; // from the root: "src/json/parser.cpp"
    QString text;
    QString folder() const { return path.section(u'/', 1, -2); } // "json"
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

// Of each component, "json/parser", those of its folder that it includes.
QMap<QString, QSet<QString>> usesInRooms(const std::vector<Source> &sources)
{
    QMap<QString, QSet<QString>> uses;
    for (const Source &source : sources) {
        const QString component = source.path.section(u'/', 1).section(u'.', 0, 0);
        for (const QString &include : includesOf(source.text)) {
            const QString used = include.section(u'.', 0, 0);
            if (used != component && used.section(u'/', 0, -2) == source.folder())
                uses[component].insert(used);
        }
    }
    return uses;
}

QSet<QString> reachableFrom(const QString &component, const QMap<QString, QSet<QString>> &uses)
{
    QSet<QString> found;
    QStringList waiting = uses.value(component).values();
    while (!waiting.isEmpty()) {
        const QString next = waiting.takeLast();
        if (!found.contains(next)) {
            found.insert(next);
            waiting += uses.value(next).values();
        }
    }
    return found;
}

// A line for each set of components that use each other: "json: document nodetable".
QStringList circlesOf(const QMap<QString, QSet<QString>> &uses)
{
    QMap<QString, QSet<QString>> reached;
    for (auto each = uses.begin(); each != uses.end(); ++each)
        reached[each.key()] = reachableFrom(each.key(), uses);
    QSet<QString> lines;
    for (auto each = reached.begin(); each != reached.end(); ++each) {
        QStringList names;
        for (const QString &other : each.value()) {
            if (reached.value(other).contains(each.key()))
                names += other.section(u'/', -1);
        }
        names.sort();
        if (!names.isEmpty())
            lines.insert(each.key().section(u'/', 0, -2) % u": "_s % names.join(u' '));
    }
    QStringList sorted = lines.values();
    sorted.sort();
    return sorted;
}

// A loop over controls that picks one by its text, or a helper that is given words and no name.
QString controlByWords(const QString &text)
{
    static const QRegularExpression pattern(
        uR"((?:findChildren<[\w: ]*(?:Button|CheckBox|Action|Menu) \*>\(\)|actions\(\))\)\s*\{?)"
        uR"((?:(?!QVERIFY|QCOMPARE)[^;])*?(?:text|title)\(\)(?:\.remove\([^)]*\))?)"
        uR"(\s*(?:==|!=|\.contains|\.startsWith|\.endsWith)[^;]*;)"
        uR"(|\b(?:press|pressMessage|(?:visibleB|messageB|b)utton)\([^;")]*)"
        uR"x("(?:[A-Z][^"]*|[^"]*[ &…][^"]*)"\))x"_s);
    return pattern.match(text).captured();
}

} // namespace

void TestLayering::everyIncludePointsTheAllowedWay()
{
    QStringList wrong;
    for (const Source &source : codeOf({u"src"_s, u"ui"_s})) {
        for (const QString &include : includesOf(source.text)) {
            if (!isAllowed(source.folder(), include))
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
    QVERIFY(isAllowed(u"mcp/client"_s, u"mcp/client/client.h"_s));
    QVERIFY(isAllowed(u"mcp/client"_s, u"mcp/session/session.h"_s));
    QVERIFY(!isAllowed(u"mcp/session"_s, u"mcp/client/client.h"_s));
    QVERIFY(isAllowed(u"mcp"_s, u"QString"_s));
    QVERIFY(!isAllowed(u"json"_s, u"mcp/client/client.h"_s));
    QVERIFY(!isAllowed(u"mcp"_s, u"trace/recorder/recorder.h"_s));
    QVERIFY(!isAllowed(u"trace/record"_s, u"wire/link/transport.h"_s));
    QVERIFY(!isAllowed(u"models/trace"_s, u"widgets/kit/frame/panel.h"_s));
    QVERIFY(!isAllowed(u"cli"_s, u"models/trace/tracemodel.h"_s));
    QVERIFY(isAllowed(u"wire/link"_s, u"platform/eventloop.h"_s));
    QVERIFY(!isAllowed(u"wire/link"_s, u"platform/linux/epolldispatcher.h"_s));
    QVERIFY(!isAllowed(u"platform/portable"_s, u"platform/linux/epolldispatcher.h"_s));
    QVERIFY(isAllowed(u"widgets/tools"_s, u"widgets/kit/frame/panel.h"_s));
    QVERIFY(isAllowed(u"widgets/tools"_s, u"trace/record/record.h"_s));
    QVERIFY(!isAllowed(u"widgets/kit"_s, u"widgets/tools/callpane.h"_s));
    QVERIFY(!isAllowed(u"widgets/review"_s, u"widgets/tools/callpane.h"_s));
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
        if (roomOf(source.folder()).isEmpty())
            unknown += source.path;
    }
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(u'\n')));
}

// A component is a header and its source. Those that are known to need each other are in a file, so
// that there are not more of them, and none is in it that is no longer there.
void TestLayering::noMoreComponentsOfARoomUseEachOther()
{
    QFile file(sourceRoot() % u"/tests/data/circles.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QStringList known = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    known.removeIf([](const QString &line) { return line.startsWith(u'#'); });
    known.sort();
    QCOMPARE(circlesOf(usesInRooms(codeOf({u"src"_s, u"ui"_s}))).join(u'\n'), known.join(u'\n'));
}

void TestLayering::aCircleIsFound()
{
    const std::vector<Source> sources{
        {u"src/json/a.h"_s, u"#include \"json/b.h\"\n"_s},
        {u"src/json/b.cpp"_s, u"#include \"json/b.h\"\n#include \"json/c.h\"\n"_s},
        {u"src/json/c.h"_s, u"#include \"json/a.h\"\n#include \"json/d.h\"\n"_s},
        {u"src/json/d.h"_s, u"#include <vector>\n"_s},
    };
    QCOMPARE(circlesOf(usesInRooms(sources)), QStringList{u"json: a b c"_s});
}

// The compiler does not find these, since everything is compiled on Linux.
void TestLayering::onlyThePlatformUsesWhatOnlyLinuxHas()
{
    static const QRegularExpression linuxOnly(
        u"\\b(accept4|ppoll|pipe2|epoll_\\w+|eventfd|signalfd|timerfd_\\w+|pidfd_\\w+|prctl|"
        u"inotify_\\w+|"
        "SOCK_CLOEXEC|SOCK_NONBLOCK|POLLRDHUP|F_SETPIPE_SZ)\\b"_s);
    QStringList wrong;
    for (const Source &source : codeOf({u"src"_s, u"ui"_s})) {
        if (source.path.startsWith(u"src/platform/linux/"))
            continue;
        if (const auto match = linuxOnly.match(source.text); match.hasMatch())
            wrong += source.path % u": "_s % match.captured();
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
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

// A class that is too long for one source is split by duty: "session_http.cpp" is no duty's name.
void TestLayering::noClassIsCutIntoSeveralSources()
{
    QStringList parts;
    for (const Source &source : codeOf({u"src"_s, u"ui"_s})) {
        if (source.path.section(u'/', -1).contains(u'_'))
            parts += source.path;
    }
    QVERIFY2(parts.isEmpty(), qPrintable(parts.join(u'\n')));
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

// A sentence that is worded better, or a run in another language, must not break a test: controls
// have object names.
void TestLayering::noTestFindsAControlByItsWords()
{
    QStringList wrong;
    for (const Source &source : codeOf({u"tests/ui"_s, u"tests/support"_s})) {
        if (source.path.endsWith(u"/tst_accessiblewalk.cpp"))
            continue; // presses keys ("Return"), and reads words as a screen reader does
        if (const QString found = controlByWords(source.text); !found.isEmpty())
            wrong += source.path % u": "_s % found;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestLayering::aControlThatIsFoundByItsWordsIsFound()
{
    const QString loop = u"for (auto *each : window.findChildren<QPushButton *>()) {\n"_s;
    QVERIFY(!controlByWords(loop % u"if (each->text() == words)\nreturn each;").isEmpty());
    QVERIFY(!controlByWords(loop % u"if (each->text().remove(u'&') == words)\nf();").isEmpty());
    QVERIFY(!controlByWords(loop % u"if (each->text().contains(u\"R\"))\nf();").isEmpty());
    QVERIFY(!controlByWords(u"for (QAction *each : menu->actions()) {\n"
                            "if (each->text() != words)\ncontinue;"_s)
                 .isEmpty());
    QVERIFY(!controlByWords(u"opened.press(QStringLiteral(\"Copy report\"));"_s).isEmpty());
    QVERIFY(!controlByWords(u"opened.press(QStringLiteral(\"Send\"));"_s).isEmpty());
    QVERIFY(!controlByWords(u"tests::button(window, QStringLiteral(\"&Send\"))"_s).isEmpty());
    QVERIFY(controlByWords(u"opened.press(QStringLiteral(\"copyReport\"));"_s).isEmpty());
    QVERIFY(controlByWords(loop % u"if (each->objectName() == name)\nreturn each;").isEmpty());
    QVERIFY(controlByWords(loop % u"QVERIFY2(each->text().contains(u'&'), \"a b\");").isEmpty());
}

QTEST_GUILESS_MAIN(TestLayering)
#include "tst_layering.moc"
