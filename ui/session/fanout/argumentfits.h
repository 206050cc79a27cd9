// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/bytes.h"
#include "json/value.h"

#include <QObject>
#include <QString>

#include <map>
#include <vector>

namespace sonde::session {

// Whether the arguments of a call fit the schemas that several servers have of the tool. It is
// checked in the background: a schema may be large.
class ArgumentFits : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMaxShown = 200; // characters of a misfit

    ArgumentFits(const Bytes &arguments, QObject *parent);

    // The first value that does not fit this schema of a server. Empty: all fit, there is no
    // schema, or it is not known yet; then changed() follows.
    QString misfit(const QString &server, const json::Value &inputSchema);

Q_SIGNALS:
    void changed();

private:
    struct Fit {
        Bytes schema; // as the server wrote it
        QString misfit{};
        bool isChecked = false;
    };
    struct Checked {
        QString server;
        Bytes schema;
        QString misfit;
    };

    void checkAll();
    void adopt(const std::vector<Checked> &all);

    const Bytes m_arguments;
    std::map<QString, Fit> m_fits; // by server
    BackgroundJob m_job;
};

} // namespace sonde::session
