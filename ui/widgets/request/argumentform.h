// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/completions.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QToolButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::session {
class CompletionSource;
}

namespace sonde::widgets {

class CompletingField;

// Fields for arguments that are texts, of a prompt or a template, with the values the server
// proposes. A field with nothing in it is not sent, unless its button says that the empty text is.
class ArgumentForm : public QWidget {
    Q_OBJECT
public:
    struct Argument {
        QString name;
        QString title; // may be empty
        QString description;
        bool required = false;
    };
    // More arguments than this have no field; isCut() tells.
    static constexpr std::size_t kMaxArguments = 100;

    explicit ArgumentForm(QWidget *parent = nullptr);

    // The source outlives the form.
    void setArguments(const std::vector<Argument> &arguments, session::CompletionSource *source);
    bool isCut() const { return m_cut; }
    bool isEmpty() const { return m_rows.empty(); }

    // What is sent, in the order of the fields.
    mcp::FilledIn values() const;
    void setValues(const mcp::FilledIn &values);
    // The names of required arguments that are not filled in.
    QStringList missing() const;
    CompletingField *field(const QString &name) const; // nullptr: there is none
    void focusFirst(bool missing = false); // the first one, or the first that is missing

Q_SIGNALS:
    void edited();
    void submitted(); // Return in a field

private:
    struct Row {
        Argument argument;
        CompletingField *field = nullptr;
        QToolButton *empty = nullptr; // checked: the empty text is sent
        look::ColorLabel *hint = nullptr;
    };
    void addRow(const Argument &argument, session::CompletionSource *source);
    void refreshRow(const Row &row);

    QGridLayout *m_grid;
    QWidget *m_first; // where the order of the Tab key begins
    std::vector<Row> m_rows;
    bool m_cut = false;
    bool m_filling = false;
};

} // namespace sonde::widgets
