// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTextBrowser>

namespace sonde::widgets {

// A page of the manual. Its pictures come out of the program, and are never wider than the page.
class HelpText : public QTextBrowser {
    Q_OBJECT
public:
    using QTextBrowser::QTextBrowser;

    void setPage(const QString &markdown);

protected:
    QVariant loadResource(int type, const QUrl &name) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    int pictureWidth() const; // pixels

    int m_loadedWidth = 0; // for which the pictures were made
};

} // namespace sonde::widgets
