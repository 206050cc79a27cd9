// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QUrlQuery>

#include <optional>

namespace sonde::test {

// The command that a window test names as the browser: the test's own program with one of these
// before the address. It plays a person who agrees at once.
inline constexpr char kAgree[] = "--agree";
inline constexpr char kAgreeWithWrongState[] = "--agree-with-wrong-state";

inline QString browserCommand(const char *how)
{
    return QCoreApplication::applicationFilePath() + QLatin1Char(' ') + QLatin1String(how);
}

// The response of the program, when it was called as a browser.
inline std::optional<int> playBrowser(int argc, char **argv)
{
    const QByteArray how = argc == 3 ? argv[1] : "";
    if (how != kAgree && how != kAgreeWithWrongState)
        return std::nullopt;
    QCoreApplication application(argc, argv);
    QNetworkAccessManager network;
    QNetworkRequest request(QUrl(QString::fromUtf8(argv[2])));
    request.setAttribute(
        QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    QNetworkReply *page = network.get(request);
    QObject::connect(page, &QNetworkReply::finished, &application, [&] {
        QUrl to = page->attribute(QNetworkRequest::RedirectionTargetAttribute).toUrl();
        if (how == kAgreeWithWrongState) {
            QUrlQuery query(to);
            query.removeAllQueryItems(QStringLiteral("state"));
            query.addQueryItem(QStringLiteral("state"), QStringLiteral("another"));
            to.setQuery(query);
        }
        QNetworkReply *last = network.get(QNetworkRequest(to));
        QObject::connect(last, &QNetworkReply::finished, &application, &QCoreApplication::quit);
    });
    return QCoreApplication::exec();
}

} // namespace sonde::test
