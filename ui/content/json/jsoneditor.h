// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/bytes.h"
#include "json/document.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QMenu;

namespace sonde::schema {
class Completion;
} // namespace sonde::schema

namespace sonde::content {

class CompletionList;
class FindBar;
class JsonText;

// JSON text to read or to write. What bytes() gives is byte for byte what was typed or set: no
// line end is converted, no number read. While typing, the place where the text stops being JSON
// is marked, in the line and in the margin; with a schema, what it knows for the place is proposed
// (Ctrl+Space, and behind a quote). Ctrl+F searches, F8 goes from mark to mark.
class JsonEditor final : public QWidget {
    Q_OBJECT
public:
    // Longer texts and lines are for the tree and the bytes: laying out one line of many
    // megabytes blocks the window.
    static constexpr std::size_t kMaxBytes = std::size_t(16) << 20;
    static constexpr std::size_t kMaxLine = std::size_t(1) << 20;
    static constexpr std::size_t kMaxFound = 10'000; // places of a search that are lit
    static constexpr std::size_t kMaxMarks = 1000;

    // What is wrong with a range of bytes of the text as it is now.
    struct Mark {
        std::size_t begin = 0;
        std::size_t end = 0;
        QString sentence;
    };

    explicit JsonEditor(QWidget *parent = nullptr);
    ~JsonEditor() override;

    // False, and the editor stays empty, when the text is over a limit.
    bool setBytes(const Bytes &text);
    Bytes bytes() const;
    bool isEmpty() const;

    void setReadOnly(bool readOnly);
    bool isReadOnly() const;
    void setLineNumbers(bool visible);
    // The Tab key leaves it, as it leaves a field; otherwise it indents, and Ctrl+Tab leaves.
    void setTabMovesFocus(bool moves);

    // The problem of the text as of the last check; an empty text has none.
    const std::optional<json::ParseError> &problem() const { return m_problem; }
    // Checks what is there now, at once; for the moment before sending.
    const std::optional<json::ParseError> &checkNow();
    // Puts the cursor where the problem is.
    void goToProblem();

    // Marks what does not fit, until the next call: a wavy line, a sign in the margin, and the
    // sentence on hover. They move with the text. Beyond kMaxMarks they are dropped.
    void setMarks(std::vector<Mark> marks);
    // To the next or previous mark behind the caret, around the end; its sentence is shown there.
    // False when there is none.
    bool goToMark(bool forward);
    QString sentenceAt(std::size_t offset) const; // of the mark there

    // What is proposed while typing; null proposes nothing.
    void setSchema(std::shared_ptr<const json::Document> schema);

    // Lights a range of bytes, as BytesView does; begin == end lights nothing.
    void setHighlight(std::size_t begin, std::size_t end);
    std::pair<std::size_t, std::size_t> highlight() const { return m_highlight; }

    std::size_t caret() const;
    void setCaret(std::size_t offset);

public Q_SLOTS:
    void find(); // opens the search, with what is selected
    void complete(); // proposes what may stand at the caret

Q_SIGNALS:
    void edited(); // at every change
    void checked(); // after each check that a change caused

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void check();
    void setProblem(std::optional<json::ParseError> problem);
    bool handleKey(int key, Qt::KeyboardModifiers modifiers, bool run);
    void addToMenu(QMenu *menu);
    void typed(int character);
    void refreshProposals();
    void hideProposals();
    void accept();
    void makeFindBar();
    bool isSearching() const;
    void search();
    void showFound(std::vector<std::size_t> found);
    void goToFound(bool forward);
    void showFoundCount();

    JsonText *m_text;
    FindBar *m_find = nullptr; // from the first search
    CompletionList *m_list = nullptr; // from the first schema
    std::unique_ptr<schema::Completion> m_completion;
    QTimer m_wait;
    QTimer m_listRefresh;
    BackgroundJob m_job;
    BackgroundJob m_searchJob;
    std::optional<json::ParseError> m_problem;
    std::pair<std::size_t, std::size_t> m_highlight;
    std::vector<std::size_t> m_found;
    std::size_t m_foundSize = 0; // bytes of each
};

} // namespace sonde::content
