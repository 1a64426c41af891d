package io.poolbench.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.spec.Workload.ThinkTime;
import java.util.List;
import java.util.Map;

/**
 * A section that a study may write as one duration, its mean: {@code latency: 2ms} is {@code
 * latency: {mean: 2ms, deviation: 0ms}}. In the long form, parts can be overridden one by one.
 * {@code validity: strict} is half of each default limit, {@code validity: normal} no limit of
 * one's own.
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

  private static final String VALIDITY = "validity";
  private static final String STRICT = "strict";
  private static final Map<String, String> HALVED =
      Map.of(
          "driverCpu", "45%",
          "runQueueWait", "5%",
          "gcPause", "0.5%",
          "lag", "500us",
          "hiccup", "12.5%");

  static void spellOut(ObjectNode tree) {
    if (tree.path(VALIDITY).asText().equals(STRICT)) {
      ObjectNode limits = tree.putObject(VALIDITY);
      HALVED.forEach(limits::put);
    }
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

  /** Leaves the limits of {@code validity: normal}, which replaces lower sources, to defaults. */
  static void dropNormal(ObjectNode tree) {
    if (tree.path(VALIDITY).isTextual()) {
      tree.remove(VALIDITY);
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
