// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QObject>

namespace sonde::look {
class Splitter;
}

namespace sonde::widgets {

// Lays the parts of a splitter beside each other where it is much wider than high, and one above
// the other elsewhere.
class SplitterShape : public QObject {
    Q_OBJECT
public:
    // The splitter owns it. The shares of its parts one above the other, and beside each other.
    SplitterShape(look::Splitter &splitter, QList<int> above, QList<int> beside);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    look::Splitter &m_splitter;
    const QList<int> m_above;
    const QList<int> m_beside;
};

} // namespace sonde::widgets
