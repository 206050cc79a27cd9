// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A form over a schema and a text, to look at:
//   formgallery SCHEMA.json TEXT.json [--theme light|dark] [--size WIDTHxHEIGHT] [--focus POINTER]
//     [--shot FILE.png]

#include "look/sondestyle.h"
#include "look/theme.h"
#include "widgets/form/schemaform.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QTimer>

using namespace sonde;

namespace {

Bytes read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return Bytes::fromByteArray(file.readAll());
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    look::installLook(app);
    QCommandLineParser options;
    const QCommandLineOption theme(
        QStringLiteral("theme"), {}, QStringLiteral("name"), QStringLiteral("light"));
    const QCommandLineOption size(
        QStringLiteral("size"), {}, QStringLiteral("size"), QStringLiteral("700x700"));
    const QCommandLineOption focus(QStringLiteral("focus"), {}, QStringLiteral("pointer"));
    const QCommandLineOption shot(QStringLiteral("shot"), {}, QStringLiteral("file"));
    options.addOptions({theme, size, focus, shot});
    options.process(app);
    const QStringList files = options.positionalArguments();
    if (files.size() != 2)
        qFatal("a schema and a text, please");
    look::CurrentTheme::instance().setChoice(options.value(theme) == QLatin1String("dark")
            ? look::ThemeChoice::Dark
            : look::ThemeChoice::Light);
    widgets::SchemaForm form;
    form.setSchema(std::make_shared<json::Document>(json::Document::parse(read(files[0]))));
    form.setText(read(files[1]));
    const QStringList sides = options.value(size).split(u'x');
    form.resize(sides.value(0).toInt(), sides.value(1).toInt());
    form.show();
    form.activateWindow();
    if (options.isSet(focus))
        QTimer::singleShot(100, &form, [&] { form.goTo(options.value(focus)); });
    if (options.isSet(shot)) {
        QTimer::singleShot(900, &form, [&] {
            form.grab().save(options.value(shot));
            QApplication::quit();
        });
    }
    return QApplication::exec();
}
