// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/boundedspin.h"

#include "base/formatting.h"

#include <QLineEdit>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr int kMaxDigits = 12; // typed; far more than any bound

QString digitsOf(const QString &text)
{
    QString digits;
    for (const QChar c : text) {
        if (c.isDigit())
            digits += c;
    }
    return digits;
}

} // namespace

BoundedSpin::BoundedSpin(QWidget *parent)
    : QSpinBox(parent)
{
    setGroupSeparatorShown(true);
    connect(lineEdit(), &QLineEdit::textChanged, this, &BoundedSpin::look);
}

QString BoundedSpin::boundText() const
{
    return tr("%1 to %2").arg(countText(minimum()), countText(maximum()));
}

QValidator::State BoundedSpin::validate(QString &input, int &position) const
{
    const QValidator::State state = QSpinBox::validate(input, position);
    const QString digits = digitsOf(input);
    const bool isTooMuch = !digits.isEmpty() && digits.size() <= kMaxDigits
        && digits.toLongLong() > maximum() && !input.contains(u'-');
    return state == QValidator::Invalid && isTooMuch ? QValidator::Intermediate : state;
}

// On leaving the field: the nearest bound, which was said while typing.
void BoundedSpin::fixup(QString &input) const
{
    const QString digits = digitsOf(input);
    if (!digits.isEmpty())
        input = textFromValue(digits.toLongLong() > maximum() ? maximum() : minimum());
    else
        QSpinBox::fixup(input);
}

void BoundedSpin::look(const QString &text)
{
    const QString digits = digitsOf(text);
    const qlonglong typed = digits.toLongLong();
    const bool outside = digits.isEmpty() || typed < minimum() || typed > maximum();
    if (std::exchange(m_outside, outside) != outside)
        Q_EMIT outsideChanged(outside);
}

} // namespace sonde::widgets
