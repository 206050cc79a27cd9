// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/property.h"

#include <QWidget>

class QGridLayout;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// Properties in two columns: their names, muted, and their values, which can be selected and
// copied.
class PropertyGrid : public QWidget {
    Q_OBJECT
public:
    explicit PropertyGrid(QWidget *parent = nullptr);

    // Unchanged properties keep their labels and the text selected in them.
    void setProperties(const models::Properties &facts);
    // The value of the property of that name; empty when there is none.
    QString value(const QString &name) const;

private:
    struct Row {
        look::ColorLabel *name;
        look::ColorLabel *value;
    };
    void addRow();

    QGridLayout *m_grid;
    std::vector<Row> m_rows;
    models::Properties m_facts;
};

} // namespace sonde::widgets
