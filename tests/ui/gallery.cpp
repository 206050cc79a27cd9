// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One window with every control, list and sign, to look at:
//   gallery [--theme light|dark] [--tab N] [--font-size PIXELS] [--shot FILE.png]

#include "content/bytes/bytesview.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "look/emptystate.h"
#include "look/iconengine.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "look/paneltitle.h"
#include "look/sign.h"
#include "look/signdelegate.h"
#include "look/sondestyle.h"
#include "look/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCommandLineParser>
#include <QDockWidget>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStandardItemModel>
#include <QStatusBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;

namespace {

QStandardItem *cell(const QString &text, models::ColorRole tone = models::ColorRole::Normal,
    models::Sign sign = models::Sign::None)
{
    auto *item = new QStandardItem(text);
    item->setData(int(tone), models::TextColorRole);
    item->setData(int(sign), models::SignRole);
    item->setEditable(false);
    return item;
}

QWidget *signList(QWidget *parent)
{
    auto *view = new QTreeView(parent);
    auto *model = new QStandardItemModel(view);
    model->setHorizontalHeaderLabels({QStringLiteral("#"), QStringLiteral("Time"),
        QStringLiteral("Direction"), QStringLiteral("Status"), QStringLiteral("Target")});
    using models::Sign;
    const int last = int(Sign::Changed);
    for (int i = 1; i <= last; ++i) {
        const auto sign = Sign(i);
        auto *number = cell(QString::number(i), models::ColorRole::Muted);
        number->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        auto *time = cell(QStringLiteral("12:05:02.771640"));
        time->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        model->appendRow(
            {number, time, cell(models::signWord(sign), models::signColorRole(sign), sign),
                cell(QStringLiteral("ok"), models::ColorRole::Normal, Sign::Ok),
                cell(QStringLiteral("get_weather"))});
    }
    view->setModel(model);
    auto *delegate = new SignDelegate(view);
    delegate->setPairRow(6);
    view->setItemDelegate(delegate);
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAlternatingRowColors(true);
    view->setSortingEnabled(false);
    view->setCurrentIndex(model->index(2, 0));
    view->setColumnWidth(0, 40);
    view->setColumnWidth(1, 120);
    return view;
}

QWidget *formPage(QWidget *parent)
{
    auto *page = new QWidget(parent);
    auto *form = new QFormLayout(page);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->addRow(QStringLiteral("city"), new QLineEdit(QStringLiteral("Reykjavík")));
    auto *number = new QSpinBox;
    number->setValue(3);
    form->addRow(QStringLiteral("days"), number);
    auto *units = new QComboBox;
    units->addItems({QStringLiteral("metric"), QStringLiteral("imperial")});
    form->addRow(QStringLiteral("units"), units);
    auto *off = new QLineEdit;
    off->setEnabled(false);
    off->setText(QStringLiteral("disabled"));
    form->addRow(QStringLiteral("note"), off);
    auto *empty = new QLineEdit;
    empty->setPlaceholderText(QStringLiteral("Filter tools"));
    empty->addAction(icon("filter", models::ColorRole::Muted), QLineEdit::LeadingPosition);
    empty->setClearButtonEnabled(true);
    form->addRow(QStringLiteral("filter"), empty);
    auto *marks = new QHBoxLayout;
    auto *checked = new QCheckBox(QStringLiteral("guide"));
    checked->setChecked(true);
    auto *chosen = new QRadioButton(QStringLiteral("Coordinates"));
    chosen->setChecked(true);
    marks->addWidget(checked);
    marks->addWidget(new QCheckBox(QStringLiteral("cook")));
    marks->addWidget(chosen);
    marks->addWidget(new QRadioButton(QStringLiteral("Online")));
    marks->addStretch();
    form->addRow(QStringLiteral("marks"), marks);
    auto *bar = new QProgressBar;
    bar->setValue(60);
    bar->setMaximumHeight(12);
    form->addRow(QStringLiteral("progress"), bar);
    return page;
}

class TagRow : public QWidget {
public:
    using QWidget::QWidget;
    QSize sizeHint() const override { return {300, 24}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        int x = 0;
        for (const Tag &tag :
            {Tag{QStringLiteral("read-only"), false}, Tag{QStringLiteral("idempotent"), false},
                Tag{QStringLiteral("destructive"), true}})
            x += paintTag(&painter, rect().adjusted(x, 0, 0, 0), tag) + 4;
        paintBadge(&painter, rect().adjusted(x, 0, 0, 0), 11, false);
        paintBadge(&painter, rect().adjusted(x + 30, 0, 0, 0), 2, true);
    }
};

QWidget *buttonRow(QWidget *parent)
{
    auto *row = new QWidget(parent);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(3, 3, 3, 3);
    auto *call = new QPushButton(icon("play"), QStringLiteral("Call"));
    call->setDefault(true);
    QTimer::singleShot(0, call, [call] { call->setFocus(); });
    layout->addWidget(call);
    layout->addWidget(new QPushButton(QStringLiteral("Call again")));
    layout->addWidget(new QPushButton(icon("save"), QStringLiteral("Save call…")));
    auto *off = new QPushButton(icon("export"), QStringLiteral("Export…"));
    off->setEnabled(false);
    layout->addWidget(off);
    layout->addStretch();
    return row;
}

QWidget *iconSheet(QWidget *parent)
{
    auto *sheet = new QWidget(parent);
    auto *grid = new QGridLayout(sheet);
    grid->setSpacing(2);
    const QStringList names{QStringLiteral("overview"), QStringLiteral("tool"),
        QStringLiteral("resource"), QStringLiteral("template"), QStringLiteral("prompt"),
        QStringLiteral("task"), QStringLiteral("log"), QStringLiteral("key"),
        QStringLiteral("inbox"), QStringLiteral("trace"), QStringLiteral("axis"),
        QStringLiteral("findings"), QStringLiteral("settings"), QStringLiteral("dot-on"),
        QStringLiteral("dot-off"), QStringLiteral("dot-wait"), QStringLiteral("dot-bad"),
        QStringLiteral("plug"), QStringLiteral("restart"), QStringLiteral("stop"),
        QStringLiteral("process"), QStringLiteral("globe"), QStringLiteral("play"),
        QStringLiteral("cancel"), QStringLiteral("add"), QStringLiteral("remove"),
        QStringLiteral("close"), QStringLiteral("edit"), QStringLiteral("copy"),
        QStringLiteral("save"), QStringLiteral("export"), QStringLiteral("import"),
        QStringLiteral("search"), QStringLiteral("filter"), QStringLiteral("mark"),
        QStringLiteral("note"), QStringLiteral("compare"), QStringLiteral("follow"),
        QStringLiteral("pause"), QStringLiteral("clear"), QStringLiteral("float"),
        QStringLiteral("more"), QStringLiteral("drag"), QStringLiteral("up"),
        QStringLiteral("down"), QStringLiteral("left"), QStringLiteral("right"),
        QStringLiteral("pin"), QStringLiteral("form"), QStringLiteral("json"),
        QStringLiteral("tree"), QStringLiteral("text"), QStringLiteral("hex"),
        QStringLiteral("table"), QStringLiteral("image"), QStringLiteral("audio"),
        QStringLiteral("link"), QStringLiteral("folder"), QStringLiteral("lock"),
        QStringLiteral("shield"), QStringLiteral("clock"), QStringLiteral("certificate"),
        QStringLiteral("warning"), QStringLiteral("problem"), QStringLiteral("check"),
        QStringLiteral("doctor")};
    constexpr int kPerRow = 13;
    for (int i = 0; i < names.size(); ++i) {
        auto *button = new QToolButton;
        button->setAutoRaise(true);
        button->setIcon(icon(names[i]));
        button->setToolTip(names[i]);
        grid->addWidget(button, i / kPerRow, i % kPerRow);
    }
    return sheet;
}

const QByteArray kMessage = R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":)"
                            R"("get_weather","arguments":{"city":"Reykjav\u00edk","place":"Bjö)"
                            "\xc3"
                            R"(","days":3,"station":9007199254740993,"e":[{"min":-1.0,"max":4.0},)"
                            R"({"min":-0,"max":1e400}],"flag":true,"none":null}}})";

