// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/access/focusring.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

namespace sonde::look {

namespace {

constexpr char kFrame[] = "sondeFocusFrame";
constexpr int kMaxInside = 3; // widgets between an editor and its frame

// The widget that gets the ring: for an editor inside a combo or spin box, the whole box.
QWidget *ringed(QWidget *focused)
{
    if (!focused)
        return nullptr;
    QWidget *above = focused;
    for (int i = 0; above && i < kMaxInside; ++i, above = above->parentWidget()) {
        if (above->property(kFrame).toBool())
            return above;
    }
    QWidget *parent = focused->parentWidget();
    if (qobject_cast<QComboBox *>(parent) || qobject_cast<QAbstractSpinBox *>(parent))
        return parent;
    if (auto *edit = qobject_cast<QLineEdit *>(focused))
        return edit->hasFrame() ? edit : nullptr;
    if (qobject_cast<QComboBox *>(focused) || qobject_cast<QAbstractSpinBox *>(focused)
        || qobject_cast<QPushButton *>(focused))
        return focused;
    return nullptr;
}

} // namespace

FocusRing::FocusRing(QApplication *application)
    : QObject(application)
{
    connect(application, &QApplication::focusChanged, this, &FocusRing::moveTo);
}

void FocusRing::ringAround(QWidget *frame)
{
    frame->setProperty(kFrame, true);
}

void FocusRing::moveTo(QWidget *old, QWidget *now)
{
    // Views show the focus in their frame, which Qt does not repaint by itself.
    if (old)
        old->update();
    if (now)
        now->update();
    QWidget *target = ringed(now);
    if (!target) {
        if (m_frame)
            m_frame->setWidget(nullptr);
        return;
    }
    if (!m_frame)
        m_frame = new QFocusFrame(target);
    m_frame->setWidget(target);
}

} // namespace sonde::look
