# SPDX-FileCopyrightText: 2026 The Trainspotter developers
# SPDX-License-Identifier: Apache-2.0
# BUILD: the build to install; PROGRAM: sources of a program; WORK: a folder to do it in.
function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY COMMAND_ECHO STDOUT)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --component engine --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${PROGRAM} -B ${WORK}/build -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/program ${WORK}/run)
foreach(file checkpoint graph.pbtxt model.ckpt-0.index model.ckpt-300.index)
    if(NOT EXISTS ${WORK}/run/${file})
        message(FATAL_ERROR "the program left no ${file}")
    endif()
endforeach()
