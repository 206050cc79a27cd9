// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/httpcarrier.h"

#include <utility>

namespace sonde::wire {

namespace {

class HttpCarrier final : public Carrier {
public:
    explicit HttpCarrier(HttpTarget target)
        : m_target(std::move(target))
    {
    }

    void start() override
    {
        StartReport report;
        report.url = m_target.url.toString();
        QMetaObject::invokeMethod(
            this,
            [this, report] {
                m_sink->events().emplace_back(StartFailed{report,
                    {Domain::Transport, 0,
                        QStringLiteral("This build cannot reach servers by HTTP."), {}, {}}});
                m_sink->handOn();
            },
            Qt::QueuedConnection);
    }
    void send(const Outgoing &) override { }
    void stop() override { }
    void setReading(bool) override { }
    void setBatchesAllowed(bool) override { }

private:
    const HttpTarget m_target;
};

} // namespace

std::unique_ptr<Carrier> makeHttpCarrier(const HttpTarget &target, const CarrierContext &)
{
    return std::make_unique<HttpCarrier>(target);
}

} // namespace sonde::wire
