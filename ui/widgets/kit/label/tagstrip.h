// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/painting/signpainting.h"

#include <QWidget>

#include <vector>

namespace sonde::widgets {

// A row of tags.
class TagStrip : public QWidget {
    Q_OBJECT
public:
    explicit TagStrip(QWidget *parent = nullptr);

    void setTags(std::vector<look::Tag> tags);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<look::Tag> m_tags;
};

} // namespace sonde::widgets
