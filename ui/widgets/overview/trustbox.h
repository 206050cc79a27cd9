// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/connection/failure.h"

#include <QWidget>

class QPushButton;

namespace sonde::widgets {

class OverrideBox;
class PropertyGrid;

// A server whose certificate was rejected: the certificate, and the way to trust its key, which
// overrides the check.
class TrustBox : public QWidget {
    Q_OBJECT
public:
    explicit TrustBox(QWidget *parent = nullptr);

    void setFailure(const session::Failure &failure); // hidden when it is about something else
    QPushButton *offerButton() const;
    QPushButton *confirmButton() const;

Q_SIGNALS:
    void trustRequested(const QByteArray &key);

private:
    QByteArray m_key;
    PropertyGrid *m_facts;
    OverrideBox *m_override;
};

} // namespace sonde::widgets
