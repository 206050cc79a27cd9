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

// The client capabilities declared to a server, one check box each, and the roots.
class OffersEdit : public QWidget {
    Q_OBJECT
public:
    explicit OffersEdit(QWidget *parent = nullptr);

    void fill(const config::Offers &offers);
    config::Offers offers() const;
    RootsEdit &roots() { return *m_roots; }
    RulesEdit &rules() { return *m_rules; }
    // Why the settings cannot be saved; empty when they can.
    QString problem() const;

Q_SIGNALS:
    void changed();

private:
    QCheckBox *add(const QString &text, bool config::Offers::*member, const QString &toolTip = {});
    void refresh();
    void switchTaskExtension(bool on);

    config::Offers m_original; // keeps the members that have no field
    std::vector<std::pair<bool config::Offers::*, QCheckBox *>> m_switches;
    QLineEdit *m_experimental;
    QLineEdit *m_extensions;
    QCheckBox *m_taskExtension; // a member of m_extensions
    RootsEdit *m_roots;
    RulesEdit *m_rules;
    look::ColorLabel *m_problem;
};

} // namespace sonde::widgets
