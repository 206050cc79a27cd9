// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "content/base/content.h"
#include "content/json/jsontreemodel.h"

#include <QWidget>

#include <functional>

class QAction;
class QToolButton;
class QVBoxLayout;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
} // namespace sonde::look

namespace sonde::content {

class Viewer;
struct Prepared;

// One thing a server sent: a line that says what it is, and under it the viewer for its type.
// Another viewer is in the menu of that line, raw is one key away (Ctrl+R), and all of it can be
// saved. Decoding happens off the window's thread; nothing is ever fetched.
class ContentView final : public QWidget {
    Q_OBJECT
public:
    explicit ContentView(QWidget *parent = nullptr);
    ~ContentView() override;

    void setContent(const Content &content);
    const Content &content() const { return m_content; }
    void clear() { setContent({}); }
    // Decoded and shown; before that the place is empty.
    bool isReady() const { return m_prepared != nullptr; }

    View view() const { return m_view; }
    std::vector<View> views() const; // that are offered, the best one first
    void setView(View view);
    bool isRaw() const { return m_view == View::Raw; }
    void setRaw(bool raw);
    Viewer *viewer() const { return m_viewer; } // null until ready

    // Places of a JSON tree with what is wrong there.
    void setMarks(const std::vector<JsonMark> &marks);
    void goToMark(); // the next one; F8 in the tree

    QString facts() const; // "image/png · 640 × 480 · 12,345 bytes"
    QString note() const; // what is wrong or odd; empty: nothing

    // As one of many: as high as its content, up to `most`, and the wheel turns the list unless
    // the viewer has the focus.
    void setInList(bool inList);
    int wantedHeight(int width, int most) const;

    QAction *rawAction() const { return m_raw; }
    QAction *copyAction() const { return m_copy; }
    QAction *saveAction() const { return m_save; }
    // Writes the decoded bytes; the file dialog of saveAction() ends here too.
    void saveTo(const QString &path);

Q_SIGNALS:
    void ready();
    void heightChanged(); // wantedHeight() may say something else
    void saved(const QString &path, qint64 bytes);
    // A person chose a link; nothing was opened. An address of the web in a text is not told: the
    // view shows it whole and offers to open it.
    void linkRequested(const QString &uri);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeActions();
    void take(std::shared_ptr<const Prepared> prepared);
    void showView();
    void showProperties();
    void showNote(const QString &note, bool failed);
    void chooseLink(const QString &uri);
    void fillViewMenu();
    void copyAll();
    void askWhereToSave();

    Content m_content;
    std::shared_ptr<const Prepared> m_prepared;
    std::vector<JsonMark> m_marks;
    View m_view = View::Raw;
    View m_lastView = View::Text; // before raw
    bool m_inList = false;

    look::ColorLabel *m_what;
    look::ColorLabel *m_facts;
    QToolButton *m_viewButton;
    look::InlineMessage *m_note;
    look::InlineMessage *m_address; // that a link of a text leads to
    QVBoxLayout *m_place;
    Viewer *m_viewer = nullptr;
    QAction *m_raw;
    QAction *m_copy;
    QAction *m_save;
    BackgroundJob m_preparing;
    BackgroundJob m_saving;
};

} // namespace sonde::content
