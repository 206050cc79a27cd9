// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sonde::content {

// What stands under the line of a ContentView. The widget that takes the keys is its focus proxy.
class Viewer : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    // The height in which everything is seen at that width, never above `most`. Cheap, whatever
    // the size of the content.
    virtual int wantedHeight(int width, int most) const = 0;
    // What only the viewer knows: "640 × 480", "1,234 lines".
    virtual QString facts() const { return {}; }

    virtual bool canFind() const { return false; }
    virtual void openFind() { } // a line to search in it; Ctrl+F while it has the keys

Q_SIGNALS:
    void changed(); // facts or height
    void linkRequested(const QString &uri);
    void noticed(const QString &note); // something odd that only the viewer could see

protected:
    bool event(QEvent *event) override;
};

} // namespace sonde::content
