// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/label/argumentslabel.h"

#include "base/utf8.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"

#include <QHBoxLayout>

namespace sonde::widgets {

ArgumentsLabel::ArgumentsLabel(const Bytes &arguments, QWidget *parent)
    : QWidget(parent)
{
    const std::string_view shown = cutUtf8(arguments.view(), kMaxShown);
    QString text = QString::fromUtf8(shown.data(), qsizetype(shown.size()));
    text.replace(u'\t', u' '); // only between values: it would be drawn as wide as eight characters
    auto *label = new look::ColorLabel(models::ColorRole::Muted, this);
    label->setObjectName(QStringLiteral("arguments"));
    label->setFont(look::fixedFont());
    label->setText(shown.size() < arguments.size() ? QString(text + QChar(0x2026)) : text);
    label->setAccessibleDescription(tr("Arguments of every call"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(label);
}

} // namespace sonde::widgets
