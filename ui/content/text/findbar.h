// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QLineEdit;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::content {

// A line under a text to search in it: what, how many there are, next and previous, away again.
// Return is the next, Shift+Return the previous one, Escape ends it.
class FindBar final : public QWidget {
    Q_OBJECT
public:
    explicit FindBar(QWidget *parent = nullptr);

    QString wanted() const;
    // Shows the bar with the focus in it; an empty `text` keeps what was searched before.
    void open(const QString &text);
    // `current` counts from 1, 0 is none; `more`: there are more than were counted.
    void setFound(std::size_t current, std::size_t count, bool more);
    QString foundText() const;

Q_SIGNALS:
    void wantedChanged();
    void nextRequested();
    void previousRequested();
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void close();

    QLineEdit *m_field;
    look::ColorLabel *m_found;
};

} // namespace sonde::content
