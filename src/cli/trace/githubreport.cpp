// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/githubreport.h"

#include "cli/trace/findingwords.h"

#include <QDir>

namespace sonde::cli {

using findings::Level;
using findings::ListedFinding;

namespace {

QString commandOf(Level level)
{
    return level == Level::Error  ? QStringLiteral("error")
        : level == Level::Warning ? QStringLiteral("warning")
                                  : QStringLiteral("notice");
}

// GitHub looks for the file in the repository, which is the folder of a step.
QString inFolder(const QString &file)
{
    const QString path = QDir::current().relativeFilePath(file);
    return path.startsWith(u"..") ? file : path;
}

QString messageOf(const ListedFinding &finding, bool explains)
{
    QString text = placeOf(finding) + QStringLiteral(": ") + sentenceOf(finding);
    if (explains)
        text += u'\n' + whyLine(finding) + u'\n' + fixLine(finding);
    const QString address = finding.requirement->addressIn(finding.revision);
    return address.isEmpty() ? text : text + u'\n' + address;
}

} // namespace

QString githubMessage(const QString &text)
{
    QString escaped = text;
    escaped.replace(u'%', QStringLiteral("%25"));
    escaped.replace(u'\r', QStringLiteral("%0D"));
    return escaped.replace(u'\n', QStringLiteral("%0A"));
}

QString githubProperty(const QString &text)
{
    QString escaped = githubMessage(text);
    escaped.replace(u':', QStringLiteral("%3A"));
    return escaped.replace(u',', QStringLiteral("%2C"));
}

QString githubReport(const std::vector<ListedFinding> &found, const QString &file, bool explains)
{
    QString text;
    for (const ListedFinding &finding : found) {
        text += QStringLiteral("::") + commandOf(finding.level) + u' ';
        if (!file.isEmpty())
            text += QStringLiteral("file=") + githubProperty(inFolder(file)) + u',';
        text += QStringLiteral("title=")
            + githubProperty(QString::fromStdString(finding.requirement->id)) + QStringLiteral("::")
            + githubMessage(messageOf(finding, explains)) + u'\n';
    }
    return text;
}

} // namespace sonde::cli
