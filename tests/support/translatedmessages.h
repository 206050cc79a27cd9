// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/places.h"

#include <QFile>
#include <QStringList>
#include <QXmlStreamReader>

#include <vector>

namespace sonde::test {

// One of a file of translations.
struct Message {
    QString context;
    QString source;
    QStringList translations; // one per plural form
    bool isFinished = true;
};

inline Message readMessage(QXmlStreamReader &xml, const QString &context)
{
    Message message;
    message.context = context;
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            message.isFinished =
                xml.attributes().value(QLatin1String("type")) != QLatin1String("unfinished");
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            message.translations += text.trimmed().isEmpty() ? QString() : text;
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

inline std::vector<Message> messagesIn(const QString &path)
{
    QFile file(path);
    std::vector<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.isStartElement() && xml.name() == QLatin1String("message"))
            messages.push_back(readMessage(xml, context));
    }
    return messages;
}

inline std::vector<Message> messagesOf(const QString &language)
{
    return messagesIn(sourcePath("translations/sonde_%1.ts").arg(language));
}

} // namespace sonde::test
