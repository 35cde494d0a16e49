# Compiler flags shared by every target of the project.

# x86-64-v2 (every desktop processor since 2009) brings popcnt; faster paths are chosen at run time.
set(TRILITH_ARCH_FLAGS "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(TRILITH_ARCH_FLAGS -march=x86-64-v2)
endif()

function(trilith_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wno-sign-conversion ${TRILITH_ARCH_FLAGS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms of g++ 12 on std::string (its bugs 105651 and 105329).
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                                             -Wno-stringop-overread)
  endif()
  if(TRILITH_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TRILITH_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TRILITH_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${TRILITH_SANITIZE})
  endif()
endfunction()