// A panel of the detail: title, then what it shows.
QWidget *panel(const QString &title, const QString &detail, models::Sign sign, QWidget *content)
{
    auto *whole = new QWidget;
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    auto *head = new PanelTitle(title);
    head->setDetail(detail);
    head->setSign(sign);
    layout->addWidget(head);
    layout->addWidget(content);
    return whole;
}

QWidget *jsonRow(QWidget *parent)
{
    auto *splitter = new QSplitter(parent);
    const Bytes bytes = Bytes::fromByteArray(kMessage);
    const auto document = std::make_shared<const json::Document>(json::Document::parse(bytes));
    auto *tree = new JsonTreeView;
    tree->setDocument(document);
    auto *view = new BytesView;
    view->setBytes(bytes);
    QObject::connect(tree, &JsonTreeView::nodeSelected, view, [=](json::NodeId node) {
        view->setHighlight(document->node(node).begin, document->node(node).end);
    });
    QObject::connect(view, &BytesView::byteClicked, tree,
        [=](qint64 offset) { tree->selectAt(std::size_t(offset)); });
    tree->setCurrentIndex(tree->indexBelow(tree->indexBelow(tree->model()->index(0, 0))));
    auto *editor = new JsonEditor;
    editor->setLineNumbers(true);
    editor->setBytes(Bytes::copyOf("{\n  \"city\": \"Reykjav\\u00edk\",\n  \"days\": 3,\n"
                                   "  \"n\": [1e400, -0, true, null,],\n}"));
    auto *request = panel(
        QStringLiteral("Request"), QStringLiteral("#11 · id 7"), models::Sign::SentRequest, tree);
    splitter->addWidget(request);
    splitter->addWidget(
        panel(QStringLiteral("Bytes"), QStringLiteral("· request"), models::Sign::None, view));
    splitter->addWidget(panel(QStringLiteral("Text"), QStringLiteral("· editable"),
        models::Sign::ReceivedResponse, editor));
    return splitter;
}

