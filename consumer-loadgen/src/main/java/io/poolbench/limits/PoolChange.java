package io.poolbench.limits;

import io.poolbench.api.PoolConfig;
import io.poolbench.study.Cell;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.TargetSettings.ConfiguredBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The change that gives a program another pool, ready to paste.
 *
 * @param place where the program configures its pool today
 */
public record PoolChange(PoolConfig pool, ConfiguredBy place) {
  /** The columns of a terminal, less the indentation. */
  private static final int MAX_COLUMNS = 78;

  public PoolChange {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(place, "place");
  }

  /**
   * The change to a cell's pool, as it was measured.
   *
   * @return empty if the pool is not one that can be configured in a team's program
   */
  public static Optional<PoolChange> to(Cell cell) {
    return cell.provider() instanceof TargetSettings target
            && target.pool() instanceof PoolConfig pool
        ? Optional.of(new PoolChange(pool, target.program().configuredBy()))
        : Optional.empty();
  }

  /**
   * The change in the style in which the program configures its pool, with a comment that names the
   * place: behind it, where both fit in a line.
   */
  public String inOwnStyle() {
    if (place.usesXml()) {
      return commented(xml(), "<!-- " + place.file() + " -->");
    }
    String comment = "# " + place.file();
    if (place.usesYaml()) {
      return commented("%s: {%s}".formatted(place.prefix(), parameters("%s: %s", ", ")), comment);
    }
    return (place.file().isEmpty() ? "" : comment + "\n") + String.join("\n", properties());
  }

  /** A line that is broken could not be pasted. */
  private static String commented(String line, String comment) {
    return line.length() + 1 + comment.length() <= MAX_COLUMNS
        ? line + " " + comment
        : comment + "\n" + line;
  }

  /** The change for each place that configures pools, with a comment that names the place. */
  public List<String> everywhere() {
    List<String> lines = new ArrayList<>();
    lines.add("# application.yml, or a data id of the same content in Nacos");
    String indent = "";
    for (String part : place.prefix().split("\\.", -1)) {
      lines.add(indent + part + ":");
      indent += "  ";
    }
    String within = indent;
    pool.dubboParameters().forEach((name, value) -> lines.add(within + name + ": " + value));
    lines.add("");
    lines.add("# application.properties, dubbo.properties, or with -D on the command line;");
    lines.add("# in Dubbo's own config center: data id dubbo.properties, group dubbo");
    lines.addAll(properties());
    lines.add("");
    lines.add("# Spring XML: attributes of the protocol");
    lines.add(xml());
    if (pool.type().hasSizes()) {
      lines.addAll(ofFrameworks());
    }
    return lines;
  }

  /** Entries of frameworks that change a pool while it runs. */
  private List<String> ofFrameworks() {
    String port = place.port() == 0 ? "PORT" : String.valueOf(place.port());
    List<String> sizes =
        List.of(
            "    corePoolSize: " + pool.coreThreads(), "    maximumPoolSize: " + pool.threads());
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "# dynamic-tp, under dynamictp (up to 1.1: spring.dynamic.tp); it changes sizes only,");
    lines.add("# so that the type and the queue need one of the above");
    lines.add("dubboTp:");
    lines.add("  - threadPoolName: \"dubboTp#" + port + "\"");
    lines.addAll(sizes);
    lines.add("    keepAliveTime: " + TimeUnit.MILLISECONDS.toSeconds(pool.aliveMillis()));
    lines.add("");
    lines.add("# hippo4j, under spring.dynamic.thread-pool; it changes sizes only, too");
    lines.add("adapter-executors:");
    lines.add("  - mark: Dubbo");
    lines.add("    threadPoolKey: \"" + port + "\"");
    lines.addAll(sizes);
    return lines;
  }

  /** Such as {@code dubbo.protocol.threads=16}. */
  private List<String> properties() {
    return pool.dubboParameters().entrySet().stream()
        .map(each -> place.prefix() + "." + each.getKey() + "=" + each.getValue())
        .toList();
  }

  private String xml() {
    return "<dubbo:protocol ... " + parameters("%s=\"%s\"", " ") + "/>";
  }

  private String parameters(String format, String delimiter) {
    return pool.dubboParameters().entrySet().stream()
        .map(parameter -> format.formatted(parameter.getKey(), parameter.getValue()))
        .collect(Collectors.joining(delimiter));
  }
}
