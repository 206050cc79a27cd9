// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace sonde::look {

// Announces what was copied. The whole program has one, because copying happens deep inside windows
// and panels, and one status line reports it.
class ClipboardNotice : public QObject {
    Q_OBJECT
public:
    static ClipboardNotice &instance();

Q_SIGNALS:
    void copied(qint64 bytes);
};

// The only functions that write the clipboard; each announces the copy.
void copyToClipboard(const QString &text);
void copyToClipboard(const QByteArray &utf8);
// For a text that stands for bytes, as a hex dump does: `bytes` is the count to announce.
void copyToClipboard(const QString &text, qint64 bytes);

} // namespace sonde::look
