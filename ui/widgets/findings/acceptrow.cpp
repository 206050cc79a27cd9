// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/acceptrow.h"

#include "findings/accepted/baseline.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

AcceptRow::AcceptRow(QWidget *parent)
    : QWidget(parent)
    , m_what(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_reason(new QLineEdit(this))
    , m_accept(new QPushButton(tr("Accept"), this))
{
    auto *label = new QLabel(tr("Re&ason"), this);
    label->setBuddy(m_reason);
    m_what->setWordWrap(true);
    m_reason->setObjectName(QStringLiteral("acceptReason"));
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setPlaceholderText(tr("for example “fixed in the next version”"));
    m_reason->setMaxLength(int(findings::Baseline::kMaxReason));
    m_accept->setAutoDefault(false);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto *row = new QHBoxLayout;
    row->setSpacing(look::metrics().gap);
    row->addWidget(label);
    row->addWidget(m_reason, 1);
    row->addWidget(m_accept);
    row->addWidget(cancel);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().unit);
    column->addWidget(m_what);
    column->addLayout(row);
    connect(m_reason, &QLineEdit::textChanged, this,
        [this](const QString &text) { m_accept->setEnabled(!text.trimmed().isEmpty()); });
    connect(m_reason, &QLineEdit::returnPressed, m_accept, &QPushButton::click);
    connect(m_accept, &QPushButton::clicked, this, [this] { finish(true); });
    connect(cancel, &QPushButton::clicked, this, [this] { finish(false); });
    m_accept->setEnabled(false);
    hide();
}

void AcceptRow::open(const QString &what)
{
    m_what->setText(what);
    m_reason->clear();
    show();
    m_reason->setFocus(Qt::OtherFocusReason);
}

void AcceptRow::finish(bool isAccepted)
{
    hide();
    if (isAccepted)
        Q_EMIT accepted(m_reason->text().trimmed());
    Q_EMIT closed();
}

void AcceptRow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        finish(false);
    else
        QWidget::keyPressEvent(event);
}

} // namespace sonde::widgets
