// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "content/json/jsontreemodel.h"

#include <QObject>

namespace sonde::widgets {

// Whether the structured content of a result is what the tool's output schema promises
// (2025-11-25 server/tools, "Output Schema": a server MUST, a client SHOULD check it).
class OutputCheck final : public QObject {
    Q_OBJECT
public:
    enum class Verdict {
        None, // nothing to check, or not checked yet
        Fits,
        DoesNotFit,
        Missing, // there is a schema, but no structured content
        TooComplex, // a limit was reached
        BadSchema, // the schema itself cannot be used
    };

    explicit OutputCheck(QObject *parent);

    // `schema` is the text of the tool's outputSchema, empty when it has none. Each call replaces
    // the one before.
    void start(const std::shared_ptr<const json::Document> &document, const json::Value &structured,
        const Bytes &schema, bool isError);
    void clear();

    Verdict verdict() const { return m_verdict; }
    const QString &sentence() const { return m_sentence; }
    // The places of the structured content that do not fit.
    const std::vector<content::JsonMark> &marks() const { return m_marks; }

Q_SIGNALS:
    void changed();

private:
    struct Found {
        Verdict verdict = Verdict::None;
        QString sentence;
        std::vector<content::JsonMark> marks;
    };
    static Found check(const std::shared_ptr<const json::Document> &document, json::NodeId node,
        const Bytes &schema);
    void take(Found found);

    Verdict m_verdict = Verdict::None;
    QString m_sentence;
    std::vector<content::JsonMark> m_marks;
    BackgroundJob m_job;
};

} // namespace sonde::widgets
