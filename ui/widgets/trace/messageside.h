// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/signs/sign.h"
#include "trace/record/messageframe.h"
#include "trace/recorder/recorder.h"
#include "json/document.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;

namespace sonde::content {
class JsonEditor;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

// One message: its title, and its text as a tree or raw. One that may take long is read and parsed
// off the window's thread; when it does, the place says so meanwhile.
class MessageSide : public QWidget {
    Q_OBJECT
public:
    // Larger is read in the background. Measured: bytes that came one by one are read at 10 MB/s.
    static constexpr std::uint32_t kMaxInline = 16 << 10;

    explicit MessageSide(QWidget *parent = nullptr);

    struct Title {
        QString name;
        QString detail;
        QString right;
        models::Sign sign = models::Sign::None;
    };
    void setTitle(const Title &title);
    static Title titleOf(
        const trace::Store &store, trace::Number number, const trace::Record &record);

    // The recorder outlives this widget.
    void showRecord(const trace::Store &store, const trace::Record &record);
    void showSentence(const QString &sentence);

    bool isReading() const { return m_reading; }
    const Bytes &bytes() const { return m_bytes; }
    const std::shared_ptr<const json::Document> &document() const { return m_document; }
    // How the message stood in its stream; read in the background, none until then.
    const std::optional<trace::MessageFrame> &frame() const { return m_frame; }
    const trace::Record &record() const { return m_record; }
    bool isJson() const { return m_document != nullptr; }
    void setRaw(bool raw);

    content::JsonTreeView *tree() const { return m_tree; }
    // Marks the node, without the signal.
    void selectAt(std::size_t offset);

Q_SIGNALS:
    void finished(); // reading, with or without success
    void frameRead();
    void nodeSelected(sonde::json::NodeId node);

private:
    struct Loaded {
        Bytes bytes;
        std::shared_ptr<const json::Document> document;
        QString failure;
    };
    static Loaded load(
        const trace::Store &store, const trace::Record &record, const std::stop_token &stop = {});
    void readFrame(const trace::Store &store);
    void accept(Loaded loaded);
    void showPage();
    void showRaw();
    void showLine();

    look::PanelTitle *m_title;
    QStackedWidget *m_pages;
    QLabel *m_sentence;
    content::JsonTreeView *m_tree;
    content::JsonEditor *m_raw = nullptr; // when first asked for
    QPlainTextEdit *m_line = nullptr; // text that is no message; created when first needed
    trace::Record m_record;
    std::optional<trace::MessageFrame> m_frame;
    Bytes m_bytes;
    std::shared_ptr<const json::Document> m_document;
    bool m_wantRaw = false;
    bool m_rawIsCurrent = false; // m_raw holds m_bytes
    bool m_reading = false;
    QTimer m_long; // until it is said that a message is being read
    BackgroundJob m_job;
    BackgroundJob m_frameJob;
};

} // namespace sonde::widgets
