// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/statusline.h"
#include "look/controls/colorlabel.h"
#include "widgets/kit/table/propertygrid.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QTest>

using namespace sonde;

class TestClipboard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aCopiedPropertyIsSaid();

private:
    app::StatusLine m_status;
};

void TestClipboard::init()
{
    QGuiApplication::clipboard()->clear();
    m_status.clearMessage();
}

void TestClipboard::aCopiedPropertyIsSaid()
{
    widgets::PropertyGrid grid;
    grid.setProperties({{QStringLiteral("Name"), QStringLiteral("Zürich")}});
    QAction *copy = nullptr;
    for (const auto *label : grid.findChildren<look::ColorLabel *>()) {
        if (label->text() == QStringLiteral("Zürich"))
            copy = label->actions().value(0);
    }
    QVERIFY(copy);
    copy->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Zürich"));
    QCOMPARE(m_status.currentMessage(), QStringLiteral("Copied 7 bytes"));
}

QTEST_MAIN(TestClipboard)
#include "tst_clipboard.moc"
