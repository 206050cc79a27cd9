// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

#include <QObject>

#include <map>

class QComboBox;

namespace sonde::widgets {

class BoundedSeconds;
class FieldRows;

// The era, the revision and the timeouts of a server. The page owns the widgets.
class ProtocolFields : public QObject {
    Q_OBJECT
public:
    explicit ProtocolFields(FieldRows &rows);

    void fill(const config::Profile &profile);
    void putInto(config::Profile &profile) const;

Q_SIGNALS:
    void changed();

private:
    void makeTimeout(FieldRows &rows, config::ProfileField field, const QString &label,
        const char *name, std::chrono::milliseconds usual);

    QComboBox *m_era;
    QComboBox *m_revision;
    std::map<config::ProfileField, BoundedSeconds *> m_timeouts;
};

} // namespace sonde::widgets
