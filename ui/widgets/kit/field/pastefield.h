// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>

namespace sonde::widgets {

// A single-line field that keeps all lines of a pasted text.
class PasteField : public QLineEdit {
    Q_OBJECT
public:
    explicit PasteField(QWidget *parent = nullptr);

    // Pastes the clipboard; pasted() follows when it has text.
    void pasteClipboard();

Q_SIGNALS:
    void pasted(const QString &text);
    void entered(); // Return in the field

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
};

} // namespace sonde::widgets
