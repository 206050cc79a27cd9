// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profilefield.h"

#include <QString>

#include <map>
#include <vector>

class QFormLayout;
class QWidget;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// The rows of a form about a server: each field has a place under it for what does not fit there,
// and rows come and go in groups.
class FieldRows {
public:
    enum class Group : std::uint8_t {
        Common,
        Command,
        Url,
        Details,
        Authorization,
        ClientSecret,
        PrivateKey,
        Identity,
        Login
    };

    explicit FieldRows(QFormLayout *form)
        : m_form(form)
    {
    }

    // The label may have a mnemonic; without it, it is the accessible name of a widget that has
    // none. A widget with a focus proxy is named itself.
    void add(Group group, const QString &label, QWidget *widget);
    void add(Group group, config::ProfileField field, const QString &label, QWidget *widget);

    void setGroupVisible(Group group, bool visible);
    // Each sentence at its field. `quiet` shows none.
    void showProblems(const std::vector<config::FieldProblem> &problems, bool quiet);
    // What stands at that field now; empty when all is well.
    QString problemAt(config::ProfileField field) const;
    bool hasProblemIn(Group group) const;

private:
    struct Row {
        Group group;
        QWidget *widget;
    };
    struct Place {
        Group group;
        look::ColorLabel *label;
    };
    bool isVisible(Group group) const;

    QFormLayout *m_form;
    std::vector<Row> m_rows;
    std::map<config::ProfileField, Place> m_places;
    std::map<Group, bool> m_visible;
};

} // namespace sonde::widgets
