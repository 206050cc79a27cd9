// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/offers.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLineEdit;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class RootsEdit;
class RulesEdit;

// What is declared to a server, a switch each, and the folders it is told of.
class OffersEdit : public QWidget {
    Q_OBJECT
public:
    explicit OffersEdit(QWidget *parent = nullptr);

    void fill(const config::Offers &offers);
    config::Offers offers() const;
    RootsEdit &roots() { return *m_roots; }
    RulesEdit &rules() { return *m_rules; }
    // What does not fit; empty: nothing.
    QString problem() const;

Q_SIGNALS:
    void changed();

private:
    QCheckBox *add(const QString &text, bool config::Offers::*member, const QString &toolTip = {});
    void refresh();
    void switchTaskExtension(bool on);

    config::Offers m_original; // what the fields do not show is kept
    std::vector<std::pair<bool config::Offers::*, QCheckBox *>> m_switches;
    QLineEdit *m_experimental;
    QLineEdit *m_extensions;
    QCheckBox *m_taskExtension; // a name in m_extensions
    RootsEdit *m_roots;
    RulesEdit *m_rules;
    look::ColorLabel *m_problem;
};

} // namespace sonde::widgets
