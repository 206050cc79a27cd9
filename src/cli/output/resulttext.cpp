// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/resulttext.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/jsonlayout.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"

namespace sonde::cli {

namespace {

constexpr std::size_t kMaxOddity{60}; // bytes that are shown of what should be something else

QString sizeText(const json::Value &base64)
{
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(base64.text()),
        QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    return decoded.decodingStatus == QByteArray::Base64DecodingStatus::Ok
        ? byteCount(decoded.decoded.size())
        : Text::tr("invalid base64");
}

// "[image, image/png, 1234 bytes]"
QString placeholder(const QStringList &parts)
{
    QStringList shown;
    for (const QString &part : parts) {
        if (!part.isEmpty())
            shown += part;
    }
    return u'[' + listText(shown) + u"]\n";
}

QString withLineEnd(const QString &text)
{
    return text.endsWith(u'\n') ? text : text + u'\n';
}

QString resourceText(const json::Value &resource)
{
    const QString uri = harmlessLine(resource["uri"].toString());
    const QString type = harmlessLine(resource["mimeType"].toString());
    if (resource["text"].isString())
        return placeholder({QStringLiteral("resource"), uri, type})
            + withLineEnd(harmless(resource["text"].toString()));
    if (!resource["blob"].isString())
        return jsonText(resource);
    return placeholder({QStringLiteral("resource"), uri, type, sizeText(resource["blob"])});
}

QString blockText(const json::Value &block)
{
    const json::Value type = block["type"];
    if (type.equals("text") && block["text"].isString())
        return withLineEnd(harmless(block["text"].toString()));
    if ((type.equals("image") || type.equals("audio")) && block["data"].isString())
        return placeholder({harmlessLine(type.toString()),
            harmlessLine(block["mimeType"].toString()), sizeText(block["data"])});
    if (type.equals("resource_link"))
        return placeholder({Text::tr("resource link"), harmlessLine(block["uri"].toString()),
            harmlessLine(block["name"].toString()), harmlessLine(block["mimeType"].toString())});
    if (type.equals("resource") && block["resource"].isObject())
        return resourceText(block["resource"]);
    return jsonText(block); // a kind of content that this program does not know
}

// "tools (listChanged), prompts, experimental"
QString capabilitiesText(const json::Value &capabilities)
{
    if (capabilities.exists() && !capabilities.isObject())
        return Text::tr("not an object: %1")
            .arg(harmlessLine(QString::fromUtf8(capabilities.raw().substr(0, kMaxOddity))));
    QStringList names;
    for (const json::Value &capability : capabilities) {
        QStringList details;
        for (const json::Value &detail : capability) {
            if (detail.toBool().value_or(true))
                details += harmlessLine(QString::fromStdString(detail.key()));
        }
        const QString name = harmlessLine(QString::fromStdString(capability.key()));
        names += details.isEmpty() ? name : name + u" (" + listText(details) + u')';
    }
    return names.isEmpty() ? Text::tr("none") : listText(names);
}

QString serverText(const mcp::Negotiated &negotiated)
{
    QString text = harmlessLine(QString(negotiated.serverName + u' ' + negotiated.serverVersion));
    const QString title = harmlessLine(negotiated.serverTitle);
    if (!title.isEmpty() && title != negotiated.serverName)
        text += u" (" + title + u')';
    return text.isEmpty() ? Text::tr("(no name)") : text;
}

QString connectionText(const wire::HttpConnectionFacts &facts)
{
    const QString proxy = harmlessLine(facts.proxy);
    if (facts.remoteAddress.isEmpty())
        return proxy.isEmpty() ? facts.httpVersion
                               : Text::tr("%1 via %2").arg(facts.httpVersion, proxy);
    return proxy.isEmpty()
        ? Text::tr("%1 to %2", "HTTP/2 to an address").arg(facts.httpVersion, facts.remoteAddress)
        : Text::tr("%1 to %2 via %3").arg(facts.httpVersion, facts.remoteAddress, proxy);
}

using Rows = std::vector<std::pair<QString, QString>>;

// How the server is reached over HTTP.
Rows wayRows(const wire::HttpState &http, mcp::Era era)
{
    const wire::HttpConnectionFacts &facts = http.facts;
    Rows rows{{Text::tr("Transport"),
        http.sse ? Text::tr("HTTP with SSE (2024-11-05)") : Text::tr("Streamable HTTP")}};
    if (!facts.httpVersion.isEmpty())
        rows.emplace_back(Text::tr("Connection"), connectionText(facts));
    if (!facts.tlsVersion.isEmpty())
        rows.emplace_back(QStringLiteral("TLS"), facts.tlsVersion + u' ' + facts.tlsCipher);
    if (!facts.chain.empty())
        rows.emplace_back(Text::tr("Certificate"), harmlessLine(facts.chain.front().subject));
    if (era == mcp::Era::Legacy && !http.sse)
        rows.emplace_back(Text::tr("Session"),
            http.sessionId.isEmpty() ? Text::tr("none")
                                     : harmlessLine(QString::fromLatin1(http.sessionId)));
    return rows;
}

// What a read gives is the text itself, when it is one: it may go into a file or a pipe.
QString onlyText(const json::Value &contents)
{
    const json::Value only = contents.first();
    return contents.count() == 1 && only["text"].isString()
        ? withLineEnd(harmless(only["text"].toString()))
        : QString();
}

// "user:", and what was said below it.
QString messageText(const json::Value &message)
{
    const json::Value content = message["content"];
    if (!message["role"].isString() || !content.isContainer())
        return jsonText(message);
    QString text = harmlessLine(message["role"].toString()) + u":\n";
    if (!content.isArray())
        return text + blockText(content);
    for (const json::Value block : content)
        text += blockText(block);
    return text;
}

} // namespace

QString readResultText(const json::Value &result)
{
    const json::Value contents = result["contents"];
    if (!contents.isArray())
        return jsonText(result);
    QString text = onlyText(contents);
    if (!text.isEmpty())
        return text;
    for (const json::Value each : contents)
        text += resourceText(each);
    return text;
}

QString promptText(const json::Value &result)
{
    const json::Value messages = result["messages"];
    if (!messages.isArray())
        return jsonText(result);
    QString text;
    for (const json::Value message : messages)
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + messageText(message);
    return text;
}

QString completionText(const json::Value &result)
{
    const json::Value values = result["completion"]["values"];
    if (!values.isArray())
        return jsonText(result);
    QString text;
    for (const json::Value value : values)
        text +=
            (value.isString() ? harmlessLine(value.toString()) : jsonText(value).trimmed()) + u'\n';
    return text;
}

QString toolResultText(const json::Value &result)
{
    const json::Value content = result["content"];
    QString text;
    bool hasText = false;
    if (content.isArray()) {
        for (const json::Value &block : content) {
            text += blockText(block);
            hasText = hasText || block["type"].equals("text");
        }
    }
    const json::Value structured = result["structuredContent"];
    // 2025-06-18 server/tools: structured content SHOULD stand in a text block as well.
    if (structured.exists() && !hasText)
        text += jsonText(structured);
    if (!content.isArray() && !structured.exists())
        text = jsonText(result);
    return text;
}

QString infoText(const mcp::Negotiated &negotiated, const wire::HttpState *http, int width)
{
    constexpr int kNameCells = 21;
    const auto row = [&](const QString &label, const QString &value) {
        QString out;
        for (const QString &piece : wrapped(value, std::max(width, Table::kNarrowest) - kNameCells))
            out += (out.isEmpty() ? label.leftJustified(kNameCells) : QString(kNameCells, u' '))
                + piece + u'\n';
        return out;
    };
    QString text = row(Text::tr("Server"), serverText(negotiated));
    text += row(Text::tr("Revision"),
        harmlessLine(negotiated.revision) + u" (" + mcp::eraName(negotiated.era) + u')');
    text += row(Text::tr("Detection"), harmlessLine(negotiated.detection));
    text += row(Text::tr("First response"),
        Text::tr("%1 ms").arg(static_cast<double>(negotiated.firstResponseNs) / 1e6, 0, 'f', 1));
    if (http) {
        for (const auto &[label, value] : wayRows(*http, negotiated.era))
            text += row(label, value);
    }
    text += row(Text::tr("Server capabilities"), capabilitiesText(negotiated.serverCapabilities()));
    text += row(
        Text::tr("Client capabilities"), capabilitiesText(negotiated.clientCapabilities.root()));
    if (!negotiated.instructions.isEmpty())
        text += row(Text::tr("Instructions"), harmless(negotiated.instructions));
    return text;
}

} // namespace sonde::cli
