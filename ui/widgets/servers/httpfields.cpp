// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/httpfields.h"

#include "look/colorlabel.h"
#include "look/metrics.h"
#include "widgets/kit/pathfield.h"
#include "widgets/kit/secrettable.h"
#include "widgets/servers/authfields.h"
#include "widgets/servers/fieldrows.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

using config::HttpTransport;
using config::ProfileField;
using config::ProxyMode;
using look::ColorLabel;
using models::ColorRole;
using Group = FieldRows::Group;

HttpFields::HttpFields(FieldRows &rows, QWidget *form)
    : QObject(form)
    , m_rows(rows)
{
    makeBasics(form);
    makeDetails(form);
    m_authorization = new AuthFields(rows, form);
    connect(m_authorization, &AuthFields::changed, this, &HttpFields::changed);
    for (QLineEdit *edit : {m_url, m_proxyUrl, m_proxyPassword, m_pinnedKey})
        connect(edit, &QLineEdit::textChanged, this, &HttpFields::markChanged);
    for (PathField *path : {m_caFile, m_certificate, m_key, m_socket})
        connect(path, &PathField::changed, this, &HttpFields::markChanged);
    for (QComboBox *box : {m_transport, m_proxy})
        connect(box, &QComboBox::currentIndexChanged, this, &HttpFields::markChanged);
    connect(m_headers, &SecretTable::changed, this, &HttpFields::markChanged);
    connect(m_followSameOrigin, &QCheckBox::toggled, this, &HttpFields::markChanged);
}

void HttpFields::makeBasics(QWidget *form)
{
    m_url = new QLineEdit(form);
    m_url->setObjectName(QStringLiteral("url"));
    m_url->setFont(look::fixedFont());
    m_url->setPlaceholderText(tr("https://example.org/mcp"));
    m_rows.add(Group::Url, ProfileField::Url, tr("&URL"), m_url);
    m_transport = new QComboBox(form);
    m_transport->addItem(tr("Automatic: Streamable HTTP, else HTTP+SSE"), int(HttpTransport::Auto));
    m_transport->addItem(tr("Streamable HTTP"), int(HttpTransport::Streamable));
    m_transport->addItem(tr("HTTP+SSE (2024-11-05)"), int(HttpTransport::Sse));
    m_rows.add(Group::Url, tr("Trans&port"), m_transport);
    m_headers = new SecretTable(
        {tr("Headers of every request"), tr("Header"), tr("Add a header"), tr("Remove the header"),
            tr("Move the header up"), tr("Move the header down")},
        config::isSecretHeader, SecretTable::Mark::ByName, form);
    m_headers->setObjectName(QStringLiteral("headers"));
    m_rows.add(Group::Url, ProfileField::Headers, tr("&Headers"), m_headers);
}

