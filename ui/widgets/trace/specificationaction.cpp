// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/specificationaction.h"

#include "content/json/jsontreeview.h"
#include "models/trace/tracemodel.h"
#include "widgets/trace/messageside.h"

#include <QAction>

namespace sonde::widgets {

using findings::On;

namespace {

On subjectOn(rpc::Kind kind)
{
    switch (kind) {
    case rpc::Kind::Response:
        return On::Result;
    case rpc::Kind::ErrorResponse:
        return On::Error;
    case rpc::Kind::Notification:
        return On::Notification;
    default:
        return On::Request;
    }
}

// The name of the value, or of the list that it is in; empty for what every message has.
std::string memberAt(const QString &pointer)
{
    const QStringList names = pointer.split(u'/');
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        bool isIndex = false;
        name->toUInt(&isIndex);
        if (!isIndex) {
            const bool isFrame = names.size() <= 2
                && (*name == u"params" || *name == u"result" || *name == u"method");
            return isFrame ? std::string() : name->toStdString();
        }
    }
    return {};
}

} // namespace

SpecificationAction::SpecificationAction(const models::TraceModel &model, MessageSide &side)
    : QObject(&side)
    , m_model(model)
    , m_side(side)
    , m_action(new QAction(tr("Specification of this value"), this))
{
    m_action->setObjectName(QStringLiteral("specificationOfValue"));
    m_action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F1));
    m_action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    side.tree()->addAction(m_action);
    connect(m_action, &QAction::triggered, this, &SpecificationAction::ask);
}

void SpecificationAction::ask()
{
    const auto &document = m_side.document();
    if (!document || m_side.isReading())
        return;
    const trace::Record &record = m_side.record();
    findings::Subject subject;
    subject.on = subjectOn(record.kind);
    subject.method = m_model.store().string(record.method).toStdString();
    const json::NodeId node = m_side.tree()->currentNode();
    const QString pointer =
        node == json::kNoNode ? QString() : json::Value(document.get(), node).pointer();
    if (subject.on == On::Error && pointer.startsWith(u"/error"))
        subject.errorCode = record.errorCode;
    else
        subject.member = memberAt(pointer);
    Q_EMIT requested(subject, m_model.stream(record.stream).server);
}

} // namespace sonde::widgets
