// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/httpsettings.h"

#include <QWidget>

#include <vector>

class QTableWidget;
class QTableWidgetItem;

namespace sonde::widgets {

class SecretDelegate;

// Headers that go with every request, in their order. Values marked as secret are hidden until a
// person asks to see them; a name that usually goes with a secret marks its value by itself.
class HeaderEdit : public QWidget {
    Q_OBJECT
public:
    enum Columns { NameColumn, ValueColumn, SecretColumn, ColumnCount };
    explicit HeaderEdit(QWidget *parent = nullptr);

    void setHeaders(const std::vector<config::CustomHeader> &headers);
    // Rows without a name and a value are left out.
    std::vector<config::CustomHeader> headers() const;
    void add(const config::CustomHeader &header);

    QTableWidget *table() const { return m_table; }

Q_SIGNALS:
    void changed();

private:
    QLayout *makeButtons();
    void itemChanged(QTableWidgetItem *item);
    void describe(int row); // to a screen reader, which must not read a secret aloud
    bool isSecret(int row) const;
    void move(int by);

    QTableWidget *m_table;
    SecretDelegate *m_values;
};

} // namespace sonde::widgets
