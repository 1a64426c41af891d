package io.poolbench.side;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** How messages become JSON and come back: a property per component of a record. */
public final class SideJson {
  /** Components only: a record's questions, such as isEmpty(), are no properties. */
  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .addModule(new MeasurementJson())
          .build();

  private SideJson() {}
}
