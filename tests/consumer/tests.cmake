# The library as its users meet it; only in plain builds, a sanitized library would not link alone.
if(NOT TRILITH_SANITIZE AND TRILITH_INSTALL)
  foreach(mode package subdirectory)
    add_test(NAME consumer.${mode}
             COMMAND ${CMAKE_COMMAND} -DMODE=${mode} -DSOURCE=${PROJECT_SOURCE_DIR}
                     -DBUILD=${PROJECT_BINARY_DIR} -DWORK=${PROJECT_BINARY_DIR}/consumer-${mode}
                     -P ${CMAKE_CURRENT_SOURCE_DIR}/consumer/run.cmake)
    set_tests_properties(consumer.${mode} PROPERTIES TIMEOUT 900)
  endforeach()
endif()
