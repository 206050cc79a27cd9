// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"

#include <QStringList>
#include <QWidget>

#include <utility>
#include <vector>

class QTableWidget;
class QTableWidgetItem;

namespace sonde::widgets {

class SecretDelegate;

// Names and values of variables. Those marked as secret are hidden until a person asks to see them;
// a name that usually goes with a secret marks its value by itself.
class EnvironmentEdit : public QWidget {
    Q_OBJECT
public:
    using Variables = std::vector<std::pair<QString, Secret>>;
    enum Columns { NameColumn, ValueColumn, SecretColumn, ColumnCount };

    explicit EnvironmentEdit(QWidget *parent = nullptr);

    // `secret` are names of some of them.
    void setVariables(const Variables &variables, const QStringList &secret);
    Variables variables() const; // rows without a name and value are left out
    QStringList secretNames() const;
    void add(const QString &name, const QString &value, bool secret);
    QTableWidget *table() const { return m_table; }

Q_SIGNALS:
    void changed();

private:
    QLayout *makeButtons();
    void fitHeight();
    void itemChanged(QTableWidgetItem *item);
    void describe(int row); // to a screen reader, which must not read a secret aloud
    bool isSecret(int row) const;

    QTableWidget *m_table;
    SecretDelegate *m_values;
};

} // namespace sonde::widgets
