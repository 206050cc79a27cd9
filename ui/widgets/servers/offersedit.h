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

// The client capabilities declared to a server, one check box each, and the roots. What differs
// from the default is marked.
class OffersEdit : public QWidget {
    Q_OBJECT
public:
    explicit OffersEdit(QWidget *parent = nullptr);

    void fill(const config::Offers &offers);
    // Those of fill() with the values of the fields; the rules are on a page of their own.
    config::Offers offers() const;
    RootsEdit &roots() { return *m_roots; }
    // Why the settings cannot be saved; empty when they can.
    QString problem() const;
    int changeCount() const; // of fields that differ from the default

Q_SIGNALS:
    void changed();

private:
    struct Switch {
        bool config::Offers::*member;
        QCheckBox *box;
        look::ColorLabel *mark; // visible when the value differs from the default
    };
    struct JsonField {
        std::string config::Offers::*member;
        QLineEdit *edit;
        look::ColorLabel *mark;
    };
    void makeSwitches();
    void makeJsonFields();
    void add(const QString &text, bool config::Offers::*member, int depth = 0,
        const QString &toolTip = {});
    void addRow(QCheckBox *box, int depth, QWidget *mark);
    look::ColorLabel *makeMark(const QString &usual);
    QCheckBox *box(bool config::Offers::*member) const;
    void refresh();
    void switchTaskExtension(bool on);

    config::Offers m_original; // keeps the members that have no field
    std::vector<Switch> m_switches;
    std::vector<JsonField> m_jsonFields;
    QLineEdit *m_experimental;
    QLineEdit *m_extensions;
    QCheckBox *m_taskExtension; // a member of m_extensions
    RootsEdit *m_roots;
    look::ColorLabel *m_rootsMark;
    look::ColorLabel *m_problem;
};

} // namespace sonde::widgets
