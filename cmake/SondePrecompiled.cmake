# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later

# What nearly every file includes is parsed once instead of for each of them: on two processors, the
# libraries take 9 minutes instead of 22. Includes stay complete all the same: clang-tidy reads without
# them each source that changed, and in `./dev check --deep` every source.
option(SONDE_PRECOMPILED "Precompile headers of Qt and of the standard library" ON)

set(SONDE_CORE_HEADERS
    <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <string>
    <string_view> <unordered_map> <utility> <vector>
    <QByteArray> <QCoreApplication> <QDateTime> <QDir> <QFile> <QHash> <QObject> <QPointer>
    <QString> <QStringBuilder> <QStringList> <QTimer> <QUrl> <QVariant>)
set(SONDE_WINDOW_HEADERS
    <QAbstractItemModel> <QAction> <QApplication> <QClipboard> <QComboBox> <QHeaderView>
    <QKeyEvent> <QLabel> <QLineEdit> <QLocale> <QMenu> <QPainter> <QPushButton> <QScrollBar>
    <QSettings> <QStyledItemDelegate> <QTabWidget> <QToolButton> <QTreeView> <QVBoxLayout>
    <QWidget>)

# Without CMake's -Xclang before each of them, ccache sees that these are files of this folder, and
# another clone can use what it knows.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE>)
endif()

# sonde_precompiled_headers(NAME USES <targets> HEADERS <headers>)
function(sonde_precompiled_headers name)
    cmake_parse_arguments(ARG "" "" "USES;HEADERS" ${ARGN})
    if(NOT SONDE_PRECOMPILED)
        return()
    endif()
    set(source "${CMAKE_BINARY_DIR}/precompiled/${name}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "")
    add_library(sonde_precompiled_${name} OBJECT "${source}")
    set_target_properties(sonde_precompiled_${name} PROPERTIES AUTOMOC OFF AUTORCC OFF)
    if(SONDE_CCACHE)
        set_target_properties(sonde_precompiled_${name} PROPERTIES CXX_COMPILER_LAUNCHER
            "${PROJECT_SOURCE_DIR}/cmake/leavesum.sh;${PROJECT_SOURCE_DIR};${CMAKE_CXX_COMPILER_LAUNCHER}")
    endif()
    target_link_libraries(sonde_precompiled_${name} PRIVATE ${ARG_USES} sonde_options)
    target_precompile_headers(sonde_precompiled_${name} PRIVATE ${ARG_HEADERS})
endfunction()

# sonde_use_precompiled(TARGET NAME): a target takes the headers of that name.
function(sonde_use_precompiled target name)
    if(SONDE_PRECOMPILED)
        target_precompile_headers(${target} REUSE_FROM sonde_precompiled_${name})
        # As the headers were compiled: Qt 6.4 wants it of programs as well, a newer Qt does not, and
        # then the compiler takes no header from them.
        get_target_property(type ${target} TYPE)
        if(type STREQUAL "EXECUTABLE")
            target_compile_options(${target} PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
        endif()
    endif()
endfunction()
