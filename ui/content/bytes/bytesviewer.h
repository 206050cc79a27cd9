// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/base/viewer.h"

namespace sonde::content {

class BytesView;

// Bytes in hexadecimal, for whatever has no better viewer.
class BytesViewer final : public Viewer {
    Q_OBJECT
public:
    explicit BytesViewer(const Bytes &bytes, QWidget *parent = nullptr);

    int wantedHeight(int width, int most) const override;

private:
    BytesView *m_view;
};

} // namespace sonde::content
