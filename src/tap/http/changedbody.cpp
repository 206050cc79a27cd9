// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/changedbody.h"

#include "base/utf8.h"
#include "tap/http/httpbreakpoints.h"

namespace sonde::tap {

namespace {

constexpr std::size_t kMaxChangedText = 4096; // bytes of a body in the list of changes

QByteArray changedText(const Bytes &body)
{
    const std::string_view kept = cutUtf8(body.view(), kMaxChangedText);
    const QByteArray text(kept.data(), qsizetype(kept.size()));
    return kept.size() < body.size() ? text + "…" : text;
}

} // namespace

bool isEventStream(const wire::HttpHead &head)
{
    return head.headers.mediaType() == "text/event-stream";
}

bool isWholeMessage(const wire::HttpHead &head)
{
    const auto length = head.headers.value("Content-Length");
    return head.headers.mediaType() == "application/json"
        && (!length || length->toULongLong() <= HttpBreakpoints::kMaxMessage);
}

Bytes withoutAddedEnd(const Bytes &text)
{
    return text.view().ends_with('\n') ? text.slice(0, text.size() - 1) : text;
}

wire::HeadChange bodyChange(
    wire::HeadChange::Part part, const QByteArray &name, const Bytes &was, const Bytes &now)
{
    return {part, name, changedText(was), changedText(now)};
}

wire::HttpHead withLength(const wire::HttpHead &head, std::size_t length)
{
    wire::HttpHead changed = head;
    changed.headers = {};
    for (wire::HttpHeader field : head.headers.fields()) {
        if (field.name.compare("Content-Length", Qt::CaseInsensitive) == 0)
            field.value = QByteArray::number(qulonglong(length));
        changed.headers.add(field);
    }
    return changed;
}

} // namespace sonde::tap
