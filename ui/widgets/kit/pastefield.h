// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>

namespace sonde::widgets {

// One line that takes what is pasted as a whole, also what has many lines.
class PasteField : public QLineEdit {
    Q_OBJECT
public:
    explicit PasteField(QWidget *parent = nullptr);

    // Of the clipboard; pasted() follows when there is any text.
    void pasteClipboard();

Q_SIGNALS:
    void pasted(const QString &text);
    void entered(); // Return in the field

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
};

} // namespace sonde::widgets