QWidget *messages(QWidget *parent)
{
    auto *page = new QWidget(parent);
    auto *layout = new QVBoxLayout(page);
    auto *info = new InlineMessage;
    info->showMessage(InlineMessage::Kind::Info,
        QStringLiteral("dist/index.js does not exist in the working folder."), {},
        QStringLiteral("Likely cause:"));
    auto *warning = new InlineMessage;
    warning->showMessage(InlineMessage::Kind::Warning, QStringLiteral("The answer came late."),
        QStringLiteral("Show it"));
    auto *error = new InlineMessage;
    error->showMessage(InlineMessage::Kind::Error,
        QStringLiteral("The process ended before it responded: exit code 1."),
        QStringLiteral("Try again"));
    auto *empty = new EmptyState;
    empty->setText(QStringLiteral("Here stand the prompts that a server offers."),
        QStringLiteral("demo does not offer prompts."));
    empty->setButton(QStringLiteral("Go to tools"));
    for (QWidget *part : {static_cast<QWidget *>(info), static_cast<QWidget *>(warning),
             static_cast<QWidget *>(error), static_cast<QWidget *>(empty)})
        layout->addWidget(part);
    return page;
}

QWidget *tabs(QWidget *parent)
{
    auto *tabWidget = new QTabWidget(parent);
    tabWidget->addTab(formPage(tabWidget), icon("form"), QStringLiteral("Form"));
    tabWidget->addTab(messages(tabWidget), icon("json"), QStringLiteral("Messages"));
    tabWidget->addTab(iconSheet(tabWidget), icon("image"), QStringLiteral("Icons"));
    tabWidget->addTab(new QWidget, QStringLiteral("Schema"));
    return tabWidget;
}

