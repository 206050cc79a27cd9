// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/announce/tapline.h"
#include "tap/breakpoint/breakpoint.h"

#include <QObject>

#include <string>

namespace sonde::tap {

// The window's end of what has breakpoints: a tap, or the connections to a server of its own.
class ControlLink : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual TapTransport transport() const = 0;
    // A line of controlline.h with its end.
    virtual void say(const std::string &line) = 0;
    virtual bool isOpen() const = 0; // a conversation goes on

Q_SIGNALS:
    void held(const sonde::tap::TapHeld &message);
    void gone(const sonde::tap::TapGone &message); // is held no more
    void composed(const sonde::tap::TapComposed &message);
    void refused(const sonde::tap::TapRefused &decision);
    void counted(const sonde::tap::TapHits &hits);
    void closed();

protected:
    // Emits the signal of a line about breakpoints. Returns false for any other line.
    bool report(const TapLine &line);
};

} // namespace sonde::tap
