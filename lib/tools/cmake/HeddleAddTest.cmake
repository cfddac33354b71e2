# SPDX-License-Identifier: MIT
# heddle_add_test(NAME name
#                 [SOURCES file...] [LIBRARIES library...]   a new executable of that name, or
#                 [TARGET executable]                        one that there is
#                 [FRAMEWORK Criterion | GoogleTest | Catch2 | doctest]
#                 RANKS number...
#                 [ARGUMENTS word...] [LABELS label...] [ENVIRONMENT NAME=value...]
#                 [TIMEOUT seconds])
#
# adds a test name/N for each number of ranks N, with the labels given and ranks-N.
#
# A plain program is run by mpiexec with N ranks. A suite is run once for each N with those of its
# cases that have N ranks, and once as name/others with all other cases; a number of ranks that no
# case has is a failure. The suite's framework is one of LIBRARIES, if it is not in SOURCES.
#
# CTest ends no test: a deadlock ends by itself with a report, and what has not ended after TIMEOUT
# seconds (25 minutes, 0 for never) is ended by Heddle, which reports what each rank does. In a
# suite that is the time of one case, and the default is the framework's.
function(heddle_add_test)
    cmake_parse_arguments(PARSE_ARGV 0 given "" "NAME;TARGET;FRAMEWORK;TIMEOUT"
                          "SOURCES;LIBRARIES;RANKS;ARGUMENTS;LABELS;ENVIRONMENT")
    if(given_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "heddle_add_test: I do not know ${given_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT given_NAME OR NOT given_RANKS)
        message(FATAL_ERROR "heddle_add_test: give NAME and RANKS")
    endif()
    foreach(ranks IN LISTS given_RANKS)
        if(NOT ranks MATCHES "^[1-9][0-9]*$")
            message(FATAL_ERROR "heddle_add_test: ${ranks} is no number of ranks")
        endif()
    endforeach()
    if(given_SOURCES)
        set(given_TARGET "${given_NAME}")
        add_executable(${given_NAME} ${given_SOURCES})
        target_link_libraries(${given_NAME} PRIVATE ${given_LIBRARIES} Heddle::mpi)
    elseif(NOT TARGET "${given_TARGET}")
        message(FATAL_ERROR "heddle_add_test: ${given_NAME} has neither SOURCES nor an executable \
as its TARGET")
    endif()
    if(DEFINED given_TIMEOUT)
        list(APPEND given_ENVIRONMENT "HEDDLE_TIMEOUT=${given_TIMEOUT}")
    elseif(NOT given_FRAMEWORK)
        list(APPEND given_ENVIRONMENT HEDDLE_TIMEOUT=1500)
    endif()

    # What selects cases by the end of their names, and what leaves cases out.
    string(TOLOWER "${given_FRAMEWORK}" framework)
    set(nothing)
    if(framework STREQUAL "criterion")
        string(REPLACE ";" "|*/" none "${given_RANKS}")
        set(selects "--filter=*/N")
        set(others "--filter=!(*/${none})")
        set(nothing "Tested: 0 ")
    elseif(framework STREQUAL "googletest")
        string(REPLACE ";" ":*/" none "${given_RANKS}")
        set(selects "--gtest_filter=*/N")
        set(others "--gtest_filter=-*/${none}")
        set(nothing "Running 0 tests")
    elseif(framework STREQUAL "catch2")
        string(REPLACE ";" ";~*/" none "${given_RANKS}")
        set(selects "*/N")
        set(others "~*/${none}")
        set(nothing "No test cases matched|No tests ran")
    elseif(framework STREQUAL "doctest")
        string(REPLACE ";" ",*/" none "${given_RANKS}")
        set(selects "--test-case=*/N")
        set(others "--test-case-exclude=*/${none}")
        set(nothing "test cases: *0 ")
    elseif(framework)
        message(FATAL_ERROR "heddle_add_test: FRAMEWORK is Criterion, GoogleTest, Catch2 or \
doctest, not ${given_FRAMEWORK}")
    endif()

    foreach(ranks IN LISTS given_RANKS)
        set(test "${given_NAME}/${ranks}")
        if(framework)
            string(REPLACE "/N" "/${ranks}" selected "${selects}")
            add_test(NAME "${test}" COMMAND ${given_TARGET} "${selected}" ${given_ARGUMENTS})
            set_property(TEST "${test}" PROPERTY FAIL_REGULAR_EXPRESSION "${nothing}")
        else()
            add_test(NAME "${test}" COMMAND "${Heddle_MPIEXEC}" -n ${ranks}
                     "$<TARGET_FILE:${given_TARGET}>" ${given_ARGUMENTS})
        endif()
        set_tests_properties("${test}" PROPERTIES TIMEOUT 0 PROCESSORS ${ranks})
        set_property(TEST "${test}" PROPERTY LABELS ${given_LABELS} ranks-${ranks})
        set_property(TEST "${test}" PROPERTY ENVIRONMENT ${given_ENVIRONMENT})
    endforeach()
    if(framework)
        set(test "${given_NAME}/others")
        add_test(NAME "${test}" COMMAND ${given_TARGET} ${others} ${given_ARGUMENTS})
        set_tests_properties("${test}" PROPERTIES TIMEOUT 0)
        set_property(TEST "${test}" PROPERTY LABELS ${given_LABELS})
        set_property(TEST "${test}" PROPERTY ENVIRONMENT ${given_ENVIRONMENT})
    endif()
endfunction()
