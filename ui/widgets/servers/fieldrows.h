// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profilefield.h"

#include <QString>

#include <functional>
#include <map>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QWidget;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class PathField;

// The rows of a page of the server dialog. Below a field are a line that says that its value
// differs from the default, and a line for its problem. Rows are shown and hidden in groups.
class FieldRows {
public:
    enum class Group : std::uint8_t {
        Common,
        Command,
        Url,
        ClientSecret,
        PrivateKey,
        Identity,
        Login
    };

    // Gives the page its layout.
    explicit FieldRows(QWidget *page);

    QWidget *page() const { return m_page; }
    // A row without a mark, such as the preview.
    void add(Group group, QWidget *widget);
    // An empty label gives the widget the whole width. The label, without its mnemonic, becomes the
    // accessible name of a widget that has none. For a widget with a focus proxy, it names the
    // widget and not the proxy.
    void add(Group group, const QString &label, QWidget *widget);
    void add(Group group, config::ProfileField field, const QString &label, QWidget *widget);

    // Marks the row of the widget while `differs` is true. `usual` names the default.
    void track(QWidget *widget, const QString &usual, std::function<bool()> differs);
    void track(QComboBox *box); // the first entry is the default
    void track(QLineEdit *edit); // empty by default
    void track(PathField *path);
    void track(QCheckBox *box); // off by default
    // Compares all tracked fields with their defaults.
    void showChanges();
    int changeCount() const; // of the visible groups

    void setGroupVisible(Group group, bool visible);
    // Shows each sentence at its field; none when `quiet`. A required field that was never filled
    // in is no error yet.
    void showProblems(const std::vector<config::FieldProblem> &problems, bool quiet);
    // The problem shown at that field; empty when there is none.
    QString problemAt(config::ProfileField field) const;
    // Of the visible groups: problems that prevent saving, and the first field that has one.
    int problemCount() const;
    QWidget *firstProblem() const;
    // nullptr: the field is on another page.
    QWidget *widgetOf(config::ProfileField field) const;

private:
    struct Row {
        Group group;
        QWidget *widget;
        look::ColorLabel *mark = nullptr;
        look::ColorLabel *problem = nullptr; // its text is empty when there is none
        bool blocks = false;
        bool wasFilled = false; // a required field, once
        std::function<bool()> differs = {};
        bool changed = false;
    };
    bool isVisible(Group group) const;
    Row *rowOf(const QWidget *widget);
    look::ColorLabel *addLine();
    void showLines(const Row &row);

    QWidget *m_page;
    QFormLayout *m_form;
    std::vector<Row> m_rows;
    std::map<config::ProfileField, std::size_t> m_fields; // index of the row
    std::map<Group, bool> m_visible;
};

} // namespace sonde::widgets
