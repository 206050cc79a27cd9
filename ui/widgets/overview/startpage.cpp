// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/startpage.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "widgets/kit/field/pastefield.h"
#include "widgets/kit/frame/helpwindow.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kFieldChars = 60;
constexpr int kSpace = 12;

} // namespace

StartPage::StartPage(QWidget *parent)
    : QWidget(parent)
    , m_field(new PasteField(this))
    , m_connect(new QPushButton(look::icon("plug"), tr("Co&nnect"), this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, kSpace, 0, 0);
    layout->setSpacing(look::metrics().gap);
    auto *title = new ColorLabel(tr("Connect to an MCP server"), ColorRole::Normal, this);
    title->setFont(look::headingFont());
    layout->addWidget(title);
    layout->addWidget(makeEntry());
    layout->addSpacing(kSpace);
    addWay("add", tr("New se&rver…"), tr("Enter everything yourself: environment, headers, rules."),
        &StartPage::newServerRequested);
    addWay("tap-on", tr("From &another program…"),
        tr("The servers of Claude Code, Cursor, VS Code and other hosts on this computer."),
        &StartPage::hostsRequested);
    addWay("play", tr("&Demo server"), tr("Comes with Sonde, and has an example of everything."),
        &StartPage::demoRequested);
    addWay("folder", tr("O&pen session…"),
        tr("A recording, a HAR file or the log of another tool."), &StartPage::sessionRequested);
    addWay("right", tr("To&ur"), tr("Five places of the window, with the demo server."),
        &StartPage::tourRequested);
    addWay(
        "overview", tr("F&irst steps"), tr("What is where, in ten lines."), &StartPage::openHelp);
    layout->addStretch();
    look::passFocus(*this, *m_field);
}

QWidget *StartPage::makeEntry()
{
    auto *entry = new QWidget(this);
    auto *label = new QLabel(tr("Command &line or URL, or the JSON of another client"), entry);
    label->setBuddy(m_field);
    m_field->setObjectName(QStringLiteral("startEntry"));
    m_field->setFont(look::fixedFont());
    m_field->setPlaceholderText(tr("npx -y @scope/server  ·  https://example.org/mcp"));
    m_field->setMinimumWidth(m_field->fontMetrics().averageCharWidth() * kFieldChars);
    m_connect->setObjectName(QStringLiteral("startConnect"));
    m_connect->setEnabled(false);
    connect(m_field, &QLineEdit::textChanged, this,
        [this](const QString &text) { m_connect->setEnabled(!text.trimmed().isEmpty()); });
    connect(m_field, &PasteField::entered, this, &StartPage::enter);
    connect(m_connect, &QPushButton::clicked, this, &StartPage::enter);
    auto *layout = new QGridLayout(entry);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label, 0, 0, 1, 2);
    layout->addWidget(m_field, 1, 0);
    layout->addWidget(m_connect, 1, 1);
    layout->setColumnStretch(2, 1);
    return entry;
}

void StartPage::addWay(
    const char *icon, const QString &text, const QString &what, void (StartPage::*chosen)())
{
    auto *row = new QHBoxLayout;
    auto *button = new QPushButton(look::icon(icon), text, this);
    button->setAccessibleDescription(what);
    button->setMinimumWidth(button->fontMetrics().averageCharWidth() * (kFieldChars / 2));
    connect(button, &QPushButton::clicked, this, chosen);
    auto *label = new ColorLabel(what, ColorRole::Muted, this);
    label->setWordWrap(true);
    row->addWidget(button);
    row->addWidget(label, 1);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
}

void StartPage::enter()
{
    if (const QString text = m_field->text(); !text.trimmed().isEmpty())
        Q_EMIT entered(text);
}

void StartPage::openHelp()
{
    HelpWindow::open({QStringLiteral("start"), {}}, this);
}

} // namespace sonde::widgets
