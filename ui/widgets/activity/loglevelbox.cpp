// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/activity/loglevelbox.h"

#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "models/trace/logfilter.h"
#include "json/builder.h"

#include <QComboBox>
#include <QHBoxLayout>

#include <algorithm>

namespace sonde::widgets {

LogLevelBox::LogLevelBox(QWidget *parent)
    : QWidget(parent)
    , m_label(new look::ColorLabel(tr("Requested log level"), models::ColorRole::Muted, this))
    , m_box(new QComboBox(this))
{
    m_box->setAccessibleName(tr("Lowest level that the server is requested to log"));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_label->setBuddy(m_box);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(look::metrics().gap);
    row->addWidget(m_label);
    row->addWidget(m_box);
    connect(m_box, &QComboBox::activated, this, &LogLevelBox::choose);
    fill();
}

void LogLevelBox::setServer(const QString &name, mcp::Client *client)
{
    m_client = client;
    m_server = name;
    if (client && !m_watched.contains(client)) {
        m_watched += client;
        connect(client, &QObject::destroyed, this, [this, client] { m_watched.remove(client); });
        connect(client, &mcp::Client::stateChanged, this, [this, name, client] {
            setAgain(name, client);
            fill();
        });
        connect(client, &mcp::Client::sessionRenewed, this,
            [this, name, client] { setAgain(name, client); });
        setAgain(name, client);
    }
    fill();
}

// The server of a new connection or session knows nothing of the level, and neither does a client
// that is made for changed settings.
void LogLevelBox::setAgain(const QString &server, mcp::Client *client)
{
    const QString level = m_levels.value(server);
    if (!isReady(client) || level.isEmpty())
        return;
    if (isPerRequest(client))
        client->setLogLevel(level);
    else if (isOffered(client))
        ask(server, client, level);
}

void LogLevelBox::setServers(const QStringList &names)
{
    m_levels.removeIf([&names](const std::pair<const QString &, QString &> &kept) {
        return !names.contains(kept.first);
    });
}

QString LogLevelBox::level() const
{
    return m_levels.value(m_server);
}

bool LogLevelBox::isReady(const mcp::Client *client)
{
    return client && client->state() == mcp::ClientState::Ready;
}

bool LogLevelBox::isPerRequest(const mcp::Client *client)
{
    return isReady(client) && client->negotiated().era == mcp::Era::Modern;
}

bool LogLevelBox::isOffered(const mcp::Client *client)
{
    return isReady(client) && bool(client->negotiated().serverCapabilities()["logging"]);
}

void LogLevelBox::fill()
{
    m_box->clear();
    m_box->addItem(
        isPerRequest(m_client) ? tr("no log messages") : tr("no level: the server decides"),
        QString());
    for (const QString &each : models::logLevels())
        m_box->addItem(tr("%1 and above").arg(each), each);
    m_box->setItemText(m_box->count() - 1, models::logLevels().last());
    m_box->setCurrentIndex(std::max(0, m_box->findData(level())));
    const bool offered = isOffered(m_client);
    m_box->setEnabled(isReady(m_client) && (offered || isPerRequest(m_client)));
    if (!isReady(m_client))
        m_box->setToolTip(tr("The server is not connected."));
    else if (!offered)
        m_box->setToolTip(tr("The server does not declare the logging capability."));
    else if (isPerRequest(m_client))
        m_box->setToolTip(tr("Sends the level in the _meta of every further request"));
    else
        m_box->setToolTip(tr("Sends logging/setLevel"));
}

void LogLevelBox::choose()
{
    const QString wanted = m_box->currentData().toString();
    if (!isReady(m_client))
        return;
    if (isPerRequest(m_client)) {
        m_levels[m_server] = wanted;
        m_client->setLogLevel(wanted);
        Q_EMIT levelChanged();
    } else if (wanted.isEmpty()) {
        // No message takes a level back: it is only not asked for again.
        m_levels.remove(m_server);
        Q_EMIT levelChanged();
    } else {
        ask(m_server, m_client, wanted);
    }
}

void LogLevelBox::ask(const QString &server, mcp::Client *client, const QString &level)
{
    const std::string params =
        json::Builder().beginObject().member("level", QStringView(level)).endObject().takeString();
    client->request(QStringLiteral("logging/setLevel"), Bytes::copyOf(params), {}, this,
        [this, level, server](const Result<mcp::Response> &response) {
            if (response) {
                m_levels[server] = level;
                Q_EMIT succeeded(tr("Requested %2 and above from %1.").arg(server, level));
            } else {
                Q_EMIT failed(
                    tr("%1 rejected the log level: %2").arg(server, response.error().sentence));
            }
            fill();
            Q_EMIT levelChanged();
        });
}

} // namespace sonde::widgets
