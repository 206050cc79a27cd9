// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "schema/fitcheck.h"

#include <QWidget>

namespace sonde::look {
class InlineMessage;
}

namespace sonde::session {
struct LastValues;
}

namespace sonde::widgets {

// Says that values came back from an earlier time, and, when the schema is another one since, which
// of them no longer fit. Without anything to say it takes no room.
class RestoredNote : public QWidget {
    Q_OBJECT
public:
    explicit RestoredNote(QWidget *parent = nullptr);

    void setRestored(const session::LastValues &values, const json::Value &schema);
    void clear();
    QString when() const { return m_when; } // "values restored from 19 November", or empty
    QString sentence() const; // of the message; empty when everything fits

    static constexpr std::size_t kShown = 3; // misfits that are named

Q_SIGNALS:
    void changed();

private:
    void showMisfits(const schema::FitCheck &check, const QString &date);

    look::InlineMessage *m_message;
    QString m_when;
    BackgroundJob m_job;
};

} // namespace sonde::widgets
