// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"
#include "content/json/jsontreemodel.h"

#include <QScrollArea>
#include <QTimer>

#include <cstddef>
#include <optional>
#include <unordered_map>

namespace sonde::look {
class EmptyState;
}

namespace sonde::content {

class ContentView;

// Contents one under another, in their order. Only those in sight are decoded.
class ContentList final : public QScrollArea {
    Q_OBJECT
public:
    // So many are laid out at once; the rest when a person asks for them.
    static constexpr std::size_t kStep = 100;

    explicit ContentList(QWidget *parent = nullptr);
    ~ContentList() override;

    void setContents(std::vector<Content> contents);
    // What the place says when there is nothing in it; plain text.
    void setNothing(const QString &sentence, const QString &reason = {});

    std::size_t count() const { return m_contents.size(); }
    // The view of a content that is laid out, else null.
    ContentView *view(std::size_t number) const;
    void scrollTo(std::size_t number);
    // Places of a JSON tree with what is wrong there.
    void setMarks(std::size_t number, const std::vector<JsonMark> &marks);

Q_SIGNALS:
    void saved(const QString &path, qint64 bytes);
    void linkRequested(const QString &uri); // a person chose a link; nothing was opened

protected:
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void startAfresh();
    void showSought();
    void layOutMore();
    void addView(const Content &content);
    void refresh(); // heights, and what has come into sight
    int heightOf(const ContentView &view, int width) const;

    struct Part {
        ContentView *view = nullptr;
        bool asked = false; // its content was given to it
    };
    std::vector<Content> m_contents;
    std::vector<Part> m_parts; // of the first contents
    std::unordered_map<std::size_t, std::vector<JsonMark>> m_marks; // by number
    QString m_lastHeading;
    std::optional<std::size_t> m_sought; // where scrollTo() was sent, until a person scrolls
    QWidget *m_page = nullptr;
    QWidget *m_moreButton = nullptr;
    look::EmptyState *m_empty = nullptr;
    QTimer m_refresh;
};

} // namespace sonde::content
