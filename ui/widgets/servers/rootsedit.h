// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/offers.h"

#include <QWidget>

#include <vector>

class QTableWidget;

namespace sonde::widgets {

// The folders that a server may be told of: path, name, and whether the folder is there.
class RootsEdit : public QWidget {
    Q_OBJECT
public:
    explicit RootsEdit(QWidget *parent = nullptr);

    void setRoots(const std::vector<config::Root> &roots);
    std::vector<config::Root> roots() const; // rows without a path are left out
    void add(const QString &path, const QString &name = {});
    // "not there", "not absolute"; empty when the folder of that row is fine.
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
