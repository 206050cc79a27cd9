// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/linkviewer.h"

#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {
namespace {

constexpr qsizetype kMaxDescription = 1000;

QString text(const json::Value &value)
{
    constexpr std::size_t kMaxRaw = 100'000;
    return value.isString() && value.raw().size() < kMaxRaw ? value.toString().left(kMaxDescription)
                                                            : QString();
}

} // namespace

LinkViewer::LinkViewer(const Content &content, QWidget *parent)
    : Viewer(parent)
{
    using models::ColorRole;
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, look::metrics().unit, 0, look::metrics().unit);
    layout->setSpacing(look::metrics().unit);
    const json::Value block =
        content.document ? content.document->value(content.block) : json::Value();
    const QString description = text(block["description"]);
    if (!description.isEmpty()) {
        auto *label = new look::ColorLabel(description, ColorRole::Normal, this);
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    auto *address = new look::ColorLabel(content.uri, ColorRole::Normal, this);
    address->setFont(look::fixedFont());
    address->setElideMode(Qt::ElideMiddle);
    address->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    address->setAccessibleName(tr("Resource URI"));
    layout->addWidget(address);
    if (const auto size = block["size"].toInt64()) {
        layout->addWidget(new look::ColorLabel(bytesText(*size), ColorRole::Muted, this));
    }
    auto *open = new QPushButton(look::icon("link"), tr("Read resource"), this);
    open->setEnabled(!content.uri.isEmpty());
    layout->addWidget(open, 0, Qt::AlignLeft);
    layout->addStretch();
    look::passFocus(*this, *open);
    connect(open, &QPushButton::clicked, this,
        [this, uri = content.uri] { Q_EMIT linkRequested(uri); });
}

int LinkViewer::wantedHeight(int width, int most) const
{
    return std::min(most,
        layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height());
}

} // namespace sonde::content
