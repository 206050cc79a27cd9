// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/headmodel.h"

#include "models/trace/tracetext.h"
#include "wire/http/headervalue.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::models {

namespace {

constexpr const char *kVersionKey = "io.modelcontextprotocol/protocolVersion";

// Which member of the params a request's Mcp-Name repeats.
std::string nameIn(std::string_view method, const json::Value &params)
{
    if (method == "tools/call" || method == "prompts/get")
        return params["name"].text();
    if (method == "resources/read")
        return params["uri"].text();
    if (method.starts_with("tasks/"))
        return params["taskId"].text();
    return {};
}

QString inQuotes(std::string_view utf8)
{
    return u'“' + lineText(Bytes::copyOf(utf8)) + u'”';
}

} // namespace

HeadModel::Mirrored HeadModel::mirroredIn(const Bytes &body)
{
    Mirrored mirrored;
    const auto document = json::Document::parse(body);
    const auto root = document.root();
    if (!root.isObject())
        return mirrored; // a batch has one head for many messages
    mirrored.isMessage = true;
    mirrored.method = root["method"].text();
    mirrored.name = nameIn(mirrored.method, root["params"]);
    mirrored.version = root["params"]["_meta"][kVersionKey].text();
    return mirrored;
}

void HeadModel::append(std::vector<HeadLine> &lines, const Bytes &head)
{
    const auto text = head.view();
    for (std::size_t at = 0; at < text.size() && lines.size() <= kMaxLines;) {
        if (lines.size() == kMaxLines) {
            lines.push_back({QByteArray(), {}, {}, tr("more lines in the bytes"), ColorRole::Warn});
            return;
        }
        auto end = std::min(text.find('\n', at), text.size());
        const auto next = end + 1;
        if (end > at && text[end - 1] == '\r')
            --end;
        HeadLine line;
        line.text = QByteArray(text.data() + at, static_cast<qsizetype>(end - at));
        const auto colon = line.text.indexOf(':');
        const bool isField = at > 0 && colon > 0 && line.text[0] != ' ' && line.text[0] != '\t';
        if (isField) {
            line.name = line.text.left(colon).toLower();
            line.value = line.text.mid(colon + 1).trimmed();
            if (line.value.startsWith("(hidden, "))
                line.note = tr("redacted when recorded");
        }
        if (!line.text.isEmpty()) // the empty line that ends a head
            lines.push_back(std::move(line));
        at = next;
    }
}

// 2026-07-28: values are compared as the peer means them, with the base64 form taken off.
void HeadModel::compare(HeadLine &line, const Mirrored &mirrored)
{
    if (!line.name.startsWith("mcp-") || line.name == "mcp-session-id")
        return;
    const auto meant = wire::decodeHeaderValue(line.value);
    if (!meant) {
        line.note = tr("not valid base64");
        line.tone = ColorRole::Error;
        return;
    }
    if (*meant != line.value)
        line.note = tr("means %1").arg(inQuotes({meant->constData(), std::size_t(meant->size())}));
    if (!mirrored.isMessage)
        return;
    const bool isVersion = line.name == "mcp-protocol-version";
    const std::string *body = line.name == "mcp-method" ? &mirrored.method
        : line.name == "mcp-name"                       ? &mirrored.name
        : isVersion                                     ? &mirrored.version
                                                        : nullptr;
    if (!body || (isVersion && body->empty())) // a legacy body does not repeat the version
        return;
    if (meant->toStdString() == *body)
        return;
    line.note = body->empty() ? tr("not in the request body")
                              : tr("but the request body has %1").arg(inQuotes(*body));
    line.tone = ColorRole::Error;
}

void HeadModel::setRequest(
    const Bytes &head, const std::optional<QStringList> &custom, const Mirrored &mirrored)
{
    std::vector<HeadLine> lines;
    append(lines, head);
    for (HeadLine &line : lines) {
        if (line.name.isEmpty())
            continue;
        compare(line, mirrored);
        if (!custom)
            continue;
        const bool own = custom->contains(QString::fromLatin1(line.name), Qt::CaseInsensitive);
        if (line.note.isEmpty())
            line.note = own ? tr("yours") : tr("by Sonde");
        else if (own)
            line.note = tr("yours, %1").arg(line.note);
    }
    reset(std::move(lines), head.toByteArray());
}

void HeadModel::setResponse(const Bytes &interim, const Bytes &head, const Bytes &trailers)
{
    std::vector<HeadLine> lines;
    append(lines, interim);
    append(lines, head);
    const auto before = lines.size();
    append(lines, trailers);
    for (std::size_t i = before; i < lines.size(); ++i)
        lines[i].note = tr("after the body");
    reset(std::move(lines), interim.toByteArray() + head.toByteArray() + trailers.toByteArray());
}

void HeadModel::clear()
{
    reset({}, {});
}

QByteArray HeadModel::nameAt(int row) const
{
    const HeadLine &line = this->row(row);
    return line.text.left(line.name.size());
}

QByteArray HeadModel::text() const
{
    return m_text;
}

void HeadModel::reset(std::vector<HeadLine> lines, QByteArray text)
{
    m_text = std::move(text);
    resetRows(std::move(lines));
}

QVariant HeadModel::cell(const HeadLine &line, const QModelIndex &index, int role) const
{
    const bool isNote = index.column() == NoteColumn;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: // heads are bytes; what is not ASCII is shown as Latin-1
        return isNote ? line.note : QString::fromLatin1(line.text);
    case TextColorRole:
        return static_cast<int>(isNote ? line.tone : ColorRole::Normal);
    case SignRole:
        return static_cast<int>(
            isNote && line.tone == ColorRole::Error ? Sign::ProtocolError : Sign::None);
    default:
        return {};
    }
}

QString HeadModel::title(int column) const
{
    return column == LineColumn ? tr("Line") : tr("Note");
}

} // namespace sonde::models
