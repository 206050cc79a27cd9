// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/copyasmenu.h"

#include "look/controls/clipboard.h"
#include "look/painting/iconengine.h"

#include <QAction>

namespace sonde::widgets {

using trace::SnippetKind;

CopyAsMenu::CopyAsMenu(models::TraceModel &model, QWidget *parent)
    : QMenu(tr("Copy as"), parent)
    , m_model(model)
{
    setIcon(look::icon("copy"));
    add(SnippetKind::Json, tr("Copy as raw &JSON"), tr("Copy the exact bytes of the message"));
    add(SnippetKind::Command, tr("Copy as sonde-cli &command"),
        tr("Copy a shell command that sends the message again"));
    add(SnippetKind::Curl, tr("Copy as c&URL"),
        tr("Copy the HTTP request as a shell command with placeholders for secrets"));
    add(SnippetKind::TypeScript, tr("Copy as &TypeScript"),
        tr("Copy a call of the TypeScript SDK"));
    add(SnippetKind::Python, tr("Copy as &Python"), tr("Copy a call of the Python SDK"));
    setNumber(0);
}

void CopyAsMenu::add(SnippetKind kind, const QString &text, const QString &tip)
{
    auto *action = addAction(text);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, [this, kind] { copy(kind); });
}

QAction *CopyAsMenu::action(SnippetKind kind) const
{
    return actions().at(qsizetype(kind));
}

void CopyAsMenu::setNumber(trace::Number number)
{
    m_number = number;
    setEnabled(number != 0);
    for (QAction *action : actions())
        action->setEnabled(number != 0);
}

trace::SnippetSource CopyAsMenu::source(SnippetKind kind) const
{
    const auto recordOf = [this](trace::Number number) -> std::optional<trace::Record> {
        const int row = m_model.rowOf(number);
        return row < 0 ? std::nullopt : std::optional(m_model.record(row));
    };
    trace::SnippetSource source;
    source.store = &m_model.store();
    source.message = recordOf(m_number).value_or(trace::Record());
    const bool isResponse = source.message.kind == rpc::Kind::Response
        || source.message.kind == rpc::Kind::ErrorResponse;
    if (kind != SnippetKind::Json && isResponse)
        source.message = recordOf(source.message.pair).value_or(source.message);
    if (kind != SnippetKind::Curl && source.message.kind == rpc::Kind::Exchange) {
        source.exchange = source.message;
        if (kind != SnippetKind::Json)
            source.message = recordOf(m_model.firstCarried(m_number)).value_or(source.message);
    } else {
        source.exchange = recordOf(trace::carrierOf(source.message));
    }
    if (m_words)
        source.server = m_words(m_model.stream(source.message.stream).server);
    return source;
}

void CopyAsMenu::copy(SnippetKind kind)
{
    if (m_model.rowOf(m_number) < 0)
        return;
    const trace::SnippetSource from = source(kind);
    if (from.message.length > kMaxMessage) {
        Q_EMIT failed(tr("The message is too long to copy. Export it instead."));
        return;
    }
    const auto text = trace::snippet(kind, from);
    if (!text) {
        Q_EMIT failed(text.error().sentence);
        return;
    }
    look::copyToClipboard(QString::fromStdString(*text));
}

} // namespace sonde::widgets
