// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/remark.h"

#include <QWidget>

namespace sonde::widgets {

// A list of the remarks on a request or response that breaks its revision: level, sentence, rule
// and JSON pointer. Without remarks it takes no room.
class RemarkList : public QWidget {
    Q_OBJECT
public:
    explicit RemarkList(QWidget *parent = nullptr);

    void setRemarks(const review::Remarks &remarks);
    int count() const { return m_count; }

private:
    QWidget *m_rows = nullptr;
    int m_count = 0;
};

} // namespace sonde::widgets
