// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/remark.h"
#include "review/requestedinput.h"

#include <QScrollArea>

class QVBoxLayout;

namespace sonde::widgets {

// What a sampling request wants of the model: priorities as bars, hints, limits, tools, and what is
// deprecated or undeclared (2025-11-25 client/sampling#model-preferences).
class SamplingWishes : public QScrollArea {
    Q_OBJECT
public:
    explicit SamplingWishes(QWidget *parent = nullptr);

    void setRequest(const json::Value &params, const review::Remarks &remarks);

private:
    void addPriorities(QVBoxLayout *layout, const json::Value &preferences);
    void addLimits(QVBoxLayout *layout, const json::Value &params);
};

// A bar from 0 to 1 with its number as it was written. What is no number in that range is only
// written.
class PriorityBar : public QWidget {
    Q_OBJECT
public:
    PriorityBar(const QString &name, const json::Value &value, QWidget *parent);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_name;
    QString m_text;
    double m_fraction = 0;
};

} // namespace sonde::widgets
