// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDoubleSpinBox>

#include <chrono>

namespace sonde::widgets {

// A duration in seconds, to the millisecond. As in BoundedSpin, no digit is left out past the
// bound: the bound is said below the field, and taken when the field is left.
class BoundedSeconds final : public QDoubleSpinBox {
    Q_OBJECT
public:
    explicit BoundedSeconds(std::chrono::seconds most, QWidget *parent = nullptr);

    QString boundText() const; // "0 to 86,400 s"

protected:
    QValidator::State validate(QString &input, int &position) const override;
    void fixup(QString &input) const override;

private:
    bool isTooMuch(const QString &text) const;
    void look(const QString &text);

    bool m_outside = false;
};

} // namespace sonde::widgets
