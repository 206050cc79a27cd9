// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/reviewshots.h"

#include "app/program/mainwindow.h"
#include "app/reviews/reviews.h"
#include "app/window/panels.h"
#include "app/workspace/places.h"
#include "look/theme/theme.h"
#include "shots/camera.h"
#include "widgets/review/responseeditor.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/review/samplingpage.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/tracepanel.h"

#include <QBuffer>
#include <QFile>
#include <QImage>
#include <QPainter>

namespace sonde::shots {

namespace {

// Two lines over a few days, as a PNG in base64.
QByteArray chart()
{
    QImage image(320, 160, QImage::Format_RGB32);
    const look::Theme &theme = look::Theme::light();
    image.fill(theme.altBase);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 3));
    painter.drawPolyline(
        QPolygonF({{10, 110}, {60, 90}, {110, 100}, {160, 60}, {210, 70}, {260, 35}, {310, 50}}));
    painter.setPen(QPen(theme.warn, 3, Qt::DashLine));
    painter.drawPolyline(QPolygonF(
        {{10, 140}, {60, 130}, {110, 135}, {160, 115}, {210, 120}, {260, 100}, {310, 110}}));
    painter.end();
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return png.toBase64();
}

QByteArray samplingRequest()
{
    return R"({"jsonrpc":"2.0","id":17,"method":"sampling/createMessage","params":{"messages":[)"
           R"({"role":"user","content":[{"type":"image","mimeType":"image/png","data":")"
        + chart()
        + R"("},{"type":"text","text":"Summarize the next three days in Reykjavík for a hiker. )"
          R"(The chart shows minimum (dashed) and maximum temperature."}]},)"
          R"({"role":"assistant","content":{"type":"tool_use","id":"toolu_01","name":"get_alerts",)"
          R"("input":{"region":"SW"}}},)"
          R"({"role":"user","content":{"type":"tool_result","toolUseId":"toolu_01","content":[)"
          R"({"type":"text","text":"Yellow warning: wind 18 m/s on Saturday, 06:00 to 14:00."}]}}],)"
          R"("systemPrompt":"You write short weather reports. Use plain words and metric units )"
          R"(only.","modelPreferences":{"hints":[{"name":"claude"},{"name":"sonnet"}],)"
          R"("intelligencePriority":0.7,"speedPriority":0.4,"costPriority":0.2},)"
          R"("maxTokens":400,"temperature":0.20,"stopSequences":["\n\n---"],)"
          R"("includeContext":"thisServer","metadata":{},"toolChoice":{"mode":"auto"},)"
          R"("tools":[{"name":"get_alerts","inputSchema":{"type":"object"}}]}})";
}

QByteArray urlRequest()
{
    return QByteArray(R"({"jsonrpc":"2.0","id":41,"method":"elicitation/create","params":{)"
                      R"("mode":"url","elicitationId":"e-1","message":"Sign in to read your )"
                      R"(stations.","url":"https://ex\u0430mple.com/authorize?client=sonde&)"
                      R"(state=8f2c6b"}})");
}

} // namespace

bool ReviewShots::draw() const
{
    return sampling() && form() && url() && rounds() && byRules();
}

bool ReviewShots::ask(const QString &server, const QByteArray &question) const
{
    const QString file = folder % u'/' % server % QStringLiteral(".json");
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly))
        return false;
    out.write(question + '\n');
    out.close();
    config::Profile profile;
    profile.name = server;
    profile.program = QStringLiteral("sh");
    profile.era = config::EraMode::Legacy;
    profile.arguments = {QStringLiteral("-c"),
        QStringLiteral("read l; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{"
                       "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                       "\"serverInfo\":{\"name\":\"weather\",\"version\":\"1\"}}}'; read l; "
                       "cat '%1'; cat")
            .arg(file)};
    const int before = workspace.serverRequests().waitingCount();
    const QString name = workspace.addForThisRun(profile);
    workspace.setCurrent(name);
    workspace.connectTo(name);
    return camera.wait("the server has asked",
        [&] { return workspace.serverRequests().waitingCount() == before + 1; });
}

