// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/fanout/argumentfits.h"

#include "schema/fitcheck.h"

#include <QStringBuilder>

#include <algorithm>
#include <memory>
#include <utility>

namespace sonde::session {

namespace {

QString firstMisfit(const Bytes &arguments, const Bytes &schema)
{
    const auto document = std::make_shared<const json::Document>(json::Document::parse(schema));
    const schema::FitCheck check = schema::checkFit(arguments, document);
    const auto found = std::find_if(check.misfits.begin(), check.misfits.end(),
        [](const schema::Misfit &misfit) { return !misfit.isUnnamed; });
    if (found == check.misfits.end())
        return {};
    const QString text = found->pointer.isEmpty()
        ? found->sentence
        : QString(found->pointer % QStringLiteral(": ") % found->sentence);
    return text.size() > ArgumentFits::kMaxShown
        ? QString(text.left(ArgumentFits::kMaxShown) + QChar(0x2026))
        : text;
}

} // namespace

ArgumentFits::ArgumentFits(const Bytes &arguments, QObject *parent)
    : QObject(parent)
    , m_arguments(arguments)
    , m_job(this)
{
}

QString ArgumentFits::misfit(const QString &server, const json::Value &inputSchema)
{
    if (!inputSchema.exists())
        return {};
    Fit &fit = m_fits[server];
    if (fit.schema.isEmpty() || fit.schema.view() != inputSchema.raw()) {
        fit = {Bytes::copyOf(inputSchema.raw())};
        checkAll();
    }
    return fit.misfit;
}

// A job that begins drops the one before: it checks all that are not checked.
void ArgumentFits::checkAll()
{
    std::vector<Checked> all;
    for (const auto &[server, fit] : m_fits) {
        if (!fit.isChecked)
            all.push_back({server, fit.schema, {}});
    }
    m_job.start<std::vector<Checked>>(
        [arguments = m_arguments, all](const std::stop_token &stop) {
            std::vector<Checked> checked = all;
            for (Checked &each : checked) {
                if (stop.stop_requested())
                    break;
                each.misfit = firstMisfit(arguments, each.schema);
            }
            return checked;
        },
        [this](const std::vector<Checked> &checked) { adopt(checked); });
}

void ArgumentFits::adopt(const std::vector<Checked> &all)
{
    for (const Checked &each : all) {
        Fit &fit = m_fits[each.server];
        fit.misfit = each.misfit;
        fit.isChecked = true;
    }
    Q_EMIT changed();
}

} // namespace sonde::session
