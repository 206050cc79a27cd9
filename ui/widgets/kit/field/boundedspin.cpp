// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/field/boundedspin.h"

#include "base/formatting.h"

#include <QLineEdit>
#include <QToolTip>

#include <algorithm>
#include <optional>
#include <utility>

namespace sonde::widgets {

namespace {

constexpr int kMaxDigits = 12; // typed; far more than any bound

// Whatever stands around the digits: separators, a suffix.
std::optional<qlonglong> numberIn(const QString &text)
{
    QString digits;
    for (const QChar c : text) {
        if (c.isDigit())
            digits += c;
    }
    if (digits.isEmpty() || digits.size() > kMaxDigits)
        return std::nullopt;
    return text.contains(u'-') ? -digits.toLongLong() : digits.toLongLong();
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

void BoundedSpin::sayBoundBelow()
{
    connect(this, &BoundedSpin::outsideChanged, this, [this](bool outside) {
        if (outside)
            QToolTip::showText(mapToGlobal(rect().bottomLeft()), boundText(), this);
        else
            QToolTip::hideText();
    });
}

// More digits may still be typed below the lower bound, and none be left out above the upper.
QValidator::State BoundedSpin::validate(QString &input, int &position) const
{
    const QValidator::State state = QSpinBox::validate(input, position);
    const auto number = numberIn(input);
    const bool isTooMuch =
        number && (*number > maximum() || (*number < 0 && *number < minimum() && minimum() < 0));
    return state == QValidator::Invalid && isTooMuch ? QValidator::Intermediate : state;
}

// On leaving the field: the nearest bound, which was said while typing.
void BoundedSpin::fixup(QString &input) const
{
    if (const auto number = numberIn(input))
        input = textFromValue(
            int(std::clamp<qlonglong>(*number, qlonglong(minimum()), qlonglong(maximum()))));
    else
        QSpinBox::fixup(input);
}

void BoundedSpin::look(const QString &text)
{
    const auto number = numberIn(text);
    const bool isSpecial = !specialValueText().isEmpty() && text == specialValueText();
    const bool outside = !isSpecial && (!number || *number < minimum() || *number > maximum());
    if (std::exchange(m_outside, outside) != outside)
        Q_EMIT outsideChanged(outside);
}

} // namespace sonde::widgets
