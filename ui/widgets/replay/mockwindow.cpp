// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/replay/mockwindow.h"

#include "look/controls/clipboard.h"
#include "look/controls/paneltitle.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/catalog/jsonlines.h"
#include "session/mock/mockcommand.h"
#include "json/builder.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr QSize kFirstSize(720, 520);
constexpr int kPort = 8080; // as an example
constexpr int kEntryStretch = 3; // it has more lines than the command lines

} // namespace

QString MockWindow::commandLine(const QString &program, const QString &recording)
{
    return session::MockCommand{.recording = recording}.line(program);
}

QString MockWindow::httpCommandLine(const QString &program, const QString &recording)
{
    return session::MockCommand{.recording = recording, .port = kPort}.line(program);
}

QString MockWindow::hostEntry(const QString &program, const QString &recording)
{
    const QString name = QStringLiteral("%1-mock").arg(QFileInfo(recording).completeBaseName());
    json::Builder json;
    json.beginObject().key("mcpServers").beginObject();
    json.key(name.toStdString()).beginObject().member("command", program);
    json.key("args").beginArray();
    for (const QString &word : session::MockCommand{.recording = recording}.arguments())
        json.string(word);
    json.endArray();
    json.endObject().endObject().endObject();
    return QString::fromStdString(models::jsonLines(json.takeString()));
}

MockWindow::MockWindow(const QString &program, const QString &recording, QWidget *parent)
    : SecondaryWindow(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("mock"));
    setWindowTitle(tr("Serve %1 as a mock").arg(QFileInfo(recording).fileName()));
    auto *words = new QLabel(
        tr("A mock plays the server of the recording for any client: each request gets its "
           "recorded response, byte for byte. The client starts the mock as a server on stdio, or "
           "uses it over HTTP: the mock prints its address."),
        this);
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(look::metrics().margin);
    layout->addWidget(words);
    auto *edit = new QPushButton(look::icon("edit"), tr("Edit &responses…"), this);
    edit->setObjectName(QStringLiteral("editResponses"));
    edit->setToolTip(tr("Respond with results, errors, delays and faults of your own"));
    connect(edit, &QPushButton::clicked, this, &MockWindow::responsesRequested);
    layout->addWidget(edit, 0, Qt::AlignLeft);
    addText(layout, tr("Command line"), commandLine(program, recording), "mockCommand");
    addText(layout, tr("Command line for HTTP"), httpCommandLine(program, recording), "mockHttp");
    addText(
        layout, tr("Entry for a host"), hostEntry(program, recording), "mockEntry", kEntryStretch);
    look::setFirstSize(this, kFirstSize);
}

void MockWindow::addText(
    QVBoxLayout *layout, const QString &title, const QString &text, const char *name, int stretch)
{
    auto *view = new QPlainTextEdit(text.trimmed(), this);
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(title);
    view->setReadOnly(true);
    view->setTabChangesFocus(true);
    view->setFont(look::fixedFont());
    auto *copy = new QAction(look::icon("copy"), tr("Copy: %1").arg(title), view);
    copy->setObjectName(QStringLiteral("copy-%1").arg(QLatin1String(name)));
    connect(
        copy, &QAction::triggered, view, [view] { look::copyToClipboard(view->toPlainText()); });
    auto *bar = new look::PanelTitle(title, this);
    bar->addButton(copy);
    layout->addWidget(look::titled(bar, view), stretch);
}

} // namespace sonde::widgets
