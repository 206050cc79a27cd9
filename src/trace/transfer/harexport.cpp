// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/harexport.h"

#include "trace/record/recordnames.h"
#include "trace/record/tracetr.h"
#include "trace/transfer/exportlost.h"
#include "trace/transfer/recordedhead.h"
#include "json/builder.h"

#include <QUrl>
#include <QUrlQuery>

#include <algorithm>

namespace sonde::trace {

namespace {

constexpr std::uint64_t kMaxHarHead = std::uint64_t(1) << 20;

double milliseconds(std::int64_t ns)
{
    return double(ns) / 1e6;
}

// Adds the headers, without the request or status line.
void addHeaders(json::Builder &out, std::string_view head)
{
    out.key("headers").beginArray();
    bool isFirst = true;
    while (!head.empty()) {
        const auto end = std::min(head.find('\n'), head.size());
        const auto line = head.substr(0, end);
        head.remove_prefix(std::min(end + 1, head.size()));
        const auto colon = line.find(':');
        if (!std::exchange(isFirst, false) && colon != std::string_view::npos) {
            out.beginObject().member("name", withoutBlanks(line.substr(0, colon)));
            out.member("value", withoutBlanks(line.substr(colon + 1))).endObject();
        }
    }
    out.endArray();
}

std::string firstLine(std::string_view head)
{
    return std::string(head.substr(0, head.find_first_of("\r\n")));
}

class HarWriter {
public:
    HarWriter(const ExportSet &set, const ExportSink &sink)
        : m_set(set)
        , m_sink(sink)
    {
    }

    Result<void> run()
    {
        json::Builder head;
        head.beginObject().member("name", "Sonde").member("version", SONDE_VERSION).endObject();
        put("{\"log\":{\"version\":\"1.2\",\"creator\":" + head.takeString() + ",\"entries\":[\n");
        bool any = false;
        for (const Number number : m_set.chosen) {
            const Record *record = m_set.find(number);
            if (m_error || m_set.stop.stop_requested())
                break;
            if (record->kind != rpc::Kind::Exchange)
                continue;
            put(std::string(any ? ",\n" : "") + entry(*record));
            any = true;
        }
        if (!any && !m_error) {
            m_error = Error{.domain = Domain::Usage,
                .sentence = Text::tr(
                    "The messages have no HTTP exchanges, and HAR contains only those. Export "
                    "JSON Lines instead.")};
        }
        put("\n]}}\n");
        return m_error ? Result<void>(*m_error) : Result<void>();
    }

private:
    void put(const std::string &text)
    {
        if (m_error || m_sink(text))
            return;
        m_error = exportLost();
    }

    std::string bytes(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length)
    {
        if (length == 0)
            return {};
        const auto read = m_set.store->read(stream, offset, length);
        if (!read) {
            m_error = read.error();
            return {};
        }
        std::string text(read->view());
        if (m_set.redactor)
            m_set.redactor->redact(text);
        return text;
    }

    std::string entry(const Record &record)
    {
        auto text = m_set.text(record);
        if (!text) {
            m_error = text.error();
            return {};
        }
        const auto facts = json::Document::parse(Bytes::copyOf(*text));
        const auto root = facts.root();
        json::Builder out;
        out.beginObject();
        out.member("startedDateTime", std::string_view(utcText(record.wallNs)));
        const auto duration = durationOf(record, nullptr);
        out.key("time").number(duration < 0 ? 0.0 : milliseconds(duration));
        addRequest(out, root);
        addResponse(out, root);
        out.key("cache").beginObject().endObject();
        addTimings(out, root["times"]);
        if (const auto address = root["connection"]["remote"]; address.isString())
            out.member("serverIPAddress", std::string_view(address.text()));
        if (const auto error = root["error"]; error.isString())
            out.member("_error", std::string_view(error.text()));
        return out.endObject().takeString();
    }

