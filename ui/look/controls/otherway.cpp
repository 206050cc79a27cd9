// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/otherway.h"

#include "look/controls/inlinemessage.h"

#include <QBoxLayout>

namespace sonde::look {

OtherWay::OtherWay(InlineMessage &message)
    : QPushButton(&message)
{
    constexpr int kButtons = 2; // the message's own, and the one that closes it
    setObjectName(QStringLiteral("otherWay"));
    auto *row = qobject_cast<QBoxLayout *>(message.layout());
    row->insertWidget(row->count() - kButtons, this, 0, Qt::AlignVCenter);
    hide();
}

void OtherWay::offer(const QString &text)
{
    setText(text);
    setVisible(!text.isEmpty());
}

} // namespace sonde::look
