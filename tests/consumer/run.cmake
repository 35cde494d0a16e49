# Builds and runs the consumer: cmake -DMODE=package|subdirectory -DSOURCE=... -DBUILD=... -DWORK=... -P
# The package is installed from BUILD into a folder below WORK first.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    string(JOIN " " command ${ARGN})
    message(FATAL_ERROR "${command}\n${out}")
  endif()
  message(STATUS "${out}")
endfunction()

if(MODE STREQUAL "package")
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
  set(where -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_BUILD_TYPE=Release)
else()
  # The whole library is compiled once more: without optimisation, to be quick.
  set(where -DTRILITH_SOURCE_DIR=${SOURCE} -DCMAKE_BUILD_TYPE=None)
endif()
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer -B ${WORK}/build -G Ninja ${where})
run(${CMAKE_COMMAND} --build ${WORK}/build --target consumer)
run(${WORK}/build/consumer)
