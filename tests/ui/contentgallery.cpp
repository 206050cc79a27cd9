// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One content of each kind, to look at:
//   contentgallery [--theme light|dark] [--scroll PIXELS] [--width N] [--height N]
//                  [--font-size PIXELS] --shot FILE.png

#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/sondestyle.h"
#include "look/theme.h"
#include "support/contentsamples.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QScrollBar>
#include <QTimer>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;
using namespace Qt::StringLiterals;

namespace {

constexpr char kMarkdown[] = "# Weather\n\nA *mild* day with **light wind**. See the "
                             "[forecast](https://weather.example/today).\n\n- morning: 4 °C\n"
                             "- noon: 7 °C\n\n| hour | °C |\n|---|---:|\n| 9 | 4.0 |\n"
                             "| 12 | 7.5 |\n\n![a map](http://weather.example/map.png)\n\n"
                             "```\ncurl weather.example\n```\n";

std::vector<Content> everything()
{
    using namespace samples;
    QByteArray blocks;
    const auto add = [&blocks](const QByteArray &block) {
        blocks += (blocks.isEmpty() ? "" : ",") + block;
    };
    add(textBlock("Reykjavík: 4.0 °C, light wind from the south-west.\r\n"
                  "Next report at 18:00 — see the table below.\r\n"
                  "\tA tab, a \xE2\x80\xAE turned sign and a zero width\xE2\x80\x8B space."));
    add(textBlock(R"({"city":"Reykjavík","station":9007199254740993,)"
                  R"("days":[{"min":-1.0,"max":4.0},{"min":-0,"max":2.25}],)"
                  R"("raw":"{\"a\": [1, 2]}"})"));
    add(dataBlock("image", "image/png", png({320, 180})));
    add(dataBlock("audio", "audio/wav", wav(9000)));
    add(resourceBlock("demo://report/today.csv", "text/csv",
        "station,name,height,open\n9007199254740993,Reykjavík,61,true\n"
        "12,\"Vík, south\",12.5,false\n13,Akureyri,23\n"));
    add(resourceBlock("demo://notes/weather.md", "text/markdown", kMarkdown));
    add(dataBlock("image", "image/svg+xml", svg()));
    add(R"({"type":"resource_link","uri":"demo://station/9007199254740993","name":"station",)"
        R"("title":"Reykjavík","description":"Everything the station measured today.",)"
        R"("mimeType":"application/json","size":12345})");
    add(blobBlock("demo://papers/manual.pdf", "application/pdf", "%PDF-1.7\n1 0 obj\n<<>>\n"));
    add(blobBlock("demo://dump", "application/octet-stream",
        QByteArray::fromHex("000102fffe9041424320c3ad00")));
    add(dataBlock("image", "text/plain", png({40, 40})));
    add(R"({"type":"image","mimeType":"image/png","data":"this is *no* base64"})");
    add(dataBlock("audio", "audio/wav", wav(4000).left(3000)));
    add(R"({"type":"hologram","depth":3,"data":[1,2,3]})");
    return contents(blocks);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCommandLineParser parser;
    for (const auto &[name, value] :
        {std::pair{u"theme"_s, u"light"_s}, std::pair{u"scroll"_s, u"0"_s},
            std::pair{u"width"_s, u"460"_s}, std::pair{u"height"_s, u"1600"_s},
            std::pair{u"font-size"_s, u"0"_s}, std::pair{u"shot"_s, QString()}})
        parser.addOption({name, name, name, value});
    parser.process(application);
    if (const int pixels = parser.value(u"font-size"_s).toInt(); pixels > 0) {
        QFont font = QApplication::font();
        font.setPixelSize(pixels);
        QApplication::setFont(font);
    }
    installLook(application);
    CurrentTheme::instance().setChoice(
        parser.value(u"theme"_s) == u"dark"_s ? ThemeChoice::Dark : ThemeChoice::Light);

    ContentList list;
    list.resize(parser.value(u"width"_s).toInt(), parser.value(u"height"_s).toInt());
    list.setContents(everything());
    list.show();
    if (parser.isSet(u"shot"_s)) {
        QTimer::singleShot(700, &list, [&] {
            list.verticalScrollBar()->setValue(parser.value(u"scroll"_s).toInt());
            QTimer::singleShot(700, &list,
                [&] { QCoreApplication::exit(list.grab().save(parser.value(u"shot"_s)) ? 0 : 1); });
        });
    }
    return QApplication::exec();
}
