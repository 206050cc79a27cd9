// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formaction.h"

#include <QWidget>

class QToolButton;

namespace sonde::widgets {

// Up, down and remove: for an element of an array, or a member that can be removed.
class ItemButtons final : public QWidget {
    Q_OBJECT
public:
    explicit ItemButtons(QWidget *parent);

    void showField(const schema::Field &field, const QString &name);
    QToolButton *removeButton() const { return m_remove; }
    int neededWidth() const; // 0 without buttons

Q_SIGNALS:
    void acted(const sonde::widgets::FormAction &action);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void move(int by);

    QToolButton *m_up;
    QToolButton *m_down;
    QToolButton *m_remove;
    QString m_pointer;
    std::uint32_t m_index = 0;
    bool m_canMove = false;
    bool m_canRemove = false;
};

} // namespace sonde::widgets
