// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QString>

namespace sonde::cli {

// Where a shell has its lines from, one for each next().
class ShellInput : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual void next() = 0;
    virtual void discard(); // what was typed so far, after Ctrl+C
    virtual bool isInteractive() const = 0;

Q_SIGNALS:
    void entered(const QString &line);
    void ended();
};

} // namespace sonde::cli
