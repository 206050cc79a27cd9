// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/fact.h"

#include <QWidget>

class QGridLayout;

namespace sonde::content {
class ToneLabel;
}

namespace sonde::widgets {

// Facts in two columns: their names, muted, and their values, which can be selected and copied.
class FactGrid : public QWidget {
    Q_OBJECT
public:
    explicit FactGrid(QWidget *parent = nullptr);

    // Facts that are the same keep their labels, and what is selected in them.
    void setFacts(const models::Facts &facts);
    // The value under that name; empty without one.
    QString value(const QString &name) const;

private:
    struct Row {
        content::ToneLabel *name;
        content::ToneLabel *value;
    };
    void addRow();

    QGridLayout *m_grid;
    std::vector<Row> m_rows;
    models::Facts m_facts;
};

} // namespace sonde::widgets
