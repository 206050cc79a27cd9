// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/findingexcerpts.h"

#include <QPlainTextEdit>

namespace sonde::widgets {

// An excerpt of a message as high as its text. Its value is framed as wrong, each level in its own
// colour and line, or on the colour of what is to be written.
class ExcerptView : public QPlainTextEdit {
    Q_OBJECT
public:
    enum class Mark { Wrong, Right, Plain };

    // `level`: of what is wrong.
    ExcerptView(
        const models::FindingExcerpt &excerpt, Mark mark, findings::Level level, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void showMark();
    void fitHeight();

    const int m_begin;
    const int m_end;
    const Mark m_mark;
    const findings::Level m_level;
};

} // namespace sonde::widgets
