// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/clipboard.h"

#include <QClipboard>
#include <QGuiApplication>

namespace sonde::look {

ClipboardNotice &ClipboardNotice::instance()
{
    static ClipboardNotice notice;
    return notice;
}

void copyToClipboard(const QString &text)
{
    copyToClipboard(text, text.toUtf8().size());
}

void copyToClipboard(const QByteArray &utf8)
{
    copyToClipboard(QString::fromUtf8(utf8), utf8.size());
}

void copyToClipboard(const QString &text, qint64 bytes)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT ClipboardNotice::instance().copied(bytes);
}

} // namespace sonde::look
