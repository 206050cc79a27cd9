// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a key takes in a form that has very many fields: from the key until the window is free for
// the next one, and the longest that the event loop stood still, checking the text included.
//   bench_form
// One JSON text a line.

#include "eventloopwatch.h"
#include "look/style/sondestyle.h"
#include "widgets/form/formview.h"
#include "widgets/form/schemaform.h"
#include "windowfigures.h"

#include <QApplication>
#include <QKeyEvent>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace {

using namespace sonde;
using namespace sonde::bench;

constexpr int kFields = 5000;
constexpr int kKeys = 60;

struct Case {
    const char *name;
    std::string schema;
    std::string text;
    const char *field;
};

std::string list(int count, const std::function<std::string(int)> &item)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all.append(i ? "," : "").append(item(i));
    return all;
}

std::vector<Case> cases()
{
    const std::string properties = list(kFields, [](int i) {
        return "\"p" + std::to_string(i) + R"(":{"type":"string","title":"T","description":"D"})";
    });
    const std::string members =
        list(kFields, [](int i) { return "\"p" + std::to_string(i) + R"(":"a text")"; });
    const std::string records =
        list(kFields, [](int i) { return R"({"name":"a","age":)" + std::to_string(i) + "}"; });
    const std::string object = R"({"type":"object","properties":{)" + properties + "}}";
    return {
        {"5,000 properties, none sent", object, "{}", "/p2500"},
        {"5,000 properties, all sent", object, "{" + members + "}", "/p2500"},
        {"5,000 records", R"({"type":"object","properties":{"list":{"type":"array","items":{
            "type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"}}}}}})",
            R"({"list":[)" + records + "]}", "/list/40/name"},
        {"a text of 4 MB beside", object, R"({"p0":")" + std::string(4'000'000, 'x') + R"("})",
            "/p2500"},
    };
}

void measure(const Case &one)
{
    EventLoopWatch watch;
    widgets::SchemaForm form;
    form.resize(700, 600);
    form.show();
    form.setSchema(std::make_shared<json::Document>(json::Document::parse(one.schema)));
    QElapsedTimer since;
    since.start();
    form.setText(Bytes::copyOf(one.text));
    const double opened = milliseconds(since);
    QApplication::setActiveWindow(&form);
    form.goTo(QString::fromLatin1(one.field));
    runUntil([&] { return form.isChecked(); });
    watch.restart();
    std::vector<double> keys;
    for (int i = 0; i < kKeys; ++i) {
        QWidget *target = QApplication::focusWidget();
        if (!target)
            std::exit(1);
        since.start();
        QKeyEvent press(QEvent::KeyPress, Qt::Key_X, {}, QStringLiteral("x"));
        QApplication::sendEvent(target, &press);
        QCoreApplication::processEvents();
        keys.push_back(milliseconds(since));
    }
    runUntil([&] { return form.isChecked(); });
    if (form.text().view() == one.text) // nothing was typed
        std::exit(1);
    std::sort(keys.begin(), keys.end());
    const std::string name(one.name);
    say(name + ": opened", "ms", opened);
    say(name + ": a key", "ms", keys[keys.size() / 2]);
    say(name + ": longest block", "ms", watch.longest());
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    look::installLook(app);
    for (const Case &one : cases())
        measure(one);
}
