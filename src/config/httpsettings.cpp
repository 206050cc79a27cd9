// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/httpsettings.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "config/enumname.h"
#include "config/loopbackhost.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>
#include <array>

namespace sonde::config {

namespace {

constexpr qsizetype kPinnedKeyBytes = 32;

bool isToken(const QString &text) // RFC 9110 section 5.6.2
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 128
            && (c.isLetterOrNumber() || QStringView(u"!#$%&'*+-.^_`|~").contains(c));
    });
}

template <std::size_t size>
bool isOneOf(const QString &name, const std::array<QLatin1String, size> &names)
{
    return std::any_of(names.begin(), names.end(),
        [&](QLatin1String other) { return name.compare(other, Qt::CaseInsensitive) == 0; });
}

class HttpValidator {
public:
    explicit HttpValidator(const HttpSettings &settings)
        : m_settings(settings)
    {
    }

    std::vector<FieldProblem> run()
    {
        url();
        headers();
        file(ProfileField::CaFile, m_settings.caFile);
        file(ProfileField::CertificateFile, m_settings.certificateFile);
        file(ProfileField::KeyFile, m_settings.keyFile);
        if (!m_settings.keyFile.isEmpty() && m_settings.certificateFile.isEmpty())
            doubt(ProfileField::KeyFile,
                Text::tr(
                    "The client certificate key has no effect without a client certificate. Choose "
                    "the certificate, too."));
        if (!m_settings.pinnedKey.isEmpty() && !pinnedKeyBytes(m_settings.pinnedKey))
            refuse(ProfileField::PinnedKey,
                Text::tr("The pinned key is not the SHA-256 of a public key. Enter 64 hexadecimal "
                         "digits, or “sha256//” and 44 characters of base64."));
        if (m_settings.proxy == ProxyMode::Given)
            proxy();
        unixSocket();
        const auto authorization = validate(m_settings.authorization);
        m_problems.insert(m_problems.end(), authorization.begin(), authorization.end());
        return std::move(m_problems);
    }

private:
    void refuse(ProfileField field, const QString &sentence, int row = -1)
    {
        m_problems.push_back({field, row, true, sentence});
    }
    void doubt(ProfileField field, const QString &sentence, int row = -1)
    {
        m_problems.push_back({field, row, false, sentence});
    }

    void url()
    {
        const QString &text = m_settings.url;
        if (text.trimmed().isEmpty())
            m_problems.push_back({ProfileField::Url, -1, true,
                Text::tr("The URL is empty. Enter a URL like https://example.org/mcp."), true});
        else if (text != text.trimmed())
            refuse(ProfileField::Url,
                Text::tr("The URL begins or ends with a space. Remove the space."));
        else if (text.size() > kMaxUrlLength)
            refuse(ProfileField::Url,
                Text::tr("The URL has %1 characters; at most %2 are allowed.")
                    .arg(text.size())
                    .arg(kMaxUrlLength));
        else
            urlParts(text);
    }

    // The sentences do not quote the URL, because it may contain a password or a token.
    void urlParts(const QString &text)
    {
        const QUrl url(text, QUrl::StrictMode);
        const QString scheme = url.scheme();
        const bool known = scheme == QLatin1String("http") || scheme == QLatin1String("https");
        if (!text.contains(QLatin1String("://")))
            refuse(ProfileField::Url,
                Text::tr("The URL has no scheme. Begin it with https:// or http://."));
        else if (!url.isValid() || url.port() == 0)
            refuse(ProfileField::Url,
                Text::tr("The URL is not valid. Check it for spaces, for characters that must be "
                         "percent-encoded (a space is %20), and for an invalid port."));
        else if (!known)
            refuse(ProfileField::Url,
                Text::tr("The URL begins with “%1://”, but MCP servers use https:// or http://.")
                    .arg(scheme.left(kMaxShownName)));
        else if (url.host().isEmpty())
            refuse(ProfileField::Url, Text::tr("The URL has no host. Enter the host after “://”."));
        else if (!url.userInfo().isEmpty() || url.authority().contains(u'@'))
            refuse(ProfileField::Url,
                Text::tr("The URL contains a user name or a password, which every log would show. "
                         "Remove "
                         "them, and add an Authorization header instead."));
        else if (url.hasFragment())
            refuse(ProfileField::Url,
                Text::tr("The URL has a fragment (after “#”), which is never sent. Remove it."));
        else if (scheme == QLatin1String("http") && !isLoopbackHost(url.host())
            && m_settings.goesToHost())
            doubt(ProfileField::Url,
                Text::tr("http:// is not encrypted: anyone on the network path to %1 can read and "
                         "change "
                         "the traffic. Use https:// if the server supports it.")
                    .arg(url.host().left(kMaxShownName)));
    }

