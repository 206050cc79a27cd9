// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsontext.h"

#include "look/controls/plaintooltip.h"
#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QContextMenuEvent>
#include <QFontInfo>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QStringList>

#include <algorithm>
#include <memory>

namespace sonde::content {

namespace {

constexpr int kMargin = 6;
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

constexpr int kMaxSentences = 20; // in one tool tip

} // namespace

JsonText::JsonText(QWidget *parent)
    : QsciScintilla(parent)
    , m_lexer(new QsciLexerJSON(this))
{
    setUtf8(true);
    setEolMode(EolUnix);
    SendScintilla(SCI_SETPASTECONVERTENDINGS, 0UL);
}

void JsonText::dress()
{
    if (m_isDressed)
        return;
    m_isDressed = true;
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
    SendScintilla(SCI_SETMARGINLEFT, 0UL, long(kMargin));
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

bool JsonText::event(QEvent *event)
{
    if (event->type() == QEvent::Polish)
        dress();
    return QsciScintilla::event(event);
}

void JsonText::applyTheme()
{
    if (!m_isDressed)
        return;
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
    if (!m_isDressed)
        return;
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
    if (text.empty() && !m_isDressed)
        return;
    dress();
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
    // Where text is written, Tab indents and Ctrl+Tab leaves.
    const bool tab = event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab;
    if (tab && (m_tabMovesFocus || event->modifiers().testFlag(Qt::ControlModifier)))
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

void JsonText::clearIndicator(int indicator)
{
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
    SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, static_cast<long>(length()));
}

void JsonText::fillIndicator(int indicator, std::size_t begin, std::size_t end, int value)
{
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
    SendScintilla(SCI_SETINDICATORVALUE, static_cast<unsigned long>(value));
    SendScintilla(SCI_INDICATORFILLRANGE, position(begin), static_cast<long>(end - begin));
}

// Of an object only its bracket is underlined, of a long text its first line: the sentence is
// about the whole, the eye needs the place.
std::size_t JsonText::shownEnd(const Mark &mark) const
{
    const std::string_view text = view();
    const auto after = std::size_t(SendScintilla(SCI_POSITIONAFTER, position(mark.begin)));
    if (mark.end <= after || text[mark.begin] == '{' || text[mark.begin] == '[')
        return after;
    return std::min({mark.end, text.find('\n', mark.begin), text.size()});
}

void JsonText::setMarks(Indicator indicator, std::vector<Mark> marks)
{
    std::vector<Mark> &own = indicator == Problem ? m_problems : m_misfits;
    if (own.empty() && marks.empty())
        return;
    own = std::move(marks);
    dress();
    markerDeleteAll(marker(indicator));
    clearIndicator(indicator);
    showMargins();
    const std::size_t size = length();
    for (std::size_t i = 0; size > 0 && i < own.size(); ++i) {
        // The end of the text has nothing to underline: the last character is underlined instead.
        Mark mark = own[i];
        mark.begin = std::min(mark.begin, size - 1);
        mark.end = std::min(mark.end, size);
        markerAdd(
            int(SendScintilla(SCI_LINEFROMPOSITION, position(mark.begin))), marker(indicator));
        // The value of the indicator identifies the mark after the text has moved.
        fillIndicator(indicator, mark.begin, shownEnd(mark), int(i) + 1);
    }
}

const std::vector<JsonText::Mark> &JsonText::marks(Indicator indicator) const
{
    return indicator == Problem ? m_problems : m_misfits;
}

long JsonText::nextMark(Indicator indicator, bool forward) const
{
    const auto current = static_cast<unsigned long>(indicator);
    const auto end = static_cast<long>(length());
    const auto from = static_cast<long>(caret());
    long first = -1;
    long before = -1; // the last one in front of the caret
    long last = -1;
    for (long at = 0; at < end;) {
        if (SendScintilla(SCI_INDICATORVALUEAT, current, at) > 0) {
            if (forward && at > from)
                return at;
            first = first < 0 ? at : first;
            before = at < from ? at : before;
            last = at;
        }
        const long next = SendScintilla(SCI_INDICATOREND, current, at);
        if (next <= at)
            break;
        at = next;
    }
    if (forward)
        return first;
    return before >= 0 ? before : last;
}

QString JsonText::sentenceAt(std::size_t at) const
{
    for (const Indicator indicator : {Problem, Misfit}) {
        const long value = SendScintilla(
            SCI_INDICATORVALUEAT, static_cast<unsigned long>(indicator), static_cast<long>(at));
        const auto &own = marks(indicator);
        if (value > 0 && std::size_t(value) <= own.size())
            return own[std::size_t(value) - 1].sentence;
    }
    return {};
}

QString JsonText::sentencesOfLine(int line) const
{
    QStringList all;
    const long begin = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line));
    for (const Indicator indicator : {Problem, Misfit}) {
        const auto current = static_cast<unsigned long>(indicator);
        for (long at = begin; at <= end && all.size() < kMaxSentences;) {
            const QString sentence = sentenceAt(std::size_t(at));
            if (!sentence.isEmpty() && !all.contains(sentence))
                all << sentence;
            const long next = SendScintilla(SCI_INDICATOREND, current, at);
            at = next > at ? next : end + 1;
        }
    }
    return all.join(u'\n');
}

bool JsonText::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QsciScintilla::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QPoint point = help->pos();
    const long at = SendScintilla(
        SCI_POSITIONFROMPOINT, static_cast<unsigned long>(point.x()), long(point.y()));
    const int margins = marginWidth(Signs) + marginWidth(Numbers);
    const QString sentence = point.x() < margins
        ? sentencesOfLine(int(SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(at))))
        : sentenceAt(std::size_t(at));
    look::showPlainToolTip(help, sentence, viewport());
    return true;
}

} // namespace sonde::content
