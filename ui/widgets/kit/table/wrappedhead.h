// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QWidget>

class QBoxLayout;
class QHBoxLayout;

namespace sonde::widgets {

// The row of controls over a page, in parts. Where there is no room for all of them side by side,
// the parts at the end go below the others. The order of the Tab key stays.
class WrappedHead final : public QWidget {
    Q_OBJECT
public:
    explicit WrappedHead(QWidget *parent = nullptr);

    // The next part, to be filled; it stays one row.
    QHBoxLayout *addPart();

    QSize minimumSizeHint() const override; // with each part in a row of its own

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();

    QList<QHBoxLayout *> m_parts;
    QList<QBoxLayout *> m_joints; // each holds the one before, or the first part, and one part more
};

} // namespace sonde::widgets
