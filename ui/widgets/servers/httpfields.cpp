// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/httpfields.h"

#include "config/pastedserver.h"
#include "look/access/focuspass.h"
#include "look/theme/metrics.h"
#include "widgets/kit/field/pathfield.h"
#include "widgets/kit/table/secrettable.h"
#include "widgets/servers/authfields.h"
#include "widgets/servers/fieldrows.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QUrl>
#include <QVBoxLayout>

namespace sonde::widgets {

using config::HttpTransport;
using config::ProfileField;
using config::ProxyMode;
using Group = FieldRows::Group;

HttpFields::HttpFields(const Pages &pages)
    : QObject(pages.url.page())
{
    makeUrl(pages.url);
    makeHeaders(pages.headers);
    makeNetwork(pages.network);
    m_authorization = new AuthFields(pages.authorization);
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

void HttpFields::makeUrl(FieldRows &rows)
{
    m_url = new QLineEdit(rows.page());
    m_url->setObjectName(QStringLiteral("url"));
    m_url->setFont(look::fixedFont());
    m_url->setPlaceholderText(tr("https://example.org/mcp"));
    rows.add(Group::Url, ProfileField::Url, tr("&URL"), m_url);
    m_transport = new QComboBox(rows.page());
    m_transport->setObjectName(QStringLiteral("transport"));
    m_transport->addItem(tr("Automatic: Streamable HTTP, else HTTP+SSE"), int(HttpTransport::Auto));
    m_transport->addItem(tr("Streamable HTTP"), int(HttpTransport::Streamable));
    m_transport->addItem(tr("HTTP+SSE (2024-11-05)"), int(HttpTransport::Sse));
    rows.add(Group::Url, tr("Trans&port"), m_transport);
    rows.track(m_transport);
}

void HttpFields::makeHeaders(FieldRows &rows)
{
    m_headers = new SecretTable(
        {tr("Headers of every request"), tr("Header"), tr("Add a header"), tr("Remove the header"),
            tr("Move the header up"), tr("Move the header down")},
        config::isSecretHeader, SecretTable::Mark::ByName, rows.page());
    m_headers->setObjectName(QStringLiteral("headers"));
    m_headers->setAccessibleName(tr("Headers"));
    rows.add(Group::Common, ProfileField::Headers, QString(), m_headers);
    rows.track(m_headers, tr("none"), [this] { return !m_headers->rows().empty(); });
}

void HttpFields::makeNetwork(FieldRows &rows)
{
    const auto path = [&](ProfileField field, const QString &label, const QString &what,
                          const QString &placeholder) {
        auto *made = new PathField(PathField::Kind::File, what, rows.page());
        made->setPlaceholderText(placeholder);
        rows.add(Group::Common, field, label, made);
        rows.track(made);
        return made;
    };
    QWidget *proxy = makeProxy(rows.page());
    rows.add(Group::Common, ProfileField::Proxy, tr("Pro&xy"), proxy);
    rows.track(proxy, m_proxy->itemText(0), [this] { return m_proxy->currentIndex() != 0; });
    m_caFile = path(ProfileField::CaFile, tr("C&A certificates"), tr("CA certificate file"),
        tr("PEM file; empty: the system's CA certificates"));
    m_certificate = path(ProfileField::CertificateFile, tr("Client certi&ficate"),
        tr("Client certificate"), tr("PEM file, for servers that require one"));
    m_key = path(ProfileField::KeyFile, tr("Client certificate &key"), tr("Client certificate key"),
        tr("PEM file; empty: in the client certificate file"));
    m_pinnedKey = new QLineEdit(rows.page());
    m_pinnedKey->setFont(look::fixedFont());
    m_pinnedKey->setPlaceholderText(tr("SHA-256 of the server's public key"));
    rows.add(Group::Common, ProfileField::PinnedKey, tr("P&inned key"), m_pinnedKey);
    rows.track(m_pinnedKey);
    m_socket = path(ProfileField::UnixSocket, tr("Unix sock&et"), tr("Unix socket"),
        tr("socket path; the URL's host is then only a name"));
    m_followSameOrigin =
        new QCheckBox(tr("Follow 307 and 308 within the same ori&gin"), rows.page());
    rows.add(Group::Common, tr("Redirects"), m_followSameOrigin);
    rows.track(m_followSameOrigin);
}

QWidget *HttpFields::makeProxy(QWidget *page)
{
    auto *row = new QWidget(page);
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
    look::passFocus(*row, *m_proxy);
    return row;
}

void HttpFields::setSecretStorage(SecretStorage storage)
{
    m_storage = storage;
    m_authorization->setSecretStorage(storage);
    showProxy();
}

void HttpFields::showProxy()
{
    const bool given = ProxyMode(m_proxy->currentData().toInt()) == ProxyMode::Given;
    m_proxyUrl->setEnabled(given);
    m_proxyPassword->setVisible(given);
    m_proxyPassword->setPlaceholderText(!m_proxyPasswordKept
            ? tr("password, if any; the user name is part of the URL")
            : m_storage == SecretStorage::Keychain
            ? tr("password; empty: use the one in the keychain")
            : tr("password; empty: use the one entered earlier in this run"));
}

void HttpFields::markChanged()
{
    showProxy();
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
    m_authorization->fill(settings.authorization);
    markChanged();
}

config::HttpSettings HttpFields::settings() const
{
    config::HttpSettings settings;
    settings.url = config::withoutQuotes(m_url->text());
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