void addBars(QMainWindow *window)
{
    for (const char *name : {"&File", "&Edit", "&View", "&Server", "&Trace", "&Help"}) {
        auto *menu = window->menuBar()->addMenu(QString::fromLatin1(name));
        menu->addAction(icon("add"), QStringLiteral("New"))->setShortcut(QKeySequence::New);
        menu->addSeparator();
        menu->addAction(QStringLiteral("Quit"));
    }
    auto *bar = window->addToolBar(QStringLiteral("Main"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *connectButton = new QToolButton;
    connectButton->setIcon(icon("plug"));
    connectButton->setText(QStringLiteral("Connect"));
    connectButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connectButton->setAutoRaise(true);
    connectButton->setPopupMode(QToolButton::MenuButtonPopup);
    connectButton->setMenu(new QMenu(connectButton));
    bar->addWidget(connectButton);
    bar->addAction(icon("restart"), QStringLiteral("Restart"));
    bar->addAction(icon("stop", models::ColorRole::Error), QStringLiteral("Stop"));
    bar->addSeparator();
    auto *server = new QComboBox;
    server->addItem(QStringLiteral("demo"));
    server->setMinimumWidth(150);
    bar->addWidget(server);
    window->statusBar()->addWidget(new QLabel(QStringLiteral("demo  recording")));
    window->statusBar()->addPermanentWidget(new QLabel(QStringLiteral("1,204 messages")));
}

QWidget *serverTree(QWidget *parent)
{
    auto *tree = new QTreeWidget(parent);
    tree->setHeaderHidden(true);
    for (const char *group : {"get_", "make_", "station_"}) {
        auto *item = new QTreeWidgetItem(tree, {QString::fromLatin1(group)});
        for (int i = 0; i < 3; ++i)
            new QTreeWidgetItem(item, {QStringLiteral("weather %1").arg(i)});
        item->setExpanded(group[0] != 'm');
    }
    tree->setFrameShape(QFrame::NoFrame);
    return tree;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("theme"), QStringLiteral("light or dark"),
        QStringLiteral("name"), QStringLiteral("light")});
    parser.addOption({QStringLiteral("shot"), QStringLiteral("save the window and end"),
        QStringLiteral("file")});
    parser.addOption({QStringLiteral("tab"), QStringLiteral("which tab is in front"),
        QStringLiteral("number"), QStringLiteral("0")});
    parser.addOption({QStringLiteral("font-size"), QStringLiteral("in pixels"),
        QStringLiteral("pixels"), QStringLiteral("0")});
    parser.process(application);
    if (const int pixels = parser.value(QStringLiteral("font-size")).toInt(); pixels > 0) {
        QFont font = QApplication::font();
        font.setPixelSize(pixels);
        QApplication::setFont(font);
    }
    installLook(application);
    CurrentTheme::instance().setChoice(
        parser.value(QStringLiteral("theme")) == QStringLiteral("dark") ? ThemeChoice::Dark
                                                                        : ThemeChoice::Light);

    QMainWindow window;
    window.resize(1440, 900);
    addBars(&window);
    auto *servers = new QDockWidget(QStringLiteral("Servers"), &window);
    servers->setWidget(serverTree(servers));
    window.addDockWidget(Qt::LeftDockWidgetArea, servers);
    auto *trace = new QDockWidget(QStringLiteral("Trace"), &window);
    trace->setWidget(signList(trace));
    window.addDockWidget(Qt::BottomDockWidgetArea, trace);
    PanelTitle::forDock(trace)->setDetail(QStringLiteral("· 20 messages"));
    auto *detail = new QDockWidget(QStringLiteral("Detail"), &window);
    detail->setWidget(jsonRow(detail));
    window.addDockWidget(Qt::BottomDockWidgetArea, detail);
    window.splitDockWidget(trace, detail, Qt::Vertical);

    auto *centre = new QWidget;
    auto *layout = new QVBoxLayout(centre);
    auto *heading = new QLabel(QStringLiteral("Weather forecast"));
    heading->setFont(headingFont());
    layout->addWidget(heading);
    layout->addWidget(new TagRow);
    auto *splitter = new QSplitter;
    auto *front = tabs(splitter);
    qobject_cast<QTabWidget *>(front)->setCurrentIndex(parser.value(QStringLiteral("tab")).toInt());
    splitter->addWidget(front);
    splitter->addWidget(iconSheet(splitter));
    layout->addWidget(splitter);
    layout->addWidget(buttonRow(centre));
    window.setCentralWidget(centre);
    window.show();

    if (parser.isSet(QStringLiteral("shot"))) {
        // After the first paint, so that layouts have settled.
        QTimer::singleShot(200, &window, [&] {
            const bool saved = window.grab().save(parser.value(QStringLiteral("shot")));
            QCoreApplication::exit(saved ? 0 : 1);
        });
    }
    return QApplication::exec();
}
