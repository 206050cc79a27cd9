// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace sonde::widgets {

// Buttons side by side, at the left. Where there is no room for all of their words, the last ones
// show only their icons; what they do stays in the tool tip and in the accessible name.
class ButtonRow : public QWidget {
    Q_OBJECT
public:
    explicit ButtonRow(QWidget *parent = nullptr);

    // Has an icon. Its text may change later.
    void add(QPushButton *button);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Entry {
        QPushButton *button = nullptr;
        QString text; // that is shown where it fits
        int wholeWidth = 0; // with it
        int iconWidth = 0; // without
    };

    void readTexts();
    void fit();

    QHBoxLayout *m_layout;
    QList<Entry> m_buttons;
};

} // namespace sonde::widgets
