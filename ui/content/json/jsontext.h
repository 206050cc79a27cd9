// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/json/qscintilla.h"

#include <QString>

#include <string_view>
#include <vector>

namespace sonde::content {

// The text of a JsonEditor as QScintilla draws it: colours, margins, folds, and what is marked in
// it. Positions are byte offsets. Marks stay with their text while it is edited.
class JsonText final : public QsciScintilla {
    Q_OBJECT
public:
    // A place and what is to be said about it.
    struct Mark {
        std::size_t begin = 0;
        std::size_t end = 0;
        QString sentence;
    };
    // What a range of the text is drawn with. Problem and Misfit have a sign in the margin too.
    enum Indicator {
        Problem = 8, // here it stops being JSON
        Highlight = 9, // the bytes of the chosen node
        Misfit = 10, // what does not fit a schema
        Found = 11, // what is searched for
    };

    explicit JsonText(QWidget *parent = nullptr);

    // `longestLine` in bytes; long texts of short lines are not wrapped.
    void setWhole(std::string_view text, std::size_t longestLine);
    Bytes whole() const;
    std::string_view view() const; // until the next change
    std::size_t length() const { return std::size_t(SendScintilla(SCI_GETLENGTH)); }
    std::size_t caret() const { return std::size_t(SendScintilla(SCI_GETCURRENTPOS)); }
    void setCaret(std::size_t at);
    void select(std::size_t begin, std::size_t end); // and brings it into sight
    void replaceBytes(std::size_t begin, std::size_t end, std::string_view text);
    QPoint below(std::size_t at) const; // the global place under that character
    int lineHeight() const { return int(SendScintilla(SCI_TEXTHEIGHT, 0UL)); }

    void setMarks(Indicator indicator, std::vector<Mark> marks);
    const std::vector<Mark> &marks(Indicator indicator) const;
    // The place of the next mark behind (or before) the caret, around the end; -1 when none is.
    long nextMark(Indicator indicator, bool forward) const;
    QString sentenceAt(std::size_t at) const; // of the mark there
    QString sentencesOfLine(int line) const;

    void clearIndicator(int indicator);
    void fillIndicator(int indicator, std::size_t begin, std::size_t end, int value = 1);

    void setLineNumbers(bool visible);
    void setTabMovesFocus(bool moves) { m_tabMovesFocus = moves; }
    void applyTheme();
    // Puts the focus on what comes after, or before, the text.
    void leave(bool next);

Q_SIGNALS:
    void menuRequested(QMenu *menu); // before it is shown: for more entries

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    enum Margin { Signs, Numbers, Folds };
    // What is seen of it, before it has a text or is shown: most editors wait for that a while.
    void dress();
    static int marker(Indicator indicator) { return indicator == Problem ? 1 : 2; }
    void showMargins();
    void applyFoldTheme();
    std::size_t shownEnd(const Mark &mark) const;

    QsciLexerJSON *m_lexer;
    std::vector<Mark> m_problems;
    std::vector<Mark> m_misfits;
    bool m_lineNumbers = false;
    bool m_isDressed = false;
    bool m_tabMovesFocus = false;
};

} // namespace sonde::content
