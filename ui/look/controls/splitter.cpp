// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/splitter.h"

#include <QMouseEvent>

namespace sonde::look {

namespace {

class Handle final : public QSplitterHandle {
public:
    Handle(Qt::Orientation orientation, Splitter *splitter)
        : QSplitterHandle(orientation, splitter)
        , m_splitter(splitter)
    {
    }

protected:
    void mouseDoubleClickEvent(QMouseEvent *event) override
    {
        if (event->button() == Qt::LeftButton)
            m_splitter->restoreDefault();
    }

private:
    Splitter *m_splitter;
};

} // namespace

void Splitter::setDefaultSizes(const QList<int> &shares)
{
    m_shares = shares;
    for (int i = 0; i < count() && i < shares.size(); ++i)
        setStretchFactor(i, shares[i]);
    setSizes(shares);
}

QSplitterHandle *Splitter::createHandle()
{
    return new Handle(orientation(), this);
}

} // namespace sonde::look
