// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"
#include "content/base/viewer.h"

namespace sonde::content {

// A resource_link (2025-11-25 server/tools): what it points to, and a button that asks for it.
// Nothing is read before a person presses it.
class LinkViewer final : public Viewer {
    Q_OBJECT
public:
    explicit LinkViewer(const Content &content, QWidget *parent = nullptr);

    int wantedHeight(int width, int most) const override;
};

} // namespace sonde::content
