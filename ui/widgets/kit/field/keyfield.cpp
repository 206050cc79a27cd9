// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/field/keyfield.h"

#include "config/authsettings.h"
#include "look/access/focuspass.h"
#include "widgets/kit/field/pastefield.h"

#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>

namespace sonde::widgets {

KeyField::KeyField(const QString &what, QWidget *parent)
    : QWidget(parent)
    , m_what(what)
    , m_edit(new PasteField(this)) // a key has many lines
{
    m_edit->setEchoMode(QLineEdit::Password);
    m_edit->setMaxLength(int(config::kMaxKeyLength));
    m_edit->setAccessibleName(what);
    auto *button = new QPushButton(tr("From a file…"), this);
    button->setAutoDefault(false);
    button->setAccessibleName(tr("From a file: %1").arg(what));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_edit, 1);
    layout->addWidget(button);
    look::passFocus(*this, *m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, &KeyField::changed);
    connect(button, &QPushButton::clicked, this, &KeyField::choose);
}

Secret KeyField::key() const
{
    return Secret(m_edit->text());
}

void KeyField::setKey(const Secret &key)
{
    m_edit->setText(key.reveal());
}

void KeyField::setPlaceholderText(const QString &text)
{
    m_edit->setPlaceholderText(text);
}

void KeyField::readFile(const QString &path)
{
    QFile file(path);
    const bool opened = file.open(QIODevice::ReadOnly);
    const QByteArray text = opened ? file.read(config::kMaxKeyLength + 1) : QByteArray();
    if (opened && !text.isEmpty() && text.size() <= config::kMaxKeyLength)
        return m_edit->setText(QString::fromLatin1(text)); // PEM is ASCII
    m_edit->clear();
    m_edit->setPlaceholderText(
        opened ? tr("The file is empty or too large for a key.") : file.errorString());
}

void KeyField::choose()
{
    auto *dialog = new QFileDialog(this, m_what);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &KeyField::readFile);
    dialog->show();
}

} // namespace sonde::widgets