void HttpFields::makeDetails(QWidget *form)
{
    auto *row = new QWidget(form);
    m_fold = new QToolButton(row);
    m_fold->setText(tr("Connection &details"));
    m_fold->setAccessibleName(tr("Connection details"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_foldNote = new ColorLabel(ColorRole::Muted, row);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_fold);
    layout->addWidget(m_foldNote, 1);
    row->setFocusProxy(m_fold);
    m_rows.add(Group::Url, QString(), row);
    connect(m_fold, &QToolButton::toggled, this, &HttpFields::unfold);

    const auto path = [&](ProfileField field, const QString &label, const QString &what,
                          const QString &placeholder) {
        auto *made = new PathField(PathField::Kind::File, what, form);
        made->setPlaceholderText(placeholder);
        m_rows.add(Group::Details, field, label, made);
        return made;
    };
    m_rows.add(Group::Details, ProfileField::Proxy, tr("Pro&xy"), makeProxy(form));
    m_caFile = path(ProfileField::CaFile, tr("C&A certificates"), tr("CA certificate file"),
        tr("PEM file; empty: the system's CA certificates"));
    m_certificate = path(ProfileField::CertificateFile, tr("Client certi&ficate"),
        tr("Client certificate"), tr("PEM file, for servers that require one"));
    m_key = path(ProfileField::KeyFile, tr("Client certificate &key"), tr("Client certificate key"),
        tr("PEM file; empty: in the client certificate file"));
    m_pinnedKey = new QLineEdit(form);
    m_pinnedKey->setFont(look::fixedFont());
    m_pinnedKey->setPlaceholderText(tr("SHA-256 of the server's public key"));
    m_rows.add(Group::Details, ProfileField::PinnedKey, tr("P&inned key"), m_pinnedKey);
    m_socket = path(ProfileField::UnixSocket, tr("Unix sock&et"), tr("Unix socket"),
        tr("socket path; the URL's host is then only a name"));
    m_followSameOrigin =
        new QCheckBox(tr("Follow 307 and 308 redirects within the same ori&gin"), form);
    m_rows.add(Group::Details, QString(), m_followSameOrigin);
    unfold(false);
}

QWidget *HttpFields::makeProxy(QWidget *form)
{
    auto *row = new QWidget(form);
    m_proxy = new QComboBox(row);
    m_proxy->addItem(tr("From the environment"), int(ProxyMode::Environment));
    m_proxy->addItem(tr("None"), int(ProxyMode::None));
    m_proxy->addItem(tr("Custom:"), int(ProxyMode::Given));
    m_proxy->setObjectName(QStringLiteral("proxy"));
    m_proxy->setAccessibleName(tr("Proxy"));
    m_proxyUrl = new QLineEdit(row);
    m_proxyUrl->setObjectName(QStringLiteral("proxyUrl"));
    m_proxyUrl->setFont(look::fixedFont());
    m_proxyUrl->setAccessibleName(tr("Proxy URL"));
    m_proxyUrl->setPlaceholderText(tr("socks5h://127.0.0.1:1080"));
    m_proxyUrl->setEnabled(false);
    m_proxyPassword = new QLineEdit(row);
    m_proxyPassword->setObjectName(QStringLiteral("proxyPassword"));
    m_proxyPassword->setEchoMode(QLineEdit::Password);
    m_proxyPassword->setAccessibleName(tr("Proxy password"));
    m_proxyPassword->hide();
    // The password goes below the URL: side by side, a narrow form would show neither.
    auto *first = new QHBoxLayout;
    first->setSpacing(6);
    first->addWidget(m_proxy);
    first->addWidget(m_proxyUrl, 1);
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(first);
    layout->addWidget(m_proxyPassword);
    row->setFocusProxy(m_proxy);
    return row;
}

void HttpFields::setVisible(bool visible)
{
    m_visible = visible;
    m_rows.setGroupVisible(Group::Url, visible);
    m_rows.setGroupVisible(Group::Details, visible && m_fold->isChecked());
    m_authorization->setVisible(visible);
}

void HttpFields::unfold(bool open)
{
    m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_rows.setGroupVisible(Group::Details, open && m_visible);
}

void HttpFields::showProblemPlaces()
{
    if (m_rows.hasProblemIn(Group::Details))
        m_fold->setChecked(true);
    m_authorization->showProblemPlaces();
}

int HttpFields::detailsSet() const
{
    const config::HttpSettings now = settings();
    const bool set[] = {now.proxy != ProxyMode::Environment, !now.caFile.isEmpty(),
        !now.certificateFile.isEmpty(), !now.keyFile.isEmpty(), !now.pinnedKey.isEmpty(),
        !now.unixSocket.isEmpty(), now.followSameOrigin};
    return int(std::count(std::begin(set), std::end(set), true));
}

void HttpFields::markChanged()
{
    const bool given = ProxyMode(m_proxy->currentData().toInt()) == ProxyMode::Given;
    m_proxyUrl->setEnabled(given);
    m_proxyPassword->setVisible(given);
    m_proxyPassword->setPlaceholderText(m_proxyPasswordKept
            ? tr("password; empty: use the one in the keychain")
            : tr("password, if any; the user name is part of the URL"));
    const int set = detailsSet();
    m_foldNote->setText(set == 0 ? tr("· proxy, certificates, socket, redirects: defaults")
            : set == 1           ? tr("· 1 customized")
                                 : tr("· %1 customized").arg(set));
    Q_EMIT changed();
}

void HttpFields::fill(const config::HttpSettings &settings)
{
    m_url->setText(settings.url);
    m_url->setCursorPosition(0);
    m_transport->setCurrentIndex(m_transport->findData(int(settings.transport)));
    std::vector<SecretTable::Row> rows;
    for (const config::CustomHeader &header : settings.headers)
        rows.push_back({header.name, header.value, header.secret});
    m_headers->setRows(rows);
    m_proxy->setCurrentIndex(m_proxy->findData(int(settings.proxy)));
    const Secret password = config::proxyPassword(settings);
    config::HttpSettings withoutPassword = settings;
    config::setProxyPassword(withoutPassword, {});
    m_proxyUrl->setText(withoutPassword.proxyUrl);
    m_proxyUrl->setCursorPosition(0);
    m_proxyPassword->setText(password.reveal());
    m_proxyPasswordKept = settings.proxyPasswordKept && password.isEmpty();
    m_caFile->setText(settings.caFile);
    m_certificate->setText(settings.certificateFile);
    m_key->setText(settings.keyFile);
    m_pinnedKey->setText(settings.pinnedKey);
    m_socket->setText(settings.unixSocket);
    m_followSameOrigin->setChecked(settings.followSameOrigin);
    m_fold->setChecked(detailsSet() > 0);
    m_authorization->fill(settings.authorization);
    markChanged();
}

config::HttpSettings HttpFields::settings() const
{
    config::HttpSettings settings;
    settings.url = m_url->text();
    settings.transport = HttpTransport(m_transport->currentData().toInt());
    for (const SecretTable::Row &row : m_headers->rows())
        settings.headers.push_back({row.name, row.value, row.secret});
    settings.proxy = ProxyMode(m_proxy->currentData().toInt());
    settings.proxyUrl = m_proxyUrl->text();
    if (!m_proxyPassword->text().isEmpty())
        config::setProxyPassword(settings, Secret(m_proxyPassword->text()));
    settings.proxyPasswordKept = m_proxyPasswordKept || !config::proxyPassword(settings).isEmpty();
    settings.caFile = m_caFile->text();
    settings.certificateFile = m_certificate->text();
    settings.keyFile = m_key->text();
    settings.pinnedKey = m_pinnedKey->text().trimmed();
    settings.unixSocket = m_socket->text();
    settings.followSameOrigin = m_followSameOrigin->isChecked();
    settings.authorization = m_authorization->settings();
    return settings;
}

QString HttpFields::preview(const config::HttpSettings &settings)
{
    QStringList lines{settings.url, {}};
    if (!settings.unixSocket.isEmpty())
        lines << tr("Connects through the socket %1").arg(settings.unixSocket);
    lines << (settings.proxy == ProxyMode::None ? tr("Uses no proxy")
            : settings.proxy == ProxyMode::Given
            ? tr("Uses the proxy %1")
                  .arg(QUrl(settings.proxyUrl).toDisplayString(QUrl::RemovePassword))
            : tr("Uses the proxy of the environment, if any"));
    if (settings.url.startsWith(QLatin1String("https:"), Qt::CaseInsensitive))
        lines << (!settings.pinnedKey.isEmpty() ? tr("Trusts only the pinned key")
                : !settings.caFile.isEmpty()
                ? tr("Trusts the CA certificates in %1").arg(settings.caFile)
                : tr("Trusts the system's CA certificates"));
    if (!settings.certificateFile.isEmpty())
        lines << tr("Sends the client certificate %1").arg(settings.certificateFile);
    lines << (settings.followSameOrigin ? tr("Follows 307 and 308 redirects within the same origin")
                                        : tr("Follows no redirects"));
    lines << QString()
          << (settings.headers.empty() ? tr("No custom headers")
                                       : tr("Headers of every request, in this order:"));
    for (const config::CustomHeader &header : settings.headers)
        lines << QStringLiteral("%1: %2").arg(
            header.name, header.secret ? header.value.redacted() : header.value.reveal());
    return lines.join(QLatin1Char('\n'));
}

} // namespace sonde::widgets
