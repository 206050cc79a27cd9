// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/hosts/hostexportdialog.h"

#include "content/text/textdiffview.h"
#include "look/controls/paneltitle.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/hosts/checkedfile.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr QSize kFirstSize(760, 520);

} // namespace

HostExportDialog::HostExportDialog(
    session::HostAddition::Setup setup, config::Profile server, QWidget *parent)
    : QDialog(parent)
    , m_addition(new session::HostAddition(std::move(setup), std::move(server), this))
    , m_hosts(new QComboBox(this))
    , m_lines(new content::TextDiffView(this))
    , m_linesTitle(new look::PanelTitle(tr("Entry in the file"), this))
    , m_message(new look::InlineMessage(this))
    , m_add(new QPushButton(tr("&Add to host"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export %1 to a host").arg(m_addition->server().name));
    m_hosts->setObjectName(QStringLiteral("exportHost"));
    m_hosts->setAccessibleName(tr("Host"));
    auto *label = new QLabel(tr("&Host:"), this);
    label->setBuddy(m_hosts);
    auto *top = new QHBoxLayout;
    top->addWidget(label);
    top->addWidget(m_hosts, 1);

    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    m_add->setObjectName(QStringLiteral("addToHost"));
    m_add->setDefault(true);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_add);
    auto *layout = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addLayout(top);
    layout->addWidget(look::titled(m_linesTitle, m_lines), 1);
    layout->addWidget(m_message);
    layout->addLayout(buttons);
    look::setFirstSize(this, kFirstSize);

    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_add, &QPushButton::clicked, this, [this] {
        m_add->setEnabled(false);
        m_addition->perform();
    });
    connect(m_hosts, &QComboBox::currentIndexChanged, this, &HostExportDialog::choose);
    connect(m_addition, &session::HostAddition::planned, this, &HostExportDialog::showPlan);
    connect(m_addition, &session::HostAddition::refused, this, [this](const QString &sentence) {
        showMessage(look::InlineMessage::Kind::Error, sentence);
    });
    connect(m_addition, &session::HostAddition::succeeded, this, [this](const QString &sentence) {
        Q_EMIT succeeded(sentence);
        accept();
    });
    fillHosts();
    m_hosts->setFocus();
}

void HostExportDialog::fillHosts()
{
    bool wasFound = false;
    for (const models::TargetHost &target : models::targetHosts(m_addition->surroundings())) {
        if (wasFound && !target.isFound)
            m_hosts->insertSeparator(m_hosts->count());
        wasFound = target.isFound;
        m_hosts->addItem(target.host->name, QString(target.host->id));
    }
    choose(m_hosts->currentIndex());
}

void HostExportDialog::chooseHost(const QString &id)
{
    const int index = m_hosts->findData(id);
    if (index >= 0)
        m_hosts->setCurrentIndex(index);
}

void HostExportDialog::choose(int index)
{
    m_add->setEnabled(false);
    m_message->hide();
    m_lines->setNothing({});
    m_linesTitle->setDetail({});
    if (const hosts::Host *const host = hosts::findHost(m_hosts->itemData(index).toString()))
        m_addition->plan(*host);
}

void HostExportDialog::showPlan()
{
    const models::AdditionPlan &plan = m_addition->plan();
    m_add->setEnabled(plan.isPossible());
    const QString path = models::shortPath(plan.change.path);
    m_linesTitle->setDetail(plan.isNewFile ? tr("%1 · new file", "a path").arg(path) : path);
    if (!plan.isPossible()) {
        showMessage(look::InlineMessage::Kind::Error, plan.refusal);
        return;
    }
    m_lines->compare([before = plan.shownBefore, after = plan.shownAfter] {
        return std::pair{before, after};
    });
    if (!plan.notes.isEmpty())
        showMessage(look::InlineMessage::Kind::Warning, plan.notes.join(u' '));
}

void HostExportDialog::showMessage(look::InlineMessage::Kind kind, const QString &sentence)
{
    m_message->showMessage(kind, sentence);
    m_message->show();
}

} // namespace sonde::widgets
