// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>
#include <QWidget>

class QTableWidget;

namespace sonde::widgets {

// A list of strings, one per row, kept exactly: spaces count, and an empty row is an empty string.
class StringListEdit : public QWidget {
    Q_OBJECT
public:
    explicit StringListEdit(const QString &what, QWidget *parent = nullptr);

    void setStrings(const QStringList &strings);
    QStringList strings() const;

Q_SIGNALS:
    void changed();

private:
    void append(const QString &text);
    void move(int by);
    void fit();

    QTableWidget *m_table;
};

} // namespace sonde::widgets
