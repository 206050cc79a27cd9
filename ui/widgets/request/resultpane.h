// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "session/call/toolcall.h"
#include "widgets/request/responsepane.h"

namespace sonde::widgets {

class OutputCheck;

// How the newest call of a tool ended, and what came: the content blocks in their order with the
// structured content after them, and whether that fits the tool's output schema.
class ResultPane : public ResponsePane {
    Q_OBJECT
public:
    explicit ResultPane(QWidget *parent = nullptr);

    // nullptr: none. The text of the tool's outputSchema, empty when it has none.
    void setCall(session::ToolCall *call, const Bytes &outputSchema = {});
    bool isTraceable() const override; // also a call that was not answered

    const look::InlineMessage &mismatch() const { return *m_mismatch; }
    const OutputCheck &check() const { return *m_check; }

Q_SIGNALS:
    void lateResponseRequested(qint64 steadyNs); // the message, which was received then
    void logRequested(); // what the server said while the call ran
    void tasksRequested(); // the result is the task that was created

protected:
    void showNote(look::InlineMessage &note) override;
    QStringList numbers() const override;

private:
    std::vector<content::Content> contentsOf(
        const std::shared_ptr<const json::Document> &document, const json::Value &result) const;
    void checkOutput();
    void checkResult(
        const std::shared_ptr<const json::Document> &document, const json::Value &result);
    void showTaskNote(look::InlineMessage &note);
    void showTaskResult();
    void showDecoded(bool isResult); // of the task, or its error
    void showVerdict();
    void goToMismatch();
    std::size_t structuredIndex() const; // of the contents

    QPointer<session::ToolCall> m_call;
    Bytes m_outputSchema;
    BackgroundJob m_decoding; // of the result of a task, which may be large
    std::shared_ptr<const json::Document> m_taskResult; // of the call that ran as a task, or null
    look::InlineMessage *m_mismatch; // with the output schema
    SignLabel *m_fits; // to the output schema
    OutputCheck *m_check;
};

} // namespace sonde::widgets
