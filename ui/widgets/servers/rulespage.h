// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/offers.h"

#include <QWidget>

class QCheckBox;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class RulesEdit;

// Whether rules respond to the requests of a server, and the rules.
class RulesPage : public QWidget {
    Q_OBJECT
public:
    explicit RulesPage(QWidget *parent = nullptr);

    void fill(const config::Offers &offers);
    void putInto(config::Offers &offers) const;
    RulesEdit &rules() { return *m_rules; }
    QCheckBox &byRules() { return *m_byRules; }
    // Why the rules cannot be saved; empty when they can.
    QString problem() const;
    int changeCount() const; // of fields that differ from the default

Q_SIGNALS:
    void changed();

private:
    void refresh();

    QCheckBox *m_byRules;
    look::ColorLabel *m_mark;
    look::ColorLabel *m_unused; // there are rules, but they are off
    RulesEdit *m_rules;
    look::ColorLabel *m_problem;
};

} // namespace sonde::widgets
