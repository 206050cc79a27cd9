// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/protocolfields.h"

#include "mcp/message/revision.h"
#include "widgets/kit/field/boundedseconds.h"
#include "widgets/servers/fieldrows.h"

#include <QComboBox>
#include <QLineEdit>

namespace sonde::widgets {

using config::ProfileField;
using Group = FieldRows::Group;

namespace {

double seconds(std::chrono::milliseconds time)
{
    return double(time.count()) / 1000;
}

std::chrono::milliseconds milliseconds(const BoundedSeconds *box)
{
    return std::chrono::milliseconds(qRound64(box->value() * 1000));
}

} // namespace

ProtocolFields::ProtocolFields(FieldRows &rows)
    : QObject(rows.page())
    , m_era(new QComboBox(rows.page()))
    , m_revision(new QComboBox(rows.page()))
{
    m_era->setObjectName(QStringLiteral("era"));
    m_era->addItem(tr("Automatic: detect"), int(config::EraMode::Auto));
    m_era->addItem(tr("Legacy: handshake"), int(config::EraMode::Legacy));
    m_era->addItem(tr("Modern: stateless"), int(config::EraMode::Modern));
    rows.add(Group::Common, tr("E&ra"), m_era);
    rows.track(m_era);
    m_revision->setObjectName(QStringLiteral("revision"));
    m_revision->setEditable(true);
    m_revision->addItem(QString());
    m_revision->addItems(mcp::knownRevisions());
    m_revision->lineEdit()->setPlaceholderText(tr("negotiate"));
    rows.add(Group::Common, ProfileField::Revision, tr("Pinned re&vision"), m_revision);
    rows.track(m_revision, tr("negotiate"),
        [this] { return !m_revision->currentText().trimmed().isEmpty(); });
    makeTimeout(rows, ProfileField::HandshakeTimeout, tr("Handshake time&out"), "handshakeTimeout",
        config::kDefaultHandshakeTimeout);
    makeTimeout(rows, ProfileField::IdleTimeout, tr("&Idle timeout"), "idleTimeout",
        config::kDefaultIdleTimeout);
    makeTimeout(rows, ProfileField::TotalTimeout, tr("Tot&al timeout"), "totalTimeout",
        config::kDefaultTotalTimeout);
    connect(m_era, &QComboBox::currentIndexChanged, this, &ProtocolFields::changed);
    connect(m_revision, &QComboBox::currentTextChanged, this, &ProtocolFields::changed);
}

void ProtocolFields::makeTimeout(FieldRows &rows, ProfileField field, const QString &label,
    const char *name, std::chrono::milliseconds usual)
{
    auto *box = new BoundedSeconds(
        std::chrono::duration_cast<std::chrono::seconds>(config::kMaxTimeout), rows.page());
    box->setObjectName(QLatin1String(name));
    m_timeouts[field] = box;
    rows.add(Group::Common, field, label, box);
    rows.track(
        box, tr("%1 s").arg(seconds(usual)), [box, usual] { return milliseconds(box) != usual; });
    connect(box, &BoundedSeconds::valueChanged, this, &ProtocolFields::changed);
}

void ProtocolFields::fill(const config::Profile &profile)
{
    m_era->setCurrentIndex(m_era->findData(int(profile.era)));
    m_revision->setCurrentText(profile.revision);
    m_timeouts[ProfileField::HandshakeTimeout]->setValue(seconds(profile.handshakeTimeout));
    m_timeouts[ProfileField::IdleTimeout]->setValue(seconds(profile.idleTimeout));
    m_timeouts[ProfileField::TotalTimeout]->setValue(seconds(profile.totalTimeout));
}

void ProtocolFields::putInto(config::Profile &profile) const
{
    profile.era = config::EraMode(m_era->currentData().toInt());
    profile.revision = m_revision->currentText().trimmed();
    profile.handshakeTimeout = milliseconds(m_timeouts.at(ProfileField::HandshakeTimeout));
    profile.idleTimeout = milliseconds(m_timeouts.at(ProfileField::IdleTimeout));
    profile.totalTimeout = milliseconds(m_timeouts.at(ProfileField::TotalTimeout));
}

} // namespace sonde::widgets
