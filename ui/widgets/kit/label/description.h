// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QTextDocument;
class QTextEdit;
class QToolButton;

namespace sonde::content {
class MarkdownDocument;
}

namespace sonde::widgets {

// What a server says of an item, where it is read: wrapped, its first lines until it is opened,
// and selectable. Markdown, without HTML and without pictures, where it is Markdown.
class Description final : public QWidget {
    Q_OBJECT
public:
    static constexpr qsizetype kMaxShown = 20'000; // characters; the definition has the whole

    explicit Description(QWidget *parent = nullptr);

    void setText(const QString &text); // another one is closed at first
    bool isEmpty() const { return m_isEmpty; }
    void setLines(int lines); // that are shown while it is closed
    void setOpen(bool open);
    bool isOpen() const { return m_open; }
    bool hasMore() const { return m_hasMore; } // than is shown while it is closed

    const QTextDocument &document() const;
    QToolButton &moreButton() { return *m_more; }

Q_SIGNALS:
    void openRequested(bool open); // by the button

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void applyTheme();
    void layOut();
    int heightAt(int width) const; // of the whole text

    content::MarkdownDocument *m_document;
    QTextEdit *m_text;
    QToolButton *m_more;
    QString m_given;
    int m_lines = 3;
    bool m_isEmpty = true;
    bool m_open = false;
    bool m_hasMore = false;
};

} // namespace sonde::widgets
