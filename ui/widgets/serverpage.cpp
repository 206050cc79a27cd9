// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/serverpage.h"

#include "content/metrics.h"
#include "content/paneltitle.h"
#include "content/signdelegate.h"
#include "content/splitter.h"
#include "content/tonelabel.h"
#include "models/capabilitymodel.h"

#include <QDir>
#include <QGridLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTreeView>
#include <QVBoxLayout>

namespace sonde::widgets {

using content::ToneLabel;
using models::Tone;

namespace {

constexpr qsizetype kMaxInstructions = 200'000; // the trace has the rest

QWidget *titled(content::PanelTitle *title, QWidget *view)
{
    auto *panel = new QWidget;
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(title);
    layout->addWidget(view, 1);
    return panel;
}

} // namespace

QString eraText(mcp::Era era)
{
    return era == mcp::Era::Handshake ? ServerPage::tr("legacy (handshake)")
                                      : ServerPage::tr("modern (stateless)");
}

QString millisecondsText(qint64 ns)
{
    return ServerPage::tr("%1 ms").arg(double(ns) / 1e6, 0, 'f', 3);
}

ServerPage::ServerPage(QWidget *parent)
    : QWidget(parent)
    , m_heading(new ToneLabel(Tone::Normal, this))
    , m_name(new ToneLabel(Tone::Muted, this))
{
    m_heading->setFont(content::headingFont());
    m_name->setFont(content::fixedFont());
    auto *heading = new QHBoxLayout;
    heading->addWidget(m_heading);
    heading->addWidget(m_name, 1);

    // The facts have the whole height: why this revision was agreed on is a sentence or three.
    auto *right = new content::Splitter(Qt::Vertical, this);
    right->addWidget(makeCapabilities());
    right->addWidget(makeInstructions());
    right->setDefaultSizes({200, 100});
    auto *both = new content::Splitter(Qt::Horizontal, this);
    both->addWidget(makeFacts());
    both->addWidget(right);
    both->setDefaultSizes({100, 180});

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(heading);
    layout->addWidget(both, 1);
}

QWidget *ServerPage::makeFacts()
{
    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    auto *scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("What was agreed"));
    scroll->setWidgetResizable(true);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setWidget(page);
    m_facts = new QGridLayout(page);
    m_facts->setContentsMargins(12, 8, 12, 8);
    m_facts->setHorizontalSpacing(12);
    m_facts->setVerticalSpacing(content::metrics().gap);
    m_facts->setColumnStretch(1, 1);
    m_revision = addFact(tr("Revision"));
    m_why = addFact(tr("Why"));
    m_server = addFact(tr("Server"));
    m_firstAnswer = addFact(tr("First answer"));
    m_process = addFact(tr("Process"));
    m_program = addFact(tr("Program"), true);
    m_folder = addFact(tr("Folder"), true);
    m_facts->setRowStretch(m_facts->rowCount(), 1);
    return titled(new content::PanelTitle(tr("What was agreed"), this), scroll);
}

ToneLabel *ServerPage::addFact(const QString &name, bool fixedPitch)
{
    const int row = m_facts->rowCount();
    m_facts->addWidget(
        new ToneLabel(name, Tone::Muted, this), row, 0, Qt::AlignTop | Qt::AlignRight);
    auto *value = new ToneLabel(Tone::Normal, this);
    value->setWordWrap(true);
    value->setAccessibleName(name);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (fixedPitch)
        value->setFont(content::fixedFont());
    m_facts->addWidget(value, row, 1);
    return value;
}

QWidget *ServerPage::makeCapabilities()
{
    m_capabilities = new models::CapabilityModel(this);
    auto *view = new QTreeView(this);
    view->setModel(m_capabilities);
    view->setItemDelegate(new content::SignDelegate(view));
    view->setAccessibleName(tr("Capabilities of both sides"));
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAlternatingRowColors(true);
    view->header()->setDefaultSectionSize(110);
    view->header()->resizeSection(0, 160);
    return titled(new content::PanelTitle(tr("Capabilities"), this), view);
}

QWidget *ServerPage::makeInstructions()
{
    m_instructionsTitle = new content::PanelTitle(tr("Instructions"), this);
    m_instructions = new QPlainTextEdit(this);
    m_instructions->setReadOnly(true);
    m_instructions->setTabChangesFocus(true);
    m_instructions->setAccessibleName(tr("Instructions of the server"));
    m_instructions->setPlaceholderText(tr("The server gave no instructions."));
    return titled(m_instructionsTitle, m_instructions);
}

void ServerPage::setClient(const mcp::Client &client)
{
    const mcp::Negotiated &agreed = client.negotiated();
    const wire::StartReport &start = client.startReport();
    const bool titledServer = !agreed.serverTitle.isEmpty();
    m_heading->setText(titledServer ? agreed.serverTitle : agreed.serverName);
    m_name->setText(titledServer ? agreed.serverName % QLatin1Char(' ') % agreed.serverVersion
                                 : agreed.serverVersion);
    m_revision->setText(agreed.revision % QStringLiteral(" · ") % eraText(agreed.era));
    m_why->setText(agreed.verdict);
    m_server->setText(agreed.serverName % QLatin1Char(' ') % agreed.serverVersion);
    m_firstAnswer->setText(tr("%1 after the request").arg(millisecondsText(agreed.firstAnswerNs)));
    m_process->setText(tr("pid %1, its own process group, started in %2")
                           .arg(start.pid)
                           .arg(millisecondsText(start.spawnNs)));
    QStringList words{start.resolved.isEmpty() ? client.config().launch.program : start.resolved};
    words << client.config().launch.arguments;
    m_program->setText(words.join(QLatin1Char('\n')));
    m_folder->setText(
        start.workingDirectory.isEmpty() ? QDir::currentPath() : start.workingDirectory);
    m_capabilities->setNegotiated(agreed);
    m_instructionsTitle->setDetail(agreed.instructions.isEmpty()
            ? tr("· none")
            : tr("· %1 characters").arg(QLocale().toString(agreed.instructions.size())));
    m_instructions->setPlainText(agreed.instructions.left(kMaxInstructions));
}

} // namespace sonde::widgets
