// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSpinBox>

namespace sonde::widgets {

// A number with bounds that can be typed past them, and says so instead of leaving out a digit:
// 150,000 with a bound of 100,000 would become 15,000 otherwise.
class BoundedSpin final : public QSpinBox {
    Q_OBJECT
public:
    explicit BoundedSpin(QWidget *parent = nullptr);

    // What is typed is outside the bounds; then value() is still the last one inside.
    bool isOutside() const { return m_outside; }
    QString boundText() const; // "1 to 100,000"
    // Shows it below the field while the number is outside, where nothing else does.
    void sayBoundBelow();

Q_SIGNALS:
    void outsideChanged(bool outside);

protected:
    QValidator::State validate(QString &input, int &position) const override;
    void fixup(QString &input) const override;

private:
    void look(const QString &text);

    bool m_outside = false;
};

} // namespace sonde::widgets
