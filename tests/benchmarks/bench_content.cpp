// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Something very large that a server sent, until it is first seen: how long that takes, the longest
// that the event loop stood still, and the memory beside the size of what came.
//   bench_content text|image|tools
// One JSON text a line.

#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "eventloopwatch.h"
#include "look/style/sondestyle.h"
#include "support/contentsamples.h"
#include "support/listing.h"
#include "widgets/tools/toollist.h"
#include "windowfigures.h"

#include <QApplication>
#include <QBuffer>
#include <QImage>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdlib>

namespace {

using namespace sonde;
using namespace sonde::bench;

constexpr int kTextSize = 100'000'000;
constexpr int kTools = 10'000;
constexpr int kLineSize = 2'000'000;
constexpr int kItems = 20'000;
constexpr int kTicksAfter = 200; // of the event loop, in which the rest is laid out
constexpr qsizetype kLeastWeighed = 10'000'000; // less is lost in what the window needs anyway

// Everything that is held at most, as multiples of what came.
void sayMemory(const std::string &name, long before, qsizetype size)
{
    say(name + ": memory", "x", double(memory("VmHWM") - before) * 1024 / double(size));
}

void measureContent(const std::string &name, QByteArray block)
{
    const qsizetype size = block.size();
    const long before = memory("VmRSS") - long(size / 1024); // without the block itself
    auto contents = samples::contents(block);
    block.clear();
    forgetPeak(); // of making it
    EventLoopWatch watch;
    content::ContentList list;
    list.resize(700, 500);
    list.show();
    QCoreApplication::processEvents();
    watch.restart();
    QElapsedTimer since;
    since.start();
    list.setContents(std::move(contents));
    runUntil([&] { return list.view(0)->isReady(); });
    list.grab();
    say(name + ": first view", "ms", milliseconds(since));
    const int ticks = watch.ticks() + kTicksAfter;
    runUntil([&] { return watch.ticks() >= ticks; });
    list.grab();
    say(name + ": longest block", "ms", watch.longest());
    if (size >= kLeastWeighed)
        sayMemory(name, before, size);
}

void measureLine()
{
    measureContent("a line of 2 MB",
        "{\"type\":\"text\",\"text\":\""
            + QByteArray("one word after the other ").repeated(kLineSize / 25) + "\"}");
}

void measureMarkdown()
{
    QByteArray items;
    for (int i = 0; i < kItems; ++i)
        items += "- item **" + QByteArray::number(i) + "** with a [link](https://example.org/)\\n";
    measureContent("a markdown list of 20,000 items",
        R"({"type":"resource","resource":{"uri":"demo://list.md","mimeType":"text/markdown","text":")"
            + items + "\"}}");
}

void measureText()
{
    QByteArray text = "{\"type\":\"text\",\"text\":\"";
    text.reserve(kTextSize + 100);
    while (text.size() < kTextSize)
        text += "a line of a text that has a great many of them.\\n";
    text += "\"}";
    measureContent("a text of 100 MB", std::move(text));
}

// Noise, so that its base64 has 50 MB.
void measureImage()
{
    QImage image(3600, 3500, QImage::Format_RGB888);
    quint32 seed = 1;
    for (int y = 0; y < image.height(); ++y) {
        uchar *at = image.scanLine(y);
        for (int x = 0; x < image.bytesPerLine(); ++x)
            at[x] = uchar((seed = seed * 1'664'525 + 1'013'904'223) >> 24);
    }
    QByteArray block;
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "BMP");
        image = {};
        block = samples::dataBlock("image", "image/bmp", bytes);
    }
    measureContent("an image of 50 MB", std::move(block));
}

void measureTools()
{
    std::string items;
    for (int i = 0; i < kTools; ++i)
        items += std::string(i ? ",{" : "{") + R"("name":"group)" + std::to_string(i % 50) + "_tool"
            + std::to_string(i)
            + R"(","description":"One of very many","inputSchema":{"type":"object"}})";
    const auto listing = tests::listingOf('[' + items + ']');
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("bench.ini")), QSettings::IniFormat);
    EventLoopWatch watch;
    widgets::ToolList list(&settings);
    list.resize(300, 700);
    list.show();
    QApplication::setActiveWindow(&list);
    QCoreApplication::processEvents();
    watch.restart();
    QElapsedTimer since;
    since.start();
    list.setServer(QStringLiteral("bench"));
    list.setParts({{models::CatalogKind::Tool, listing}});
    list.grab();
    QCoreApplication::processEvents();
    say("10,000 tools: first view", "ms", milliseconds(since));
    say("10,000 tools: longest block", "ms", watch.longest());
    auto *field = list.findChild<QLineEdit *>();
    if (!field)
        std::exit(1);
    watch.restart();
    for (const QChar letter : QStringLiteral("tool99")) {
        QKeyEvent press(QEvent::KeyPress, 0, {}, letter);
        QApplication::sendEvent(field, &press);
        list.grab();
        QCoreApplication::processEvents();
    }
    say("10,000 tools, filtered: longest block", "ms", watch.longest());
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    look::installLook(app);
    const QStringList arguments = QApplication::arguments();
    const QString what = arguments.value(1);
    if (what == QLatin1String("text"))
        measureText();
    else if (what == QLatin1String("image"))
        measureImage();
    else if (what == QLatin1String("line"))
        measureLine();
    else if (what == QLatin1String("markdown"))
        measureMarkdown();
    else if (what == QLatin1String("tools"))
        measureTools();
    else
        return 1;
}
