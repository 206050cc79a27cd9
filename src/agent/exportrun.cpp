// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/exportrun.h"

#include "agent/consent.h"
#include "agent/recordquery.h"
#include "agent/sessionexport.h"
#include "trace/transfer/traceexport.h"
#include "json/builder.h"

#include <QFile>
#include <QFileInfo>

namespace sonde::agent {

namespace {

bool isSession(const QString &path)
{
    return path.endsWith(QLatin1String(".sonde"), Qt::CaseInsensitive);
}

QString cannotWrite(const QString &path, const QString &why)
{
    return QStringLiteral("Cannot write %1: %2.").arg(path, why);
}

Result<void> writeText(const trace::ExportSet &set, trace::ExportFormat format, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly,
            QFileDevice::ReadOwner | QFileDevice::WriteOwner))
        return Error{.domain = Domain::Storage, .sentence = cannotWrite(path, file.errorString())};
    auto done = trace::exportTrace(set, format, [&file](std::string_view part) {
        return file.write(part.data(), qint64(part.size())) == qint64(part.size());
    });
    if (done && !file.flush())
        done = Error{.domain = Domain::Storage, .sentence = cannotWrite(path, file.errorString())};
    if (!done || set.stop.stop_requested())
        file.remove();
    return done;
}

// On any thread, so it has a redactor of its own. A call that is cancelled stops it.
Result<void> writeFile(trace::ExportSet set, const QString &path, const std::stop_token &stop)
{
    auto redactor = trace::Redactor::create();
    if (!redactor)
        return redactor.error();
    set.redactor = &redactor.value();
    set.stop = stop;
    return isSession(path) ? exportSession(set, path)
                           : writeText(set, *trace::formatOf(path), path);
}

} // namespace

ExportRun::ExportRun(const AgentToolCall &tool, Recording &recording,
    const Connections &connections, Permissions &permissions)
    : m_tool(tool)
    , m_recording(recording)
    , m_connections(connections)
    , m_permissions(permissions)
{
}

void ExportRun::start()
{
    const QFileInfo file(m_tool.text("path"));
    const QString folder = QFileInfo(file.path()).canonicalFilePath();
    if (folder.isEmpty())
        return m_tool.fail(QStringLiteral("There is no folder %1.").arg(file.path()));
    m_path = folder + u'/' + file.fileName();
    if (!isSession(m_path) && !trace::formatOf(m_path))
        return m_tool.fail(QStringLiteral("The name must end with .sonde or one of these: .%1.")
                               .arg(trace::formatNames().join(QLatin1String(", ."))));
    if (QFileInfo(m_path).exists() || QFileInfo(m_path).isSymLink())
        return m_tool.fail(QStringLiteral("%1 exists. Give a new name.").arg(m_path));
    if (m_permissions.allowsFile(m_path.toStdString()))
        return write();
    const Question question{"Write the recorded messages, with secrets redacted, into this file?",
        m_path.toStdString(),
        "The person can start Sonde with sonde-cli mcp --allow-export 'PATTERN', where * stands "
        "for any text."};
    askPerson(m_tool, question, [this] { write(); });
}

void ExportRun::write()
{
    const auto filter = trace::Filter::compile(m_tool.text("filter"));
    if (const auto *error = std::get_if<trace::FilterError>(&filter))
        return m_tool.fail(wrongFilter(*error));
    m_recording.update();
    RecordQuery query;
    query.server = m_connections.nameOf(m_tool.text("connection"));
    query.filter = std::get<trace::Filter>(filter);
    query.limit = m_recording.size();
    const FoundRecords found = findRecords(m_recording, query);
    trace::ExportSet set = m_recording.set();
    for (auto row = found.rows.rbegin(); row != found.rows.rend(); ++row)
        set.chosen.push_back(row->number);
    m_writing.start<Result<void>>(
        [set, path = m_path](const std::stop_token &stop) { return writeFile(set, path, stop); },
        [this, records = set.chosen.size()](
            const Result<void> &done) { finish(done, std::int64_t(records)); });
}

void ExportRun::finish(const Result<void> &done, std::int64_t records)
{
    if (!done)
        return m_tool.fail(done.error().sentence);
    json::Builder out;
    out.beginObject()
        .member("path", QStringView(m_path))
        .member("records", records)
        .member("bytes", std::int64_t(QFileInfo(m_path).size()));
    m_tool.finish(out.endObject().takeString());
}

} // namespace sonde::agent
