// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "support/patience.h"
#include "trace/recorder/recorder.h"

#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <memory>
#include <optional>

namespace sonde::test {

// A client as the window has it: a wire thread, and everything recorded into a session file. Waits
// for each response, with a deadline.
class RecordedClient : public QObject {
public:
    // `config` without a traffic and a thread: it gets its own.
    explicit RecordedClient(mcp::ClientConfig config)
    {
        wireThread.start();
        opened = recorder.open(sessionPath()).ok();
        config.name = QStringLiteral("peer");
        config.timeouts.handshake = std::chrono::milliseconds(kLongPatienceMs);
        config.traffic = &recorder;
        config.wireThread = &wireThread;
        client = std::make_unique<mcp::Client>(config);
        connect(client.get(), &mcp::Client::notificationReceived, this,
            [this](const rpc::Message &message) { notifications.push_back(message); });
    }
    ~RecordedClient() override
    {
        client.reset();
        wireThread.quit();
        wireThread.wait();
    }

    QString sessionPath() const { return folder.filePath(QStringLiteral("session.sonde")); }

    bool start()
    {
        client->start();
        const auto over = [this] {
            return client->state() == mcp::ClientState::Ready
                || client->state() == mcp::ClientState::Failed;
        };
        const bool ended = QTest::qWaitFor(over, kLongPatienceMs);
        if (client->state() == mcp::ClientState::Failed)
            qWarning("%s", qPrintable(client->failure().sentence));
        return opened && ended && client->state() == mcp::ClientState::Ready;
    }

    bool stop()
    {
        client->stop();
        return QTest::qWaitFor(
            [this] { return client->state() == mcp::ClientState::Stopped; }, kLongPatienceMs);
    }

    // The result; null when there is none, and then `response` says why. Valid until the next call.
    json::Value request(const char *method, std::string_view params = {})
    {
        response.reset();
        client->request(QString::fromLatin1(method), Bytes::copyOf(params), {}, this,
            [this](const Result<mcp::Response> &result) { response = result; });
        return awaited();
    }

    json::Value callTool(
        const char *tool, std::string_view arguments, const mcp::CallOptions &options = {})
    {
        response.reset();
        client->callTool(QString::fromLatin1(tool), Bytes::copyOf(arguments), options, this,
            [this](const Result<mcp::Response> &result) { response = result; });
        return awaited();
    }

    // The response's first text, or why there is none.
    QString call(const char *tool, std::string_view arguments, const mcp::CallOptions &options = {})
    {
        const json::Value result = callTool(tool, arguments, options);
        return result ? result["content"].at(0)["text"].toString() : problem();
    }

    // What `key` is in each item of a list, which is read to its end.
    QStringList list(const char *method, const char *member, const char *key = "name")
    {
        std::optional<QStringList> names;
        client->list({QString::fromLatin1(method), QString::fromLatin1(member)}, {}, this,
            [&names, key](const mcp::Listing &listing) {
                names.emplace();
                if (listing.failed)
                    return;
                for (const mcp::ListItem &item : listing.items)
                    names->append(item.value()[key].toString());
            });
        (void)QTest::qWaitFor([&names] { return names.has_value(); }, kLongPatienceMs);
        return names.value_or(QStringList());
    }

    QStringList toolNames() { return list("tools/list", "tools"); }

    // The types of a result's content blocks, in order: "text image".
    QString contentTypes() const
    {
        QStringList types;
        const json::Value result = response && *response ? (*response)->result() : json::Value();
        for (const json::Value block : result["content"])
            types += block["type"].toString();
        return types.join(u' ');
    }

    int count(const char *method) const
    {
        return static_cast<int>(std::count_if(notifications.begin(), notifications.end(),
            [method](const rpc::Message &message) { return message.method == method; }));
    }

    QString problem() const
    {
        return !response ? QStringLiteral("no answer")
            : *response  ? QString()
                         : response->error().sentence;
    }

    QTemporaryDir folder;
    trace::Recorder recorder;
    QThread wireThread;
    bool opened = false;
    std::unique_ptr<mcp::Client> client;
    std::optional<Result<mcp::Response>> response;
    std::vector<rpc::Message> notifications;

private:
    json::Value awaited()
    {
        if (!QTest::qWaitFor([this] { return response.has_value(); }, kLongPatienceMs)
            || !*response)
            return {};
        return (*response)->result();
    }
};

} // namespace sonde::test
