package io.poolbench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** What a command prints for programs. */
final class JsonText {
  private JsonText() {}

  /** Records and lists of them, a property per component. */
  static String of(Object printed) throws JsonProcessingException {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(printed);
  }
}
