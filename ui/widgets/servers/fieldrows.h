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

// The rows of the server form: each field has a line for its problem, and rows are shown and hidden
// in groups.
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

    // The label, without its mnemonic, becomes the accessible name of a widget that has none. For a
    // widget with a focus proxy, it names the widget and not the proxy.
    void add(Group group, const QString &label, QWidget *widget);
    void add(Group group, config::ProfileField field, const QString &label, QWidget *widget);

    void setGroupVisible(Group group, bool visible);
    // Shows each sentence at its field; none when `quiet`.
    void showProblems(const std::vector<config::FieldProblem> &problems, bool quiet);
    // The problem shown at that field; empty when there is none.
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
