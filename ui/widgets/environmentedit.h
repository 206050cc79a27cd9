// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"

#include <QWidget>

#include <utility>
#include <vector>

class QTableWidget;

namespace sonde::widgets {

// Names and values of variables. Values are hidden until a person asks to see them.
class EnvironmentEdit : public QWidget {
    Q_OBJECT
public:
    using Variables = std::vector<std::pair<QString, Secret>>;

    explicit EnvironmentEdit(QWidget *parent = nullptr);

    void setVariables(const Variables &variables);
    Variables variables() const; // rows without a name and value are left out
    void add(const QString &name, const QString &value);

Q_SIGNALS:
    void changed();

private:
    class ValueDelegate;
    QTableWidget *m_table;
    ValueDelegate *m_values;
};

} // namespace sonde::widgets
