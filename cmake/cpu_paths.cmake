# Translation units compiled for newer processors than the rest; chosen at run time.

set(TRILITH_CPU_PATHS portable)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND TRILITH_CPU_PATHS avx2 avx512)
endif()
set(TRILITH_FLAGS_portable "")
set(TRILITH_FLAGS_avx2 -march=x86-64-v3)
# g++ 12 takes the undefined operand inside its own AVX-512 intrinsics for a fault (its bug 105593).
set(TRILITH_FLAGS_avx512 -march=x86-64-v4 -Wno-uninitialized -Wno-maybe-uninitialized)

# Adds <stem>_portable.cpp, <stem>_avx2.cpp and <stem>_avx512.cpp of the current folder to the
# library. They are optimised in every kind of build: a function left out of line might be shared
# with other units (scripts/check-cpu-paths looks for that).
function(trilith_add_cpu_paths stem)
  foreach(path IN LISTS TRILITH_CPU_PATHS)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${stem}_${path}.cpp)
    target_sources(trilith PRIVATE ${source})
    set_source_files_properties(${source} TARGET_DIRECTORY trilith PROPERTIES
                                COMPILE_OPTIONS "-O3;${TRILITH_FLAGS_${path}}")
  endforeach()
  if("avx2" IN_LIST TRILITH_CPU_PATHS)
    target_compile_definitions(trilith PRIVATE TRILITH_OTHELLO_X86_PATHS)
  endif()
endfunction()
