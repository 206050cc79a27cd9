// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The JSON editor with marks, a fold, a search and proposals, to look at.
#include "content/json/completionlist.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontext.h"
#include "content/text/findbar.h"
#include "look/sondestyle.h"
#include "look/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QTimer>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;

namespace {

constexpr const char *kText = R"({
  "title": "Autumn hike",
  "budget": 120000000000000000001.50,
  "seats": 0,
  "place": {
    "type": "geo",
    "lat": 64.1466
  },
  "guests": [
    {"name": "Bj\u00f6rk", "email": "b@example.is"},
    {"name": "Jón", "roles": ["cook"]}
  ],
  "extra": {"free": [1, 2.0, 1e400, -0, true, null]}
})";

constexpr const char *kSchema = R"({"type": "object", "required": ["title", "seats"],
  "properties": {
    "title": {"type": "string", "description": "What the calendar shows"},
    "seats": {"type": "integer", "minimum": 1, "description": "How many may come"},
    "reminder": {"type": ["integer", "null"]},
    "old_name": {"type": "string", "deprecated": true},
    "place": {"oneOf": [{"type": "object"}, {"type": "null"}]},
    "visibility": {"enum": ["public", "private"]}}})";

JsonEditor *editor(QWidget *parent, std::string_view text)
{
    auto *made = new JsonEditor(parent);
    made->setLineNumbers(true);
    made->setBytes(Bytes::copyOf(text));
    return made;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("theme"), QStringLiteral("light or dark"),
        QStringLiteral("name"), QStringLiteral("light")});
    parser.addOption({QStringLiteral("shot"), QStringLiteral("save the window and end"),
        QStringLiteral("file")});
    parser.process(application);
    installLook(application);
    CurrentTheme::instance().setChoice(
        parser.value(QStringLiteral("theme")) == QStringLiteral("dark") ? ThemeChoice::Dark
                                                                        : ThemeChoice::Light);
    QWidget window;
    window.resize(1100, 420);
    auto *layout = new QHBoxLayout(&window);
    JsonEditor *marked = editor(&window, kText);
    JsonEditor *writing = editor(&window, "{\n  \"title\": \"Autumn hike\",\n  \n}");
    layout->addWidget(marked);
    layout->addWidget(writing);
    window.show();
    const std::string_view text(kText);
    const std::size_t seats = text.find("0,\n  \"place");
    const std::size_t place = text.find("{\n    \"type");
    marked->setMarks({{seats, seats + 1, QStringLiteral("must be at least 1, is 0")},
        {place, place + 40, QStringLiteral("\"lon\" is missing")}});
    marked->find();
    marked->findChild<QLineEdit *>()->setText(QStringLiteral("name"));
    writing->setSchema(
        std::make_shared<json::Document>(json::Document::parse(std::string_view(kSchema))));
    writing->setCaret(30);
    QTimer::singleShot(100, &window, [&] {
        auto *found = marked->findChild<FindBar *>();
        Q_EMIT found->nextRequested();
        writing->complete();
    });
    if (parser.isSet(QStringLiteral("shot"))) {
        QTimer::singleShot(300, &window, [&] {
            QPixmap picture = window.grab();
            auto *list = writing->findChild<CompletionList *>();
            QPainter painter(&picture);
            if (list->isVisible())
                painter.drawPixmap(window.mapFromGlobal(list->pos()), list->grab());
            painter.end();
            QCoreApplication::exit(picture.save(parser.value(QStringLiteral("shot"))) ? 0 : 1);
        });
    }
    return QApplication::exec();
}
