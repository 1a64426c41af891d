package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.spec.Workload.ThinkTime;
import java.util.List;

/**
 * A section that a study may write as one duration, its mean: {@code latency: 2ms} is {@code
 * latency: {mean: 2ms, deviation: 0ms}}. In the long form, parts can be overridden one by one.
 *
 * @param part the part that the short form implies
 * @param implied that part's value
 */
record ShortForm(String section, String key, String part, String implied) {
  private static final String MEAN = "mean";
  private static final List<ShortForm> ALL =
      List.of(
          new ShortForm("redis", "latency", "deviation", "0ms"),
          new ShortForm("network", "latency", "deviation", "0ms"),
          new ShortForm("load", "thinkTime", "distribution", ThinkTime.Distribution.FIXED.id()));

  static void spellOut(ObjectNode tree) {
    for (ShortForm form : ALL) {
      JsonNode mean = tree.path(form.section).path(form.key);
      if (mean.isTextual()) {
        ((ObjectNode) tree.get(form.section))
            .putObject(form.key)
            .put(MEAN, mean.textValue())
            .put(form.part, form.implied);
      }
    }
  }

  /** The inverse of {@link #spellOut} of durations. */
  static void shorten(ObjectNode tree) {
    for (ShortForm form : ALL) {
      JsonNode parts = tree.path(form.section).path(form.key);
      if (parts.path(form.part).asText().equals(form.implied)) {
        ((ObjectNode) tree.get(form.section)).set(form.key, parts.get(MEAN));
      }
    }
  }
}
