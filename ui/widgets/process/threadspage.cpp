// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/threadspage.h"

#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/process/attachcommands.h"
#include "models/process/processtext.h"
#include "models/process/threadmodel.h"
#include "widgets/kit/table/plaintable.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using models::ThreadModel;

namespace {

constexpr int kTidChars = 10;
constexpr int kNameChars = 17;
constexpr int kCpuChars = 11;
constexpr int kStateChars = 22;
constexpr int kRingRoom = 3; // for the focus ring

} // namespace

ThreadsPage::ThreadsPage(QWidget *parent)
    : QWidget(parent)
    , m_model(new ThreadModel(this))
    , m_sentence(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_copy(new QPushButton(look::icon("copy"), tr("Copy debugger command"), this))
    , m_menu(new QMenu(m_copy))
    , m_table(new PlainTable(m_model, this))
{
    m_sentence->setObjectName(QStringLiteral("doing"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setAccessibleName(tr("What the process is doing"));
    m_copy->setObjectName(QStringLiteral("copyCommand"));
    m_copy->setToolTip(tr("Copy a command for a terminal that shows more; Sonde does not run it"));
    m_copy->setMenu(m_menu);
    m_table->setObjectName(QStringLiteral("threads"));
    m_table->setAccessibleName(tr("Threads of the process"));
    m_table->setUsualWidth(ThreadModel::TidColumn, kTidChars);
    m_table->setUsualWidth(ThreadModel::NameColumn, kNameChars);
    m_table->setUsualWidth(ThreadModel::CpuColumn, kCpuChars);
    m_table->setUsualWidth(ThreadModel::StateColumn, kStateChars);
    m_table->setMonospace(ThreadModel::NameColumn);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(look::metrics().gap, look::metrics().unit, kRingRoom, kRingRoom);
    top->addWidget(m_sentence, 1);
    top->addWidget(m_copy, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    setSample({});
}

void ThreadsPage::setSample(const models::ProcessSample &sample)
{
    m_model->setSample(sample);
    const QString sentence = models::ProcessText::doing(sample);
    if (sentence != m_sentence->text()) // keeps what is selected in it
        m_sentence->setText(sentence);
    showCommands(models::findProcess(sample, sample.details.id), sample.details.environment);
}

QString ThreadsPage::sentence() const
{
    return m_sentence->text();
}

void ThreadsPage::showCommands(
    const models::SampledProcess *process, const std::vector<models::SampledVariable> &environment)
{
    const std::vector<models::AttachCommand> commands = process
        ? models::attachCommands(*process, environment)
        : std::vector<models::AttachCommand>();
    QStringList offered;
    for (const models::AttachCommand &each : commands)
        offered << each.command;
    m_copy->setEnabled(process);
    if (offered == m_offered) // an open menu stays as it is
        return;
    m_offered = offered;
    m_menu->clear();
    for (const models::AttachCommand &each : commands) {
        QAction *action = m_menu->addAction(each.title % u'\t' % each.command);
        action->setData(each.command);
        connect(action, &QAction::triggered, this,
            [command = each.command] { look::copyToClipboard(command); });
    }
}

} // namespace sonde::widgets