    void headers()
    {
        const auto size = static_cast<qsizetype>(m_settings.headers.size());
        if (size > kMaxHeaders)
            refuse(ProfileField::Headers,
                Text::tr("There are %1 headers; at most %2 are allowed. Remove some.")
                    .arg(size)
                    .arg(kMaxHeaders));
        for (qsizetype i = 0; i < std::min(size, kMaxHeaders); ++i)
            header(m_settings.headers[static_cast<std::size_t>(i)], static_cast<int>(i));
    }

    void header(const CustomHeader &header, int row)
    {
        static constexpr std::array framing{
            QLatin1String("Content-Length"), QLatin1String("Transfer-Encoding")};
        static constexpr std::array protocol{QLatin1String("Accept"), QLatin1String("Content-Type"),
            QLatin1String("Mcp-Session-Id"), QLatin1String("MCP-Protocol-Version"),
            QLatin1String("Mcp-Method"), QLatin1String("Mcp-Name"), QLatin1String("Last-Event-ID")};
        const QString name = header.name.left(kMaxShownName);
        const QString &value = header.value.reveal();
        if (header.name.isEmpty())
            refuse(ProfileField::Headers,
                Text::tr("A header has a value but no name. Enter a name, or remove the row."),
                row);
        else if (!isToken(header.name))
            refuse(ProfileField::Headers,
                Text::tr("The header name “%1” contains a character that is not allowed there, "
                         "such as a "
                         "space or a colon.")
                    .arg(printable(name)),
                row);
        else if (std::any_of(value.begin(), value.end(),
                     [](QChar c) { return c.isNull() || c == u'\r' || c == u'\n'; }))
            refuse(ProfileField::Headers,
                Text::tr("The value of %1 contains a line break or a NUL character. Remove it.")
                    .arg(name),
                row);
        else if (value.toUtf8().size() > kMaxHeaderBytes)
            refuse(ProfileField::Headers,
                Text::tr("The value of %1 is longer than %2 bytes.").arg(name).arg(kMaxHeaderBytes),
                row);
        else if (isOneOf(header.name, framing))
            refuse(ProfileField::Headers,
                Text::tr("%1 determines where a request ends, so Sonde sets it. Remove the row.")
                    .arg(name),
                row);
        else if (isOneOf(header.name, protocol))
            doubt(ProfileField::Headers,
                Text::tr(
                    "MCP defines the value of %1, and Sonde sends it. Remove the row, unless you "
                    "want to test how the server handles another value.")
                    .arg(name),
                row);
        else if (value != value.trimmed())
            doubt(ProfileField::Headers,
                Text::tr("The value of %1 begins or ends with a space, which is lost in transit.")
                    .arg(name),
                row);
    }

    static QString printable(QString text)
    {
        for (QChar &c : text) {
            if (!c.isPrint() && !c.isSurrogate())
                c = QChar::ReplacementCharacter;
        }
        return text;
    }

    void file(ProfileField field, const QString &path)
    {
        if (path.isEmpty())
            return;
        if (path.contains(QChar::Null))
            refuse(field, Text::tr("The path contains a NUL character. Remove it."));
        else if (!QDir::isAbsolutePath(path))
            refuse(field,
                Text::tr("The path is not absolute, so it would depend on where Sonde was started. "
                         "Enter a path that begins with “/”."));
        else if (!QFileInfo::exists(path))
            doubt(
                field, Text::tr("%1 does not exist. Create it, or choose another file.").arg(path));
        else if (QFileInfo(path).isDir())
            doubt(field, Text::tr("%1 is a folder. Choose a file.").arg(path));
    }

    void proxy()
    {
        static constexpr std::array schemes{QLatin1String("http"), QLatin1String("https"),
            QLatin1String("socks5"), QLatin1String("socks5h")};
        const QUrl url(m_settings.proxyUrl, QUrl::StrictMode);
        if (m_settings.proxyUrl.trimmed().isEmpty())
            refuse(ProfileField::Proxy,
                Text::tr(
                    "The proxy URL is empty. Enter a URL like http://proxy.example.org:8080."));
        else if (m_settings.proxyUrl.size() > kMaxUrlLength || !url.isValid()
            || url.host().isEmpty())
            refuse(ProfileField::Proxy,
                Text::tr(
                    "The proxy URL is not valid. Enter a URL like http://proxy.example.org:8080."));
        else if (!isOneOf(url.scheme(), schemes))
            refuse(ProfileField::Proxy,
                Text::tr(
                    "The proxy URL begins with “%1://”. Sonde supports http, https, socks5 and "
                    "socks5h (the proxy resolves the host name).")
                    .arg(url.scheme().left(kMaxShownName)));
    }

