// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/offers.h"

#include <QWidget>

#include <vector>

class QTableWidget;

namespace sonde::widgets {

// The roots of a client: path, name, and whether the folder exists.
class RootsEdit : public QWidget {
    Q_OBJECT
public:
    explicit RootsEdit(QWidget *parent = nullptr);

    void setRoots(const std::vector<config::Root> &roots);
    std::vector<config::Root> roots() const; // without the rows that have no path
    void add(const QString &path, const QString &name = {});
    // "does not exist", "not absolute"; empty when the folder of that row can be used.
    QString noteAt(int row) const;

Q_SIGNALS:
    void changed();

private:
    void choose();
    void check(int row);

    QTableWidget *m_table;
    bool m_checking = false;
};

} // namespace sonde::widgets
