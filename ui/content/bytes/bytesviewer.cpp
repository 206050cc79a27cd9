// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytesviewer.h"

#include "content/bytes/bytesview.h"
#include "look/access/focuspass.h"
#include "look/theme/metrics.h"

#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {

BytesViewer::BytesViewer(const Bytes &bytes, QWidget *parent)
    : Viewer(parent)
    , m_view(new BytesView(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    look::passFocus(*this, *m_view);
    m_view->setBytes(bytes);
}

int BytesViewer::wantedHeight(int, int most) const
{
    const std::size_t rows = m_view->bytes().size() / BytesView::kPerRow + 2;
    const int row =
        std::max(look::metrics().bytesRow, QFontMetrics(look::fixedFont()).height() + 1);
    const int bar = m_view->horizontalScrollBar()->sizeHint().height();
    return int(std::min<std::size_t>(rows * std::size_t(row) + std::size_t(bar), most));
}

} // namespace sonde::content
