// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>
#include <QUrl>

namespace sonde::browser {

// The address of a page: to be read and copied, never edited. The host stands out and is the last
// thing to be cut, from its left, so that what it belongs to is always there. A name that is not
// ASCII is shown in its ASCII form, which no other name looks like.
class AddressBar final : public QLineEdit {
    Q_OBJECT
public:
    explicit AddressBar(QWidget *parent = nullptr);

    void setUrl(const QUrl &url);

    // What stands there when there is room for that many pixels: before the host, host, behind it.
    struct Parts {
        QString before;
        QString host;
        QString behind;
    };
    Parts partsIn(int width) const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QFont hostFont() const;

    QUrl m_url;
};

} // namespace sonde::browser
