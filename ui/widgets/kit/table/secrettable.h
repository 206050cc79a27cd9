// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"

#include <QStringView>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QTableWidget;
class QTableWidgetItem;

namespace sonde::widgets {

class SecretDelegate;

// A table of names and values to edit: environment variables, headers. Values marked as secret are
// redacted until the user reveals them; a name that usually goes with a secret marks its value.
class SecretTable : public QWidget {
    Q_OBJECT
public:
    enum Columns { NameColumn, ValueColumn, SecretColumn, ColumnCount };
    struct Row {
        QString name;
        Secret value;
        bool secret = false;
    };
    struct Texts {
        QString accessibleName;
        QString nameHeader;
        QString add; // accessible names of the buttons: "Add a header"
        QString remove;
        QString moveUp; // empty: the order of the rows means nothing, and there is no such button
        QString moveDown;
    };
    enum class Mark {
        ByName, // as soon as the name is entered, so that the value is never shown while typed
        WithValue, // an empty secret would be looked for in the keychain
    };
    using IsSecretName = bool (*)(QStringView);

    SecretTable(const Texts &texts, IsSecretName isSecretName, Mark mark, QWidget *parent);

    void setRows(const std::vector<Row> &rows);
    std::vector<Row> rows() const; // without those that have neither a name nor a value
    void add(const Row &row);
    QTableWidget *table() const { return m_table; }

Q_SIGNALS:
    void changed();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeTable(const Texts &texts);
    QLayout *makeButtons(const Texts &texts);
    void addAndEdit();
    void removeCurrent();
    void moveCurrent(int by);
    void fitHeight();
    void itemChanged(QTableWidgetItem *item);
    void describe(int row); // to a screen reader, which must not read a secret aloud
    bool isSecret(int row) const;

    QTableWidget *m_table;
    SecretDelegate *m_values;
    IsSecretName m_isSecretName;
    Mark m_mark;
};

} // namespace sonde::widgets
