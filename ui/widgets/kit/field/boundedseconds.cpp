// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/field/boundedseconds.h"

#include "base/formatting.h"

#include <QLineEdit>
#include <QToolTip>

#include <utility>

namespace sonde::widgets {

BoundedSeconds::BoundedSeconds(std::chrono::seconds most, QWidget *parent)
    : QDoubleSpinBox(parent)
{
    setRange(0, double(most.count()));
    setDecimals(3);
    setSuffix(tr(" s"));
    setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    connect(lineEdit(), &QLineEdit::textChanged, this, &BoundedSeconds::look);
}

QString BoundedSeconds::boundText() const
{
    return tr("0 to %1 s").arg(countText(qint64(maximum())));
}

bool BoundedSeconds::isTooMuch(const QString &text) const
{
    QString number = text;
    if (number.endsWith(suffix()))
        number.chop(suffix().size());
    bool isNumber = false;
    const double value = locale().toDouble(number.trimmed(), &isNumber);
    return isNumber && value > maximum();
}

QValidator::State BoundedSeconds::validate(QString &input, int &position) const
{
    const QValidator::State state = QDoubleSpinBox::validate(input, position);
    return state == QValidator::Invalid && isTooMuch(input) ? QValidator::Intermediate : state;
}

void BoundedSeconds::fixup(QString &input) const
{
    if (isTooMuch(input))
        input = textFromValue(maximum());
    else
        QDoubleSpinBox::fixup(input);
}

void BoundedSeconds::look(const QString &text)
{
    const bool outside = isTooMuch(text);
    if (std::exchange(m_outside, outside) == outside)
        return;
    if (outside)
        QToolTip::showText(mapToGlobal(rect().bottomLeft()), boundText(), this);
    else
        QToolTip::hideText();
}

} // namespace sonde::widgets
