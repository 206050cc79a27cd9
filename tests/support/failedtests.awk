# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# From CTest's LastTest.log: each test that did not pass, with what failed in it, or with its last
# lines when it ended in another way.

function tell(    i, first) {
    if (name == "" || passed)
        return
    print "failed: " name
    first = said ? 1 : (lines > 15 ? lines - 14 : 1)
    for (i = first; i <= lines; ++i)
        if (!said || shown[i])
            print "    " line[i]
}

/^[0-9]+\/[0-9]+ Testing: / {
    tell()
    name = $3
    passed = said = lines = more = 0
    delete shown
}

/^Test Passed\.$/ || /^Test Pass Reason:$/ || /^Test Skipped\.$/ { passed = 1 }

{
    line[++lines] = substr($0, 1, 300)
    if (/^FAIL! |^XPASS |^QFATAL |ERROR: [A-Z][a-z]*Sanitizer|WARNING: ThreadSanitizer/) {
        said = 1
        more = 8
    } else if (/^(PASS|SKIP|QDEBUG|QINFO|QWARN|Totals)/) {
        more = 0
    }
    if (more-- > 0)
        shown[lines] = 1
}

END { tell() }
