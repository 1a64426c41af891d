package io.poolbench.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A generated study that compares the configured pool with fixed pools of several sizes, with calls
 * of one method.
 *
 * @param name of the application
 * @param program settings of {@code target} that start it, one per line, paths relative to the
 *     study
 * @param properties system properties of the application
 * @param arguments of its command line
 * @param jvmHome a JDK's folder; empty for the JDK of poolbench
 * @param jvmOptions options of the application's JVM
 * @param registry value of the study's setting {@code target.registry}
 * @param port port of the measured pool; 0 = the only one
 * @param runs description of the provider as configured
 * @param call the called method; null if the provider exports none
 * @param named whether the user named the call, so that its arguments are real
 * @param cpus CPUs available to the provider
 */
public record StarterStudy(
    String name,
    List<String> program,
    Map<String, String> properties,
    List<String> arguments,
    String jvmHome,
    List<String> jvmOptions,
    String registry,
    int port,
    String runs,
    NamedCall call,
    boolean named,
    int cpus) {
  private static final int CANDIDATES = 3;
  private static final int MIN_THREADS = 8;

  /** Queue length of the fixed pools, so that calls wait rather than being rejected. */
  private static final int QUEUE = 1000;

  private static final ObjectMapper JSON = new ObjectMapper();

  public StarterStudy {
    Objects.requireNonNull(name, "name");
    program = List.copyOf(program);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    arguments = List.copyOf(arguments);
    jvmOptions = List.copyOf(jvmOptions);
    Objects.requireNonNull(jvmHome, "jvmHome");
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
    program.forEach(line -> lines.add("  " + line));
    if (!properties.isEmpty()) {
      lines.add("  properties: " + json(properties));
    }
    if (!arguments.isEmpty()) {
      lines.add("  arguments: " + json(arguments));
    }
    if (!registry.equals("unregistered")) {
      lines.add("  registry: " + registry);
    }
    if (port != 0) {
      lines.add("  port: " + port);
    }
    boolean triple = call != null && call.service().isTriple();
    boolean hasJvm = !jvmHome.isEmpty() || !jvmOptions.isEmpty();
    if (triple || hasJvm) {
      lines.add("provider:");
    }
    if (triple) {
      lines.add("  protocol: tri");
    }
    if (hasJvm) {
      lines.add("  jvm: {home: %s, options: %s}".formatted(json(jvmHome), json(jvmOptions)));
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

  /** The value as JSON, which is valid YAML too, with every text quoted. */
  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing to memory", e);
    }
  }
}
