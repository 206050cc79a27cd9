// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/serverrequestqueue.h"

#include <QWidget>

namespace sonde::widgets {

class SignLabel;

// Above a review: what the server requests, what caused it, and how long it has waited.
class ReviewHeading : public QWidget {
    Q_OBJECT
public:
    explicit ReviewHeading(const review::QueuedRequest &ask, QWidget *parent = nullptr);

    // Counts until now while the server waits; else until the end. `answered`: by a person.
    void showWaiting(const review::QueuedRequest &ask, bool answered);

Q_SIGNALS:
    void callRequested(); // the call that caused the request

private:
    SignLabel *m_waiting;
};

} // namespace sonde::widgets
