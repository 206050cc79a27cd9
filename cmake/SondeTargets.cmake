# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later

# sonde_library(FOLDER USES <sonde targets and others> [HIDES <targets>] SOURCES <files>)
#
# The library of a folder of src or ui: sonde_json of "json", sonde_widgets_tools of the room
# "widgets/tools". Headers are included as "<folder>/<file>.h". Each library offers only its own
# folder (by a link in the build tree), so a header of a library that is not in USES is simply not
# found: an include against the direction of dependencies does not compile. What a library HIDES is
# used by its own sources only. SONDE_LIBRARY_HEADERS names the headers that are precompiled for it.
function(sonde_library folder)
    cmake_parse_arguments(ARG "" "" "USES;HIDES;SOURCES" ${ARGN})
    string(REPLACE "/" "_" name "${folder}")
    add_library(sonde_${name} STATIC ${ARG_SOURCES})
    set_target_properties(sonde_${name} PROPERTIES AUTOMOC_EXECUTABLE "${SONDE_MOC}")
    set(include_root "${CMAKE_BINARY_DIR}/include/${name}")
    get_filename_component(link "${include_root}/${folder}" DIRECTORY)
    file(MAKE_DIRECTORY "${link}")
    file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${include_root}/${folder}" SYMBOLIC)
    target_include_directories(sonde_${name} PUBLIC "${include_root}")
    target_link_libraries(sonde_${name} PUBLIC ${ARG_USES} PRIVATE ${ARG_HIDES} sonde_options sonde_shipped)
    sonde_use_precompiled(sonde_${name} ${SONDE_LIBRARY_HEADERS})
    sonde_note_uses(sonde_${name} "${ARG_USES}" "${ARG_HIDES}")
    # For sonde_shared().
    file(RELATIVE_PATH part "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    string(REGEX REPLACE "/.*" "" part "${part}")
    set(others ${ARG_USES} ${ARG_HIDES})
    list(FILTER others EXCLUDE REGEX "^sonde_")
    set_property(GLOBAL APPEND PROPERTY SONDE_LIBRARIES_${part} sonde_${name})
    set_property(GLOBAL APPEND PROPERTY SONDE_OTHERS_${part} ${others})
endfunction()

# sonde_shared(NAME PART [USES <targets>] [WITHOUT <libraries>]): the objects of all libraries of src
# or ui, but for some, as one shared library. A test that is linked with it takes a tenth of the time
# that their archives take, and a change in a library links no test again.
function(sonde_shared name part)
    cmake_parse_arguments(ARG "" "" "USES;WITHOUT" ${ARGN})
    get_property(libraries GLOBAL PROPERTY SONDE_LIBRARIES_${part})
    get_property(others GLOBAL PROPERTY SONDE_OTHERS_${part})
    if(ARG_WITHOUT)
        list(REMOVE_ITEM libraries ${ARG_WITHOUT})
        foreach(library IN LISTS ARG_WITHOUT)
            get_target_property(own ${library} LINK_LIBRARIES)
            list(REMOVE_ITEM others ${own})
        endforeach()
    endif()
    list(REMOVE_DUPLICATES others)
    list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
    add_library(${name} SHARED ${objects})
    add_dependencies(${name} ${libraries}) # and what these depend on
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(${name} PUBLIC ${ARG_USES} ${others} PRIVATE sonde_options)
    target_link_options(${name} PRIVATE LINKER:-Bsymbolic-functions)
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
        # What is shipped needs lines for its debug package. A debugger has the preset `debug`.
        target_link_options(${name} PRIVATE LINKER:--strip-debug)
    endif()
endfunction()

# sonde_sees(TARGET PUBLIC|PRIVATE <libraries>): their headers, without linking them.
function(sonde_sees target scope)
    foreach(library IN LISTS ARGN)
        target_include_directories(${target} ${scope}
            $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
        target_compile_definitions(${target} ${scope}
            $<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>)
    endforeach()
endfunction()

# For tst_layering, which reads who uses what from here and nowhere else: what a target of src or ui
# offers on to its users, and what it uses by itself.
function(sonde_note_uses target offered own)
    string(REGEX REPLACE "^${PROJECT_SOURCE_DIR}/(src|ui)/" "" folder "${CMAKE_CURRENT_SOURCE_DIR}/")
    if(NOT IS_ABSOLUTE "${folder}")
        string(REPLACE ";" " " line "${target} ${folder} ${offered} | ${own}")
        set_property(GLOBAL APPEND_STRING PROPERTY SONDE_USES "${line}\n")
    endif()
endfunction()

# For tst_layering: a folder of ui that this build leaves out, so that nothing names what it uses.
function(sonde_note_left_out folder)
    set_property(GLOBAL APPEND_STRING PROPERTY SONDE_USES "- ${folder}/ |\n")
endfunction()

# sonde_module(NAME USES … SOURCES …): what is loaded when it is needed for the first time, because
# what it links would cost each start its time.
function(sonde_module name)
    cmake_parse_arguments(ARG "" "" "USES;SOURCES" ${ARGN})
    add_library(${name} MODULE ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES
        PREFIX ""
        LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/sonde")
    target_link_libraries(${name} PRIVATE ${ARG_USES} sonde_options sonde_shipped)
    # What it is linked with is its own, whatever the program that loads it has of that name.
    target_link_options(${name} PRIVATE LINKER:--exclude-libs,ALL)
    sonde_note_uses(${name} "" "${ARG_USES}")
endfunction()

# sonde_rooms(NAME <rooms>): a target whose folder has a library for each feature, in the order of
# their dependencies. Who uses sonde_NAME may use all of them.
function(sonde_rooms name)
    add_library(sonde_${name} INTERFACE)
    foreach(room IN LISTS ARGN)
        add_subdirectory(${room})
        target_link_libraries(sonde_${name} INTERFACE sonde_${name}_${room})
    endforeach()
    list(TRANSFORM ARGN PREPEND "sonde_${name}_" OUTPUT_VARIABLE rooms)
    sonde_note_uses(sonde_${name} "${rooms}" "")
endfunction()

# sonde_program(NAME USES … SOURCES …): an executable called NAME.
function(sonde_program name)
    cmake_parse_arguments(ARG "" "" "USES;SOURCES" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_USES} sonde_options sonde_shipped)
    sonde_note_uses(${name} "" "${ARG_USES}")
endfunction()

# sonde_test(NAME [LABELS …] [ENVIRONMENT K=V …] [LAUNCHER …] [TIMEOUT …] USES … SOURCES …): a QTest
# program run by ctest, as the argument of the LAUNCHER when one is given. Its class is in NAME.cpp,
# which ends with including NAME.moc. A TIMEOUT, in seconds, says that the test takes long: those
# tests start first, so that no run waits for one of them alone at its end. Labels:
#   window     needs the window's libraries and programs
#   timing     promises a time: runs alone, and not under sanitizers
#   hostile    reads foreign bytes: runs under the address and undefined behaviour sanitizers
#   threads    runs under the thread sanitizer
#   platform   uses src/platform: linked and run with the portable implementation as well
function(sonde_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "USES;SOURCES;LABELS;ENVIRONMENT;LAUNCHER" ${ARGN})
    if(ARG_USES MATCHES "sonde_browser") # whose WebEngine no other test shall load
        set(archives ARCHIVES)
    endif()
    sonde_test_program(${name} ${name}.cpp ${archives} ${ARGN})
    if("platform" IN_LIST ARG_LABELS AND TARGET sonde_platform_portable AND NOT SONDE_SANITIZE)
        # Its objects come before the other's archive, so they are what the linker takes. (mold 1.10
        # also takes members of that archive which nothing asks for.)
        sonde_test_program(${name}_portable ${name}.cpp ARCHIVES ${ARGN})
        target_link_libraries(${name}_portable PRIVATE sonde_platform_portable)
        target_link_options(${name}_portable PRIVATE LINKER:--allow-multiple-definition)
    endif()
endfunction()

# With ARCHIVES, the libraries are linked into the program.
function(sonde_test_program name main)
    cmake_parse_arguments(ARG "ARCHIVES" "TIMEOUT" "USES;SOURCES;LABELS;ENVIRONMENT;LAUNCHER" ${ARGN})
    if(ARG_USES MATCHES "sonde_(models|look|content|session|widgets|app|browser)|Qt6::(Gui|Widgets)")
        set(kind window)
        list(APPEND ARG_USES Qt6::Widgets)
    else()
        set(kind core)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    if(NOT ARG_ARCHIVES)
        set(ours ${ARG_USES})
        list(FILTER ours INCLUDE REGEX "^sonde_")
        sonde_sees(${name} PRIVATE ${ours})
        list(FILTER ARG_USES EXCLUDE REGEX "^sonde_")
        list(PREPEND ARG_USES sonde_all_${kind})
        set_target_properties(${name} PROPERTIES LINK_DEPENDS_NO_SHARED ON)
    endif()
    target_link_libraries(${name}
        PRIVATE ${ARG_USES} Qt6::Network Qt6::Test sonde_test_options sonde_options)
    if(SONDE_PRECOMPILED)
        sonde_use_precompiled(${name} ${kind}_tests)
    else()
        target_compile_options(${name}
            PRIVATE -include "${PROJECT_SOURCE_DIR}/tests/support/patientmacros.h")
    endif()
    string(REPLACE ".cpp" ".moc" moc "${main}")
    qt6_generate_moc(${main} moc/${name}/${moc}) # without TARGET: see SondeMoc.cmake
    target_sources(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/moc/${name}/${moc}")
    target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/moc/${name}")
    if(SONDE_SANITIZE MATCHES "address")
        target_sources(${name} PRIVATE $<TARGET_OBJECTS:threadsended>)
    endif()
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
        target_link_options(${name} PRIVATE LINKER:--strip-debug)
    endif()
    add_test(NAME ${name} COMMAND ${ARG_LAUNCHER} $<TARGET_FILE:${name}>)
    if(ARG_TIMEOUT)
        # ctest orders by cost only what it has measured, or what says it.
        set_tests_properties(${name} PROPERTIES COST ${ARG_TIMEOUT})
    else()
        set(ARG_TIMEOUT 120)
    endif()
    # Of its own, so that no test sees the taps of another; short, because a socket's path is.
    string(MD5 taps ${name})
    string(SUBSTRING ${taps} 0 8 taps)
    set(home "${CMAKE_BINARY_DIR}/tests/home/${name}")
    file(MAKE_DIRECTORY "${home}")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
        ENVIRONMENT
            "QT_QPA_PLATFORM=offscreen;HOME=${home};SONDE_TAPS=${CMAKE_BINARY_DIR}/taps/${taps};${ARG_ENVIRONMENT}")
    set(environment ${SONDE_TEST_ENVIRONMENT})
    # What a sanitizer says in the programs of a test: ./dev check looks at it.
    if(SONDE_SANITIZE MATCHES "address")
        set(report "log_path=${CMAKE_BINARY_DIR}/Testing/reports/${name}")
        foreach(sanitizer ASAN LSAN UBSAN)
            list(APPEND environment "${sanitizer}_OPTIONS=string_append::${report}")
        endforeach()
    endif()
    set_tests_properties(${name} PROPERTIES ENVIRONMENT_MODIFICATION "${environment}")
    if("timing" IN_LIST ARG_LABELS)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
    endif()
endfunction()
