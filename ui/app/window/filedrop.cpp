// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/filedrop.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace sonde::app {

namespace {

QString onlyFile(const QMimeData *data)
{
    const QList<QUrl> urls = data ? data->urls() : QList<QUrl>();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

} // namespace

FileDrop::FileDrop(QWidget *window, Takes takes)
    : QObject(window)
    , m_takes(std::move(takes))
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject *watched, QEvent *event)
{
    const bool enters = event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove;
    if (!enters && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto *drop = static_cast<QDropEvent *>(event);
    const QString path = onlyFile(drop->mimeData());
    if (path.isEmpty() || !m_takes(path))
        return QObject::eventFilter(watched, event);
    drop->setDropAction(Qt::CopyAction); // the file stays where it is
    drop->accept();
    if (!enters)
        Q_EMIT dropped(path);
    return true;
}

} // namespace sonde::app
