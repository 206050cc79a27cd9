// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/sentence.h"

#include "rpc/lifecycle.h"
#include "json/builder.h"
#include "json/document.h"

#include <QCoreApplication>

#include <algorithm>

namespace sonde::rpc {

namespace {

// What begins the line of data. A sentence never begins so, because it is no JSON.
constexpr QStringView kDataBegins = u"[{\"";

bool hasSentence(std::string_view id)
{
    return id == lifecycle::kStartFailed || id == lifecycle::kMessageRefused;
}

// The text with its values, each put in once: a value may itself contain "%1".
QString withValues(const QString &text, const QStringList &values)
{
    QString out;
    for (qsizetype at = 0; at < text.size() && out.size() < Sentence::kMaxShown; ++at) {
        const int place =
            text[at] == u'%' && at + 1 < text.size() ? text[at + 1].unicode() - u'1' : -1;
        if (place >= 0 && place < values.size()) {
            out += values[place];
            ++at;
        } else {
            out += text[at];
        }
    }
    return out;
}

} // namespace

Sentence::Sentence(const QString &words)
{
    if (!words.isEmpty())
        m_parts.push_back({{}, words.toStdString(), {}});
}

Sentence::Sentence(const char *context, const char *text, std::vector<Sentence> values)
    : m_parts{{context, text, std::move(values)}}
{
}

Sentence &Sentence::operator+=(const Sentence &next)
{
    m_parts.insert(m_parts.end(), next.m_parts.begin(), next.m_parts.end());
    return *this;
}

bool Sentence::isWords() const
{
    return std::all_of(m_parts.begin(), m_parts.end(),
        [](const Part &part) { return part.context.empty() && part.values.empty(); });
}

QString Sentence::in(Translation language) const
{
    QString out;
    for (const Part &part : m_parts) {
        if (out.size() >= kMaxShown)
            break;
        QStringList values;
        for (const Sentence &value : part.values)
            values.append(value.in(language));
        out += withValues(language(part), values);
    }
    out.truncate(kMaxShown);
    return out;
}

QString Sentence::shown() const
{
    return in([](const Part &part) {
        return part.context.empty()
            ? QString::fromStdString(part.text)
            : QCoreApplication::translate(part.context.c_str(), part.text.c_str());
    });
}

void Sentence::write(json::Builder &out) const
{
    out.beginArray();
    for (const Part &part : m_parts) {
        out.beginObject();
        if (!part.context.empty())
            out.member("in", std::string_view(part.context));
        out.member("text", std::string_view(part.text));
        if (!part.values.empty()) {
            out.key("values").beginArray();
            for (const Sentence &value : part.values)
                value.write(out);
            out.endArray();
        }
        out.endObject();
    }
    out.endArray();
}

QString Sentence::recordedText() const
{
    QString text = in([](const Part &part) { return QString::fromStdString(part.text); });
    // Words with a line end have data too: their last line could be read as such.
    if (isWords() && !text.contains(u'\n'))
        return text;
    json::Builder data;
    write(data);
    return text + u'\n' + QString::fromStdString(data.takeString());
}

std::optional<Sentence> Sentence::read(const json::Value &parts, int depth)
{
    if (!parts.isArray() || parts.count() > kMaxParts || depth > kMaxDepth)
        return std::nullopt;
    Sentence read;
    for (const json::Value each : parts) {
        Part part{each["in"].text(), each["text"].text(), {}};
        const json::Value values = each["values"];
        if (!each["text"].isString() || values.count() > kMaxParts)
            return std::nullopt;
        for (const json::Value value : values) {
            auto inner = Sentence::read(value, depth + 1);
            if (!inner)
                return std::nullopt;
            part.values.push_back(std::move(*inner));
        }
        read.m_parts.push_back(std::move(part));
    }
    return read;
}

Sentence Sentence::read(QStringView detail)
{
    const qsizetype at = detail.lastIndexOf(u'\n');
    const QStringView data = detail.sliced(at + 1).trimmed();
    // A line that was cut may end within what begins the data.
    const bool isData = data.startsWith(kDataBegins) || kDataBegins.startsWith(data);
    if (at < 0 || !isData)
        return detail.trimmed().toString();
    const auto document = json::Document::parse(data.toString().toStdString());
    const auto read = document.isValid() ? Sentence::read(document.root(), 0) : std::nullopt;
    return read ? *read : Sentence(detail.first(at).trimmed().toString());
}

QString Sentence::shownLine(std::string_view line)
{
    const std::string_view id = lifecycle::idOf(line);
    QString all = QString::fromUtf8(line);
    if (!hasSentence(id) || id.size() == line.size() || line[id.size()] != '\t')
        return all;
    return all.left(qsizetype(id.size()) + 1)
        + read(QStringView(all).sliced(id.size() + 1)).shown();
}

} // namespace sonde::rpc
