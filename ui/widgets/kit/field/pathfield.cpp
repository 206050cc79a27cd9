// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/field/pathfield.h"

#include "look/access/focuspass.h"
#include "look/theme/metrics.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace sonde::widgets {

PathField::PathField(Kind kind, const QString &what, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_what(what)
    , m_edit(new QLineEdit(this))
{
    m_edit->setFont(look::fixedFont());
    m_edit->setAccessibleName(what);
    auto *button = new QPushButton(tr("Choose…"), this);
    button->setAutoDefault(false);
    button->setAccessibleName(tr("Choose: %1").arg(what));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_edit);
    layout->addWidget(button);
    look::passFocus(*this, *m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, &PathField::changed);
    connect(button, &QPushButton::clicked, this, &PathField::choose);
}

QString PathField::text() const
{
    return m_edit->text();
}

void PathField::setText(const QString &text)
{
    m_edit->setText(text);
}

void PathField::setPlaceholderText(const QString &text)
{
    m_edit->setPlaceholderText(text);
}

void PathField::choose()
{
    auto *dialog = new QFileDialog(this, m_what);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(
        m_kind == Kind::Folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_edit, &QLineEdit::setText);
    dialog->show();
}

} // namespace sonde::widgets
