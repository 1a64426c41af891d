package io.poolbench.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A generated study that compares the configured pool with fixed pools of several sizes, with calls
 * of one method.
 *
 * @param name of the application
 * @param settings of {@code target} and {@code provider.jvm} that start it, with paths relative to
 *     the study
 * @param runs description of the provider as configured
 * @param call the called method; null if the provider exports none
 * @param named whether the user named the call, so that its arguments are real
 * @param cpus CPUs available to the provider
 */
public record StarterStudy(
    String name, ObjectNode settings, String runs, NamedCall call, boolean named, int cpus) {
  private static final int CANDIDATES = 3;
  private static final int MIN_THREADS = 8;

  /** Queue length of the fixed pools, so that calls wait rather than being rejected. */
  private static final int QUEUE = 1000;

  public StarterStudy {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(runs, "runs");
    if (cpus < 1) {
      throw new IllegalArgumentException("cpus: " + cpus + " (valid: 1 or more)");
    }
  }

  List<Integer> candidates() {
    List<Integer> threads = new ArrayList<>();
    int first = Math.max(MIN_THREADS, 2 * Integer.highestOneBit(cpus));
    for (int i = 0; i < CANDIDATES; i++) {
      threads.add(first << i);
    }
    return threads;
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("# Written by 'poolbench inspect'; all settings: docs/studies.md");
    lines.add("title: " + json("Which pool does " + name + " need?"));
    lines.add("target:");
    settings
        .path("target")
        .properties()
        .forEach(setting -> lines.add("  " + setting.getKey() + ": " + setting.getValue()));
    JsonNode jvm = settings.at("/provider/jvm");
    boolean triple = call != null && call.service().isTriple();
    if (triple || !jvm.isMissingNode()) {
      lines.add("provider:");
    }
    if (triple) {
      lines.add("  protocol: tri");
    }
    if (!jvm.isMissingNode()) {
      lines.add("  jvm: " + jvm);
    }
    if (triple) {
      lines.add("driver: {client: tri}");
    }
    if (call != null) {
      lines.add("call:");
      lines.add("  service: " + json(call.service().interfaceName()));
      if (!call.service().version().isEmpty()) {
        lines.add("  version: " + json(call.service().version()));
      }
      if (!call.service().group().isEmpty()) {
        lines.add("  group: " + json(call.service().group()));
      }
      lines.add("  method: " + json(call.methodName()));
      lines.add(
          "  arguments: "
              + call.argumentsInStudy()
              + (named
                  ? "  # the same in every call; data: FILE.csv and \"${column}\" vary them"
                  : "  # replace: made up from the types of " + call.method().signature()));
    }
    lines.add("load:");
    lines.add(
        "  users: 4, 8, 16, 32, 64, 128  # each sends its next call when the last is answered");
    lines.add("sla:");
    lines.add("  tp99: 50ms  # replace by what your callers need");
    lines.add("cells:");
    lines.add("  - provider: {threadpool: as-configured}  # " + runs);
    for (int threads : candidates()) {
      lines.add(
          "  - provider: {threadpool: fixed, threads: %s, queues: %s}".formatted(threads, QUEUE));
    }
    return lines;
  }

  /** The text as JSON, which is valid YAML too. */
  private static String json(String text) {
    return TextNode.valueOf(text).toString();
  }
}
