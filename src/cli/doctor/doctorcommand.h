// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "cli/output/output.h"
#include "doctor/run/doctor.h"

#include <QObject>

namespace sonde::cli {

// sonde-cli doctor: runs every check of a server, prints each as a line when it is done, and the
// verdict last.
class DoctorCommand : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    DoctorCommand(const Options &options, Output &out, Output &err, QObject *parent = nullptr);

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void show(doctor::Check check);
    QStringList fitting(const QString &text, int column = 0) const;
    void showFoundBy();
    void end();
    int exitCode() const;

    const Options &m_options;
    Output &m_out;
    doctor::Doctor m_doctor;
    int m_signal = 0;
};

} // namespace sonde::cli
