// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sonde::models {
class PropertyModel;
}

namespace sonde::session {
class Observation;
}

namespace sonde::widgets {

class PlainTable;

// The tasks that a server runs for a host, with their states as the host has heard of them.
class ObservedTasks : public QWidget {
    Q_OBJECT
public:
    explicit ObservedTasks(QWidget *parent = nullptr);

    void show(const session::Observation &observation);
    PlainTable &table() { return *m_table; }

private:
    models::PropertyModel *m_model;
    PlainTable *m_table;
};

} // namespace sonde::widgets
