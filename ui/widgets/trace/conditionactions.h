// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/cellcondition.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;

namespace sonde::widgets {

// The actions that make a filter condition or a colour rule of what is chosen: a cell of the trace,
// a value of a message.
class ConditionActions : public QObject {
    Q_OBJECT
public:
    // The function returns the condition of what is chosen now; empty: there is none.
    ConditionActions(std::function<QString()> condition, QWidget *parent);
    ~ConditionActions() override;

    // For a menu, or as the actions of a widget.
    QList<QAction *> actions() const;
    // Names the condition in the actions' texts; before they are shown.
    void update();

Q_SIGNALS:
    void used(const QString &condition, sonde::models::ConditionUse use,
        sonde::models::ColorRole tone); // the tone is for ConditionUse::Colour

private:
    QAction *make(const char *name, models::ConditionUse use);

    const std::function<QString()> m_condition;
    QAction *m_replace;
    QAction *m_and;
    QAction *m_exclude;
    QMenu *m_colours;
};

} // namespace sonde::widgets
