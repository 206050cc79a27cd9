// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/remark.h"

#include <QWidget>

namespace sonde::widgets {

// What is not as the revision has it, one under another: a flag, the sentence, the rule and the
// place. Nothing is drawn without remarks.
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