    void unixSocket()
    {
        const QString &path = m_settings.unixSocket;
        if (path.toUtf8().size() > kMaxSocketPathBytes)
            refuse(ProfileField::UnixSocket,
                Text::tr("The path of the socket is longer than the system's limit of %1 bytes.")
                    .arg(kMaxSocketPathBytes));
        else
            file(ProfileField::UnixSocket, path);
    }

    const HttpSettings &m_settings;
    std::vector<FieldProblem> m_problems;
};

} // namespace

QString httpTransportName(HttpTransport transport)
{
    switch (transport) {
    case HttpTransport::Auto:
        return QStringLiteral("auto");
    case HttpTransport::Streamable:
        return QStringLiteral("streamable");
    case HttpTransport::Sse:
        return QStringLiteral("sse");
    }
    return {};
}

std::optional<HttpTransport> httpTransportFromName(QStringView name)
{
    return fromName(name,
        std::array{HttpTransport::Auto, HttpTransport::Streamable, HttpTransport::Sse},
        httpTransportName);
}

QString proxyModeName(ProxyMode mode)
{
    switch (mode) {
    case ProxyMode::Environment:
        return QStringLiteral("environment");
    case ProxyMode::None:
        return QStringLiteral("none");
    case ProxyMode::Given:
        return QStringLiteral("given");
    }
    return {};
}

std::optional<ProxyMode> proxyModeFromName(QStringView name)
{
    return fromName(
        name, std::array{ProxyMode::Environment, ProxyMode::None, ProxyMode::Given}, proxyModeName);
}

QString HttpSettings::cacheKey() const
{
    const QUrl parsed(url, QUrl::StrictMode);
    if (!parsed.isValid() || parsed.host().isEmpty())
        return {};
    const QString scheme = parsed.scheme();
    const int usual = scheme == QLatin1String("https") ? 443 : 80;
    QUrl key;
    key.setScheme(scheme);
    key.setHost(parsed.host());
    key.setPort(parsed.port() == usual ? -1 : parsed.port());
    key.setPath(parsed.path().isEmpty() ? QStringLiteral("/") : parsed.path());
    QString text = key.toString(QUrl::FullyEncoded);
    if (!goesToHost())
        text += QLatin1String(" at ") + unixSocket;
    return text;
}

std::vector<FieldProblem> validate(const HttpSettings &settings)
{
    return HttpValidator(settings).run();
}

std::optional<QByteArray> pinnedKeyBytes(QStringView text)
{
    static constexpr QLatin1String curl("sha256//");
    if (text.startsWith(curl)) {
        const auto decoded = QByteArray::fromBase64Encoding(
            text.sliced(curl.size()).toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
        return decoded && (*decoded).size() == kPinnedKeyBytes ? std::optional(*decoded)
                                                               : std::nullopt;
    }
    QByteArray digits;
    for (const QChar c : text) {
        if (c == u':' || c == u' ')
            continue;
        if (digits.size() == 2 * kPinnedKeyBytes
            || !QStringView(u"0123456789abcdef").contains(c.toLower()))
            return std::nullopt;
        digits += c.toLatin1();
    }
    if (digits.size() != 2 * kPinnedKeyBytes)
        return std::nullopt;
    return QByteArray::fromHex(digits);
}

Secret proxyPassword(const HttpSettings &settings)
{
    return Secret(QUrl(settings.proxyUrl, QUrl::StrictMode).password(QUrl::FullyDecoded));
}

void setProxyPassword(HttpSettings &settings, const Secret &password)
{
    QUrl url(settings.proxyUrl, QUrl::StrictMode);
    if (!url.isValid() || url.password(QUrl::FullyDecoded) == password.reveal())
        return;
    // A null password also removes the colon from the URL.
    url.setPassword(password.isEmpty() ? QString() : password.reveal(), QUrl::DecodedMode);
    settings.proxyUrl = url.toString(QUrl::FullyEncoded);
}

bool isSecretHeader(QStringView name)
{
    static constexpr std::array parts{QLatin1String("auth"), QLatin1String("cookie"),
        QLatin1String("token"), QLatin1String("secret"), QLatin1String("password"),
        QLatin1String("key"), QLatin1String("credential"), QLatin1String("session")};
    return std::any_of(parts.begin(), parts.end(),
        [name](QLatin1String part) { return name.contains(part, Qt::CaseInsensitive); });
}

} // namespace sonde::config
