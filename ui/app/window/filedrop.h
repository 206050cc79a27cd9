// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QString>

#include <functional>

class QWidget;

namespace sonde::app {

// Takes a file that is dropped on a window.
class FileDrop : public QObject {
    Q_OBJECT
public:
    using Takes = std::function<bool(const QString &path)>;

    // Only one local file that `takes` accepts by its name.
    FileDrop(QWidget *window, Takes takes);

Q_SIGNALS:
    void dropped(const QString &path);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    Takes m_takes;
};

} // namespace sonde::app
