package io.poolbench.lab;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.result.MeasurementModule;

/** The JSON mapper of messages. Each component of a record is a property. */
final class SideJson {
  /** Boolean methods of a record, such as {@code isEmpty()}, are not properties. */
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .addModule(new MeasurementModule())
          .build();

  private SideJson() {}
}
