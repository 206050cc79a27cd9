// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/streambreak.h"

#include "rpc/rpctr.h"

#include <optional>

namespace sonde::rpc {

namespace {

// Session files contain these words, so the English ones never change.
constexpr const char *kClosed =
    QT_TRANSLATE_NOOP("Rpc", "%1 closed the connection in the middle of the response.");
constexpr QLatin1String kAfterPeer(" closed the connection in the middle of the response.");
constexpr QLatin1String kBeforeCode(" (libcurl ");

QString codeText(int code)
{
    return code == 0 ? QString() : QString(kBeforeCode + QString::number(code) + u')');
}

// The code at the end of the text, 0 if there is none; nothing for what codeText() does not write.
std::optional<int> codeIn(QStringView end)
{
    if (end.isEmpty())
        return 0;
    if (!end.startsWith(kBeforeCode) || !end.endsWith(u')'))
        return std::nullopt;
    const int code = end.sliced(kBeforeCode.size()).chopped(1).toInt();
    return code != 0 && codeText(code) == end ? std::optional(code) : std::nullopt;
}

} // namespace

QString StreamBreak::sentence() const
{
    return reason == Reason::Closed ? Text::tr(kClosed).arg(peer) : words;
}

QString StreamBreak::recordedText() const
{
    return reason == Reason::Closed ? QString(peer + kAfterPeer + codeText(code)) : words;
}

StreamBreak StreamBreak::read(QStringView text)
{
    StreamBreak read;
    const qsizetype at = text.indexOf(kAfterPeer);
    const auto code = at > 0 ? codeIn(text.sliced(at + kAfterPeer.size())) : std::optional<int>();
    if (code && !text.first(at).contains(u' ')) { // the peer is a host and a port
        read.reason = Reason::Closed;
        read.peer = text.first(at).toString();
        read.code = *code;
    } else {
        read.words = text.toString();
    }
    return read;
}

} // namespace sonde::rpc
