// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QObject>

#include <functional>

class QSize;

namespace sonde::look {
class Splitter;
}

namespace sonde::widgets {

// Lays the parts of a splitter beside each other where it is wide enough for that, and one above
// the other elsewhere.
class SplitterShape : public QObject {
    Q_OBJECT
public:
    using IsWide = std::function<bool(const QSize &size)>; // of the splitter

    // The splitter owns it. The shares of its parts one above the other, and beside each other.
    // Without `isWide`, wide is much wider than high.
    SplitterShape(
        look::Splitter &splitter, QList<int> above, QList<int> beside, IsWide isWide = {});

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    look::Splitter &m_splitter;
    const QList<int> m_above;
    const QList<int> m_beside;
    const IsWide m_isWide;
};

} // namespace sonde::widgets
