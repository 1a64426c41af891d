package io.poolbench.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Rules for {@code call}, {@code calls} and {@code driver.method}, of which a cell has one. */
final class CallKinds {
  private static final List<String> CALLS = List.of("call", "calls");

  private CallKinds() {}

  static void drop(ObjectNode below, ObjectNode higher) {
    if (higher.path("driver").has("method")) {
      below.remove(CALLS);
    }
    for (String kind : CALLS) {
      if (higher.has(kind)) {
        Settings.remove(below, "driver", List.of("method"));
        CALLS.stream().filter(other -> !other.equals(kind)).forEach(below::remove);
      }
    }
  }

  static void require(Settings settings) {
    for (String kind : CALLS) {
      if (settings.has("/" + kind) && settings.has("/driver/method")) {
        throw settings.problem(
            "/driver/method", "not allowed beside " + kind + " (valid: one of them)");
      }
    }
    if (CALLS.stream().allMatch(kind -> settings.has("/" + kind))) {
      throw settings.problem("/calls", "not allowed beside call (valid: one of them)");
    }
  }
}
