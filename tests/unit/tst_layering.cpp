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
    void onlyThePlatformUsesWhatOnlyLinuxHas();
    void everySourceBeginsWithItsLicence();
    void noSourceIsLongerThan500Lines();
    void noClassIsCutIntoSeveralSources();
    void noTestFindsAControlByItsWords();
    void aControlThatIsFoundByItsWordsIsFound();
};

namespace {

constexpr int kMaxLines = 500;

// What each target uses directly; what those use is allowed as well. Who uses a target with rooms
// uses all of them; a room uses what its target uses, and of the other rooms those that are named.
const QMap<QString, QStringList> &directUses()
{
    static const QMap<QString, QStringList> uses{
        {u"platform"_s, {}},
        {u"base"_s, {u"platform"_s}},
        {u"watch"_s, {u"base"_s}},
        {u"json"_s, {u"base"_s}},
        {u"schema"_s, {u"json"_s}},
        {u"serve"_s, {u"json"_s}},
        {u"rpc"_s, {u"json"_s}},
        {u"wire"_s, {u"rpc"_s}},
        {u"trace"_s, {u"rpc"_s}},
        {u"tap"_s, {u"wire"_s, u"trace"_s, u"serve"_s}},
        {u"auth"_s, {u"wire"_s}},
        {u"mcp"_s, {u"wire"_s}},
        {u"review"_s, {u"mcp"_s, u"schema"_s, u"trace"_s}},
        {u"findings"_s, {u"mcp"_s, u"schema"_s, u"trace"_s}},
        {u"check"_s, {u"findings"_s}},
        {u"changes"_s, {u"mcp"_s, u"schema"_s, u"trace"_s}},
        {u"config"_s, {u"json"_s}},
        {u"bundle"_s, {u"config"_s}},
        {u"hosts"_s, {u"config"_s}},
        {u"help"_s, {}},
        {u"about"_s, {u"wire"_s, u"trace"_s}},
        {u"language"_s, {}},
        {u"setup"_s, {u"auth"_s, u"mcp"_s, u"config"_s}},
        {u"doctor"_s, {u"setup"_s}},
        {u"cli"_s,
            {u"setup"_s, u"trace"_s, u"review"_s, u"check"_s, u"changes"_s, u"auth"_s, u"tap"_s,
                u"help"_s, u"hosts"_s, u"bundle"_s, u"doctor"_s, u"language"_s, u"about"_s}},
        {u"demo"_s, {u"rpc"_s, u"schema"_s, u"serve"_s}},
        {u"models"_s,
            {u"setup"_s, u"trace"_s, u"review"_s, u"findings"_s, u"changes"_s, u"auth"_s,
                u"doctor"_s, u"hosts"_s, u"tap"_s}},
        {u"look"_s, {u"models"_s, u"language"_s}},
        {u"content"_s, {u"look"_s}},
        {u"session"_s, {u"models"_s, u"watch"_s, u"check"_s}},
        {u"widgets"_s, {u"session"_s, u"content"_s, u"help"_s, u"bundle"_s}},
        {u"app"_s, {u"widgets"_s, u"tap"_s, u"about"_s}},
        {u"browser"_s, {u"content"_s, u"auth"_s}},

        {u"platform/linux"_s, {u"platform"_s}},
        {u"platform/portable"_s, {u"platform"_s}},

        {u"wire/http"_s, {}},
        {u"wire/link"_s, {u"wire/http"_s}},
        {u"wire/process"_s, {u"wire/link"_s}},
        {u"wire/streamable"_s, {u"wire/link"_s}},

        {u"trace/record"_s, {}},
        {u"trace/file"_s, {u"trace/record"_s}},
        {u"trace/filter"_s, {u"trace/record"_s}},
        {u"trace/recorder"_s, {u"trace/file"_s}},
        {u"trace/transfer"_s, {u"trace/recorder"_s, u"trace/filter"_s}},

        {u"doctor/base"_s, {}},
        {u"doctor/program"_s, {u"doctor/base"_s}},
        {u"doctor/address"_s, {u"doctor/program"_s}},
        {u"doctor/run"_s, {u"doctor/address"_s}},

        {u"tap/relay"_s, {}},
        {u"tap/announce"_s, {u"tap/relay"_s}},
        {u"tap/breakpoint"_s, {u"tap/announce"_s}},
        {u"tap/record"_s, {u"tap/announce"_s}},
        {u"tap/watch"_s, {u"tap/announce"_s}},
        {u"tap/http"_s, {u"tap/record"_s, u"tap/breakpoint"_s}},

        {u"auth/base"_s, {}},
        {u"auth/store"_s, {u"auth/base"_s}},
        {u"auth/browser"_s, {u"auth/base"_s}},
        {u"auth/flow"_s, {u"auth/base"_s}},
        {u"auth/runner"_s, {u"auth/store"_s, u"auth/browser"_s, u"auth/flow"_s}},

        {u"mcp/message"_s, {}},
        {u"mcp/session"_s, {u"mcp/message"_s}},
        {u"mcp/client"_s, {u"mcp/session"_s}},
        {u"mcp/task"_s, {u"mcp/client"_s}},

        {u"findings/catalogue"_s, {}},
        {u"findings/context"_s, {u"findings/catalogue"_s}},
        {u"findings/accepted"_s, {u"findings/context"_s}},
        {u"findings/rules"_s, {u"findings/context"_s}},
        {u"findings/engine"_s, {u"findings/rules"_s}},

        {u"cli/output"_s, {}},
        {u"cli/options"_s, {u"cli/output"_s}},
        {u"cli/result"_s, {u"cli/options"_s}},
        {u"cli/answers"_s, {u"cli/options"_s}},
        {u"cli/auth"_s, {u"cli/result"_s}},
        {u"cli/server"_s, {u"cli/answers"_s, u"cli/auth"_s, u"cli/result"_s, u"cli/validate"_s}},
        {u"cli/conformance"_s, {u"cli/options"_s}},
        {u"cli/trace"_s, {u"cli/options"_s}},
        {u"cli/validate"_s, {u"cli/options"_s}},
        {u"cli/check"_s, {u"cli/server"_s, u"cli/trace"_s}},
        {u"cli/changes"_s, {u"cli/server"_s}},
        {u"cli/help"_s, {u"cli/options"_s}},
        {u"cli/completion"_s, {u"cli/options"_s}},
        {u"cli/tap"_s, {u"cli/auth"_s}},
        {u"cli/hosts"_s, {u"cli/options"_s}},
        {u"cli/doctor"_s, {u"cli/options"_s}},
        {u"cli/shell"_s, {u"cli/help"_s, u"cli/server"_s}},
        {u"cli/program"_s,
            {u"cli/help"_s, u"cli/server"_s, u"cli/shell"_s, u"cli/conformance"_s, u"cli/trace"_s,
                u"cli/check"_s, u"cli/changes"_s, u"cli/validate"_s, u"cli/tap"_s, u"cli/hosts"_s,
                u"cli/completion"_s, u"cli/doctor"_s}},

        {u"demo/call"_s, {}},
        {u"demo/offers"_s, {u"demo/call"_s}},
        {u"demo/fixtures"_s, {u"demo/offers"_s}},
        {u"demo/dialogue"_s, {u"demo/fixtures"_s}},
        {u"demo/http"_s, {u"demo/dialogue"_s}},
        {u"demo/program"_s, {u"demo/http"_s}},

        {u"models/settings"_s, {}},
        {u"models/signs"_s, {}},
        {u"models/catalog"_s, {u"models/signs"_s}},
        {u"models/trace"_s, {u"models/settings"_s, u"models/signs"_s}},
        {u"models/exchange"_s, {u"models/trace"_s}},
        {u"models/doctor"_s, {u"models/signs"_s}},
        {u"models/findings"_s, {u"models/trace"_s}},
        {u"models/timeaxis"_s, {u"models/trace"_s}},
        {u"models/auth"_s, {u"models/trace"_s}},
        {u"models/changes"_s, {u"models/trace"_s}},
        {u"models/process"_s, {u"models/trace"_s}},
        {u"models/session"_s, {u"models/trace"_s}},
        {u"models/hosts"_s, {u"models/signs"_s}},
        {u"models/tap"_s, {u"models/signs"_s}},

        {u"session/call"_s, {}},
        {u"session/catalog"_s, {u"session/call"_s}},
        {u"session/connection"_s, {u"session/catalog"_s}},
        {u"session/restart"_s, {u"session/connection"_s}},
        {u"session/process"_s, {}},
        {u"session/hosts"_s, {}},
        {u"session/tap"_s, {u"session/call"_s}},
        {u"session/review"_s, {}},

        {u"content/base"_s, {}},
        {u"content/text"_s, {u"content/base"_s}},
        {u"content/json"_s, {u"content/text"_s}},
        {u"content/table"_s, {u"content/json"_s}},
        {u"content/bytes"_s, {u"content/base"_s}},
        {u"content/media"_s, {u"content/base"_s}},
        {u"content/view"_s, {u"content/table"_s, u"content/bytes"_s, u"content/media"_s}},

        {u"widgets/kit"_s, {}},
        {u"widgets/form"_s, {u"widgets/kit"_s}},
        {u"widgets/overview"_s, {u"widgets/kit"_s}},
        {u"widgets/request"_s, {u"widgets/overview"_s}},
        {u"widgets/catalog"_s, {u"widgets/request"_s}},
        {u"widgets/tools"_s, {u"widgets/catalog"_s, u"widgets/form"_s}},
        {u"widgets/review"_s, {u"widgets/form"_s}},
        {u"widgets/trace"_s, {u"widgets/kit"_s}},
        {u"widgets/servers"_s, {u"widgets/trace"_s}},
        {u"widgets/changes"_s, {u"widgets/kit"_s}},
        {u"widgets/findings"_s, {u"widgets/trace"_s}},
        {u"widgets/timeaxis"_s, {u"widgets/trace"_s}},
        {u"widgets/process"_s, {u"widgets/timeaxis"_s}},
        {u"widgets/activity"_s, {u"widgets/trace"_s}},
        {u"widgets/auth"_s, {u"widgets/kit"_s}},
        {u"widgets/doctor"_s, {u"widgets/kit"_s}},
        {u"widgets/hosts"_s, {u"widgets/kit"_s}},
        {u"widgets/settings"_s, {u"widgets/kit"_s}},
        {u"widgets/tap"_s, {u"widgets/trace"_s}},

        {u"app/window"_s, {}},
        {u"app/workspace"_s, {}},
        {u"app/servers"_s, {u"app/window"_s, u"app/workspace"_s}},
        {u"app/settings"_s, {u"app/window"_s, u"app/workspace"_s}},
        {u"app/sessions"_s, {u"app/workspace"_s}},
        {u"app/reviews"_s, {u"app/workspace"_s}},
        {u"app/trace"_s, {u"app/window"_s, u"app/workspace"_s}},
        {u"app/help"_s, {u"app/window"_s, u"app/workspace"_s}},
        {u"app/program"_s,
            {u"app/servers"_s, u"app/settings"_s, u"app/sessions"_s, u"app/reviews"_s,
                u"app/trace"_s, u"app/help"_s}},
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

// The folder of a file like "json/document.h" or "widgets/tools/callpane.h", when that is one of
// ours.
QString folderOf(const QString &file)
{
    const QString folder = file.section(u'/', 0, -2);
    return directUses().contains(folder) ? folder : QString();
}

QString targetOf(const QString &folder)
{
    return folder.section(u'/', 0, 0);
}

// Whether a file of that folder, like "widgets/tools", may include that.
bool isAllowed(const QString &folder, const QString &include)
{
    const QString used = folderOf(include);
    if (used.isEmpty() || used == folder)
        return true;
    if (used.startsWith(u"platform/") && targetOf(folder) != u"platform")
        return false; // its implementations are used through its interfaces only
    if (targetOf(used) == targetOf(folder))
        return allUses(folder).contains(used);
    return allUses(targetOf(folder)).contains(targetOf(used));
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
    QVERIFY(!isAllowed(u"models/trace"_s, u"widgets/kit/panel.h"_s));
    QVERIFY(!isAllowed(u"cli"_s, u"models/trace/tracemodel.h"_s));
    QVERIFY(isAllowed(u"wire/link"_s, u"platform/eventloop.h"_s));
    QVERIFY(!isAllowed(u"wire/link"_s, u"platform/linux/epolldispatcher.h"_s));
    QVERIFY(!isAllowed(u"platform/portable"_s, u"platform/linux/epolldispatcher.h"_s));
    QVERIFY(isAllowed(u"widgets/tools"_s, u"widgets/kit/panel.h"_s));
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
        if (folderOf(source.path.section(u'/', 1)).isEmpty())
            unknown += source.path;
    }
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(u'\n')));
}

// The preset `portable` compiles on Linux, so that the compiler does not find these.
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
