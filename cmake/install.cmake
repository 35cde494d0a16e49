# `cmake --install`: headers, library, program and the package files for find_package(trilith).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS trilith EXPORT trilith-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(folder engines solvers eval)
  install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trilith
          FILES_MATCHING PATTERN "*.hpp")
endforeach()
if(TRILITH_TOOLS AND TRILITH_PROGRAM)
  install(TARGETS trilith-tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/trilith)
install(EXPORT trilith-targets NAMESPACE trilith:: DESTINATION ${package_dir})
configure_package_config_file(cmake/trilith-config.cmake.in trilith-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(trilith-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/trilith-config.cmake
              ${PROJECT_BINARY_DIR}/trilith-config-version.cmake DESTINATION ${package_dir})