    void addRequest(json::Builder &out, const json::Value &root)
    {
        const auto request = root["request"];
        const auto stream = static_cast<rpc::StreamId>(countOf(request["stream"]));
        const auto offset = countOf(request["offset"]);
        const auto headSize = std::min(countOf(request["head"]), kMaxHarHead);
        const std::string head = bytes(stream, offset, headSize);
        const std::string body =
            bytes(stream, offset + countOf(request["head"]), countOf(request["body"]));
        const std::string line = firstLine(head);
        const auto version = line.rfind(' ');
        const std::string url = root["url"].text();
        out.key("request").beginObject().member("method", std::string_view(root["method"].text()));
        out.member("url", std::string_view(url));
        out.member("httpVersion",
            std::string_view(version == std::string::npos ? "" : line.substr(version + 1)));
        out.key("cookies").beginArray().endArray();
        addHeaders(out, head);
        out.key("queryString").beginArray();
        for (const auto &[name, value] : QUrlQuery(QUrl(QString::fromStdString(url))).queryItems())
            out.beginObject()
                .member("name", QStringView(name))
                .member("value", QStringView(value))
                .endObject();
        out.endArray();
        if (!body.empty()) {
            out.key("postData").beginObject().member("mimeType", "application/json");
            out.key("params").beginArray().endArray();
            out.member("text", std::string_view(body)).endObject();
        }
        out.member("headersSize", std::int64_t(headSize));
        out.member("bodySize", std::int64_t(body.size())).endObject();
    }

    void addResponse(json::Builder &out, const json::Value &root)
    {
        const auto response = root["answer"];
        const auto stream = static_cast<rpc::StreamId>(countOf(response["stream"]));
        auto offset = countOf(response["offset"]) + countOf(response["interim"]);
        const auto headSize = std::min(countOf(response["head"]), kMaxHarHead);
        const std::string head = bytes(stream, offset, headSize);
        offset += countOf(response["head"]);
        const std::string body = bytes(stream, offset, countOf(response["body"]));
        out.key("response")
            .beginObject()
            .member("status", std::int64_t(countOf(response["status"])));
        out.member("statusText", std::string_view(response["reason"].text()));
        out.member("httpVersion", std::string_view(response["version"].text()));
        out.key("cookies").beginArray().endArray();
        addHeaders(out, head);
        out.key("content").beginObject().member("size", std::int64_t(body.size()));
        out.member("mimeType", std::string_view(response["mediaType"].text()));
        const QByteArray raw = QByteArray::fromRawData(body.data(), qsizetype(body.size()));
        if (QString::fromUtf8(raw).toUtf8() == raw)
            out.member("text", std::string_view(body));
        else
            out.member("text", std::string_view(raw.toBase64().toStdString()))
                .member("encoding", "base64");
        out.endObject().member("redirectURL", "");
        out.member("headersSize", std::int64_t(headSize));
        out.member("bodySize", std::int64_t(body.size())).endObject();
    }

    // HAR 1.2 timings: -1 if a phase does not apply.
    static void addTimings(json::Builder &out, const json::Value &times)
    {
        std::int64_t last = 0;
        const auto span = [&](std::string_view name) {
            const auto at = times[name].toInt64();
            if (!at)
                return -1.0;
            const double length = milliseconds(std::max<std::int64_t>(0, *at - last));
            last = std::max(last, *at);
            return length;
        };
        out.key("timings").beginObject();
        out.key("dns").number(span("resolved"));
        const double connect = span("connected");
        const double secure = span("secured");
        // The time of TLS is also part of connect.
        out.key("connect").number(secure > 0 ? connect + secure : connect);
        out.key("ssl").number(secure);
        out.key("send").number(std::max(0.0, span("requestSent")));
        out.key("wait").number(std::max(0.0, span("firstByte")));
        out.key("receive").number(std::max(0.0, span("ended")));
        out.endObject();
    }

    const ExportSet &m_set;
    const ExportSink &m_sink;
    std::optional<Error> m_error;
};

} // namespace

Result<void> exportHar(const ExportSet &set, const ExportSink &sink)
{
    return HarWriter(set, sink).run();
}

} // namespace sonde::trace
