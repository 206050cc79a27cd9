// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/bytes.h"
#include "json/document.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QsciLexerJSON;

namespace sonde::content {

// JSON text to read or to write. What bytes() gives is byte for byte what was typed or set: no
// line end is converted, no number read. While typing, the place where the text stops being JSON
// is marked, in the line and in the margin.
class JsonEditor final : public QWidget {
    Q_OBJECT
public:
    // Longer texts and lines are for the tree and the bytes: laying out one line of many
    // megabytes blocks the window.
    static constexpr std::size_t kMaxBytes = std::size_t(16) << 20;
    static constexpr std::size_t kMaxLine = std::size_t(1) << 20;

    explicit JsonEditor(QWidget *parent = nullptr);
    ~JsonEditor() override;

    // False, and the editor stays empty, when the text is over a limit.
    bool setBytes(const Bytes &text);
    Bytes bytes() const;
    bool isEmpty() const;

    void setReadOnly(bool readOnly);
    bool isReadOnly() const;
    void setLineNumbers(bool visible);

    // The problem of the text as of the last check; an empty text has none.
    const std::optional<json::ParseError> &problem() const { return m_problem; }
    // Checks what is there now, at once; for the moment before sending.
    const std::optional<json::ParseError> &checkNow();
    // Puts the cursor where the problem is.
    void goToProblem();

    // Lights a range of bytes, as BytesView does; begin == end lights nothing.
    void setHighlight(std::size_t begin, std::size_t end);

Q_SIGNALS:
    void edited(); // at every change
    void checked(); // after each check that a change caused

protected:
    void changeEvent(QEvent *event) override;

private:
    class Text;
    void applyTheme();
    void showMargins();
    void check();
    void setProblem(std::optional<json::ParseError> problem);

    Text *m_text;
    QsciLexerJSON *m_lexer;
    QTimer m_wait;
    BackgroundJob m_job;
    std::optional<json::ParseError> m_problem;
    bool m_lineNumbers = false;
};

} // namespace sonde::content
