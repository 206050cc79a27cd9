// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/pasteddialog.h"

#include "base/secretplaces.h"
#include "config/commandline.h"
#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/firstsize.h"

#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr QSize kFirstSize(560, 380);
constexpr qsizetype kMaxAddress = 300; // characters of one row

} // namespace

PastedDialog::PastedDialog(config::PastedServers servers, QWidget *parent)
    : QDialog(parent)
    , m_servers(std::move(servers))
    , m_list(new QListWidget(this))
    , m_add(new QPushButton(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Add servers"));
    auto *title = new ColorLabel(
        tr("%1 servers were pasted. The selected ones are added; none of them is started.")
            .arg(m_servers.profiles.size()),
        ColorRole::Normal, this);
    title->setWordWrap(true);
    m_list->setAccessibleName(tr("Pasted servers"));
    m_list->setTextElideMode(Qt::ElideMiddle);
    for (const config::Profile &profile : m_servers.profiles) {
        const QString address = profile.line();
        auto *item = new QListWidgetItem(
            profile.name % QStringLiteral("  ·  ") % address.left(kMaxAddress).simplified(),
            m_list);
        item->setToolTip(look::plainToolTip(address));
        item->setCheckState(Qt::Checked);
    }
    connect(m_list, &QListWidget::itemChanged, this, &PastedDialog::countChosen);
    auto *notes = new ColorLabel(m_servers.notes.join(QLatin1Char('\n')), ColorRole::Muted, this);
    notes->setWordWrap(true);
    notes->setVisible(!m_servers.notes.isEmpty());

    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_add->setObjectName(QStringLiteral("addServers"));
    m_add->setDefault(true);
    connect(m_add, &QPushButton::clicked, this, [this] {
        Q_EMIT addRequested(chosen());
        accept();
    });
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_add);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->addWidget(title);
    layout->addWidget(m_list, 1);
    layout->addWidget(notes);
    layout->addLayout(buttons);
    countChosen();
    m_list->setFocus();
    look::setFirstSize(this, kFirstSize);
}

std::vector<config::Profile> PastedDialog::chosen() const
{
    std::vector<config::Profile> profiles;
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked)
            profiles.push_back(m_servers.profiles[std::size_t(row)]);
    }
    return profiles;
}

void PastedDialog::countChosen()
{
    const auto count = chosen().size();
    m_add->setEnabled(count > 0);
    m_add->setText(count == 1 ? tr("Add 1 server") : tr("Add %n servers", nullptr, int(count)));
}

} // namespace sonde::widgets
