// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsontext.h"

#include "look/metrics.h"
#include "look/sign.h"
#include "look/theme.h"

#include <QContextMenuEvent>
#include <QFontInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPixmap>

#include <memory>

namespace sonde::content {

namespace {

constexpr int kTextMargin = 6;
constexpr int kFoldWidth = 14;
constexpr std::size_t kWrapped = 100'000; // bytes: measured, 5 MB take 1.5 s to be wrapped
constexpr std::size_t kLongLine = 4000; // bytes: such a line cannot be read without

QColor lexerColor(int style)
{
    const look::Theme &t = look::theme();
    switch (style) {
    case QsciLexerJSON::Number:
        return t.jNum;
    case QsciLexerJSON::String:
    case QsciLexerJSON::UnclosedString:
    case QsciLexerJSON::IRI:
    case QsciLexerJSON::IRICompact:
        return t.jStr;
    case QsciLexerJSON::Property:
        return t.jKey;
    case QsciLexerJSON::EscapeSequence:
        return t.jEsc;
    case QsciLexerJSON::Operator:
    case QsciLexerJSON::CommentLine:
    case QsciLexerJSON::CommentBlock:
        return t.jPun;
    case QsciLexerJSON::Keyword:
    case QsciLexerJSON::KeywordLD:
        return t.jLit;
    case QsciLexerJSON::Error:
        return t.error;
    default:
        return t.text;
    }
}

// QScintilla knows sizes in points only.
QFont editorFont()
{
    QFont font = look::fixedFont();
    font.setPointSizeF(QFontInfo(font).pointSizeF());
    return font;
}

QPixmap problemSign(qreal ratio)
{
    const int side = look::metrics().sign;
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    look::paintSign(
        &painter, QRectF(0, 0, side, side), models::Sign::ProtocolError, look::theme().error);
    return pixmap;
}

unsigned long position(std::size_t at)
{
    return static_cast<unsigned long>(at);
}

} // namespace

JsonText::JsonText(QWidget *parent)
    : QsciScintilla(parent)
    , m_lexer(new QsciLexerJSON(this))
{
    setUtf8(true);
    setEolMode(EolUnix);
    SendScintilla(SCI_SETPASTECONVERTENDINGS, 0UL);
    setLexer(m_lexer);
    setFolding(PlainFoldStyle, Folds);
    SendScintilla(
        SCI_MARKERDEFINE, static_cast<unsigned long>(SC_MARKNUM_FOLDER), long(SC_MARK_ARROW));
    SendScintilla(SCI_MARKERDEFINE, static_cast<unsigned long>(SC_MARKNUM_FOLDEROPEN),
        long(SC_MARK_ARROWDOWN));
    setWrapMode(WrapCharacter);
    setAutoIndent(true);
    setIndentationsUseTabs(false);
    setIndentationWidth(2);
    setTabWidth(2);
    SendScintilla(SCI_SETIDLESTYLING, static_cast<unsigned long>(SC_IDLESTYLING_ALL));
    setBraceMatching(SloppyBraceMatch);
    setScrollWidth(1);
    setScrollWidthTracking(true);
    setMarginType(Signs, SymbolMargin);
    setMarginMarkerMask(Signs, 1 << marker(Problem) | 1 << marker(Misfit));
    setMarginType(Numbers, NumberMargin);
    setMarginMarkerMask(Numbers, 0);
    // Room to breathe: a pixel above and below each line, a gap between margin and text.
    setExtraAscent(1);
    setExtraDescent(1);
    SendScintilla(SCI_SETMARGINLEFT, 0UL, long(kTextMargin));
    indicatorDefine(SquiggleIndicator, Problem);
    indicatorDefine(SquiggleIndicator, Misfit);
    indicatorDefine(StraightBoxIndicator, Highlight);
    indicatorDefine(StraightBoxIndicator, Found);
    setIndicatorDrawUnder(true, Highlight);
    setIndicatorDrawUnder(true, Found);
    applyTheme();
    showMargins();
    connect(this, &QsciScintilla::linesChanged, this, &JsonText::showMargins);
}

void JsonText::applyTheme()
{
    const look::Theme &t = look::theme();
    const QFont font = editorFont();
    m_lexer->setDefaultFont(font);
    m_lexer->setDefaultPaper(t.base);
    m_lexer->setDefaultColor(t.text);
    for (int style = QsciLexerJSON::Default; style <= QsciLexerJSON::Error; ++style) {
        m_lexer->setFont(font, style);
        m_lexer->setColor(lexerColor(style), style);
        m_lexer->setPaper(t.base, style);
        m_lexer->setEolFill(false, style);
    }
    setFont(font);
    setPaper(t.base);
    setColor(t.text);
    setCaretForegroundColor(t.text);
    setSelectionBackgroundColor(t.sel);
    resetSelectionForegroundColor();
    setMarginsFont(font);
    setMarginsBackgroundColor(t.altBase);
    setMarginsForegroundColor(t.muted);
    setMatchedBraceBackgroundColor(t.selOff);
    setMatchedBraceForegroundColor(t.text);
    setUnmatchedBraceBackgroundColor(t.base);
    setUnmatchedBraceForegroundColor(t.error);
    setIndicatorForegroundColor(t.error, Problem);
    setIndicatorForegroundColor(t.error, Misfit);
    constexpr long kOpaque = 255;
    for (const Indicator indicator : {Highlight, Found}) {
        setIndicatorForegroundColor(t.byteHi, indicator);
        SendScintilla(SCI_INDICSETALPHA, static_cast<unsigned long>(indicator), kOpaque);
        SendScintilla(SCI_INDICSETOUTLINEALPHA, static_cast<unsigned long>(indicator), kOpaque);
    }
    for (const Indicator indicator : {Problem, Misfit})
        markerDefine(problemSign(devicePixelRatioF()), marker(indicator));
    applyFoldTheme();
}

void JsonText::applyFoldTheme()
{
    const look::Theme &t = look::theme();
    setFoldMarginColors(t.altBase, t.altBase);
    for (const int marker : {SC_MARKNUM_FOLDER, SC_MARKNUM_FOLDEROPEN}) {
        SendScintilla(SCI_MARKERSETFORE, static_cast<unsigned long>(marker), t.muted);
        SendScintilla(SCI_MARKERSETBACK, static_cast<unsigned long>(marker), t.muted);
    }
}

void JsonText::setLineNumbers(bool visible)
{
    m_lineNumbers = visible;
    showMargins();
}

void JsonText::showMargins()
{
    constexpr int kPadding = 10;
    const int digits = int(QString::number(qMax(99, lines())).size());
    const int numbers = QFontMetrics(look::fixedFont()).horizontalAdvance(u'0') * digits + kPadding;
    const bool signs = m_lineNumbers || !m_problems.empty() || !m_misfits.empty();
    setMarginWidth(Numbers, m_lineNumbers ? numbers : 0);
    setMarginWidth(Signs, signs ? look::metrics().sign + 4 : 2);
    setMarginWidth(Folds, lines() > 1 ? kFoldWidth : 0); // one line cannot be folded
}

void JsonText::setWhole(std::string_view text, std::size_t longestLine)
{
    const bool readOnly = isReadOnly();
    setReadOnly(false);
    SendScintilla(SCI_CLEARALL);
    // New lines go on as the text does, so that it is not mixed by typing into it.
    const bool windows = text.find("\r\n") != std::string_view::npos;
    setEolMode(windows ? EolWindows : EolUnix);
    // Taking in text wraps all of it at once, turning wrapping on does so when there is time.
    setWrapMode(WrapNone);
    SendScintilla(SCI_APPENDTEXT, position(text.size()), text.data());
    if (text.size() <= kWrapped || longestLine > kLongLine)
        setWrapMode(WrapCharacter);
    SendScintilla(SCI_EMPTYUNDOBUFFER);
    SendScintilla(SCI_GOTOPOS, 0UL);
    setReadOnly(readOnly);
}

std::string_view JsonText::view() const
{
    const void *start = SendScintillaPtrResult(SCI_GETCHARACTERPOINTER);
    return {static_cast<const char *>(start), length()};
}

Bytes JsonText::whole() const
{
    return Bytes::copyOf(view());
}

void JsonText::setCaret(std::size_t at)
{
    SendScintilla(SCI_GOTOPOS, position(at));
}

void JsonText::select(std::size_t begin, std::size_t end)
{
    const auto line = SendScintilla(SCI_LINEFROMPOSITION, position(begin));
    SendScintilla(SCI_ENSUREVISIBLE, static_cast<unsigned long>(line));
    SendScintilla(SCI_SETSEL, position(begin), static_cast<long>(end));
    SendScintilla(SCI_SCROLLRANGE, position(end), static_cast<long>(begin));
}

void JsonText::replaceBytes(std::size_t begin, std::size_t end, std::string_view text)
{
    SendScintilla(SCI_BEGINUNDOACTION);
    SendScintilla(SCI_SETTARGETSTART, position(begin));
    SendScintilla(SCI_SETTARGETEND, position(end));
    SendScintilla(SCI_REPLACETARGET, position(text.size()), text.data());
    SendScintilla(SCI_ENDUNDOACTION);
    setCaret(begin + text.size());
}

QPoint JsonText::below(std::size_t at) const
{
    const auto offset = static_cast<long>(at);
    const QPoint place(int(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, offset)),
        int(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, offset)) + lineHeight());
    return viewport()->mapToGlobal(place);
}

void JsonText::leave(bool next)
{
    // The base class keeps the focus on purpose; QWidget passes it on.
    // NOLINTNEXTLINE(bugprone-parent-virtual-call)
    QWidget::focusNextPrevChild(next);
}

void JsonText::keyPressEvent(QKeyEvent *event)
{
    // Tab indents, as everywhere where text is written: Ctrl+Tab leaves.
    const bool tab = event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab;
    if (tab && event->modifiers().testFlag(Qt::ControlModifier))
        leave(event->key() == Qt::Key_Tab);
    else
        QsciScintilla::keyPressEvent(event);
}

void JsonText::contextMenuEvent(QContextMenuEvent *event)
{
    const std::unique_ptr<QMenu> menu(createStandardContextMenu());
    Q_EMIT menuRequested(menu.get());
    menu->exec(event->globalPos());
}

} // namespace sonde::content