bool ReviewShots::call(
    const QString &server, bool modern, const char *tool, const std::string &rules) const
{
    config::Profile profile;
    profile.name = server;
    profile.program = app::demoServer();
    profile.era = modern ? config::EraMode::Modern : config::EraMode::Legacy;
    profile.offers.respondByRules = !rules.empty();
    profile.offers.rules = rules;
    const QString name = workspace.addForThisRun(profile);
    workspace.setCurrent(name);
    workspace.connectTo(name);
    const mcp::Client *client = workspace.client(name);
    if (!camera.wait("the asking server is connected",
            [&] { return client->state() == mcp::ClientState::Ready; }))
        return false;
    const auto &asks = workspace.serverRequests().requests();
    const quint64 before = asks.empty() ? 0 : asks.back()->number;
    workspace.client(name)->callTool(QString::fromLatin1(tool), Bytes::copyOf("{}"), {}, &workspace,
        [](const Result<mcp::Response> &) {});
    return camera.wait("the call asks", [&] {
        return !asks.empty() && asks.back()->number > before
            && asks.back()->waits() == rules.empty();
    });
}

bool ReviewShots::sampling() const
{
    if (!ask(QStringLiteral("weather"), samplingRequest()))
        return false;
    window.reviews().openNext();
    auto *review = qobject_cast<widgets::ReviewPanel *>(window.tabs().currentWidget());
    auto *page = review ? qobject_cast<widgets::SamplingPage *>(review->page()) : nullptr;
    if (!page)
        return false;
    page->editor().setResponse(Bytes::copyOf(
        "{\n  \"role\": \"assistant\",\n  \"content\": {\n    \"type\": \"text\",\n"
        "    \"text\": \"Fri dry, 4 °C. Sat strong wind until 14:00, stay low. Sun light snow.\"\n"
        "  },\n  \"model\": \"written-by-hand\",\n  \"stopReason\": \"endTurn\"\n}"));
    return camera.shoot(window, "review-sampling");
}

bool ReviewShots::form() const
{
    if (!call(QStringLiteral("shop"), false, "confirm_address"))
        return false;
    window.reviews().openNext();
    return camera.shoot(window, "review-form") && camera.shootForManual(window, "server-requests");
}

bool ReviewShots::url() const
{
    if (!ask(QStringLiteral("stations"), urlRequest()))
        return false;
    window.reviews().openNext();
    return camera.shoot(window, "review-url");
}

bool ReviewShots::rounds() const
{
    if (!call(QStringLiteral("modern"), true, "confirm_address"))
        return false;
    const quint64 first = workspace.serverRequests().requests().back()->number;
    if (!workspace.serverRequests().goOn(first, Bytes::copyOf("{}"))
        || !camera.wait("the server asks once more",
            [&] { return workspace.serverRequests().requests().back()->number != first; }))
        return false;
    window.reviews().open(workspace.serverRequests().requests().back()->number);
    return camera.shoot(window, "review-rounds");
}

// In both eras: the rows of what was sent carry the mark.
bool ReviewShots::byRules() const
{
    constexpr char kRules[] =
        "[{\"method\":\"elicitation/create\",\"answer\":{\"action\":\"accept\",\"content\":"
        "{\"street\":\"Laugavegur 1\",\"country\":\"IS\"}}}]";
    if (!call(QStringLiteral("ruled"), false, "confirm_address", kRules)
        || !call(QStringLiteral("ruled-rounds"), true, "confirm_address", kRules))
        return false;
    window.tabs().setCurrentIndex(0); // leaves more room for rows than a review
    widgets::FilterEdit &filter = window.trace().filterBar().edit();
    filter.setText(
        QStringLiteral("server matches \"^ruled\" and (method == \"tools/call\" or method == "
                       "\"elicitation/create\" or status == automatic)"));
    const bool drawn = camera.shoot(window, "trace-automatic");
    filter.clear();
    return drawn;
}

} // namespace sonde::shots
