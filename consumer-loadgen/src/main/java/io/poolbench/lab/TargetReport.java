package io.poolbench.lab;

import io.poolbench.api.AgentProtocol;
import io.poolbench.api.EffectivePool;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The agent's report on the target in which it runs.
 *
 * @param dubbo the version of Dubbo, such as {@code 3.3.6}
 * @param java the version of the JVM
 * @param pools all business pools of the target, in the order of their creation
 * @param services all services that the target exports
 */
public record TargetReport(
    String dubbo, String java, List<Pool> pools, List<TargetService> services) {
  public TargetReport {
    Objects.requireNonNull(dubbo, "dubbo");
    Objects.requireNonNull(java, "java");
    pools = List.copyOf(pools);
    services = List.copyOf(services);
  }

  /**
   * Parses the text of {@code /provider}.
   *
   * @throws IllegalArgumentException if the text is not a report
   */
  public static TargetReport parse(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
    Fields fields = new Fields(properties, "");
    return new TargetReport(
        fields.text("dubbo"),
        fields.text("java"),
        fields.list("pools", "pool.", Pool::of),
        fields.list("services", "service.", TargetService::of));
  }

  public List<TargetService> services(int port) {
    return services.stream().filter(service -> service.port() == port).toList();
  }

  /**
   * A business pool of the target.
   *
   * @param protocol the protocol of the server that it serves, such as {@code dubbo}
   * @param port the port of that server
   * @param extension the type of pool by its name in Dubbo, such as {@code fixed}
   * @param runs read back from the running executor
   * @param configured the parameters {@code threadpool}, {@code threads}, {@code corethreads},
   *     {@code queues} and {@code alive} of the URL when the pool was built; absent ones are
   *     omitted
   * @param builtBy the first class outside Dubbo's own pool code that requested the pool
   * @param replaced whether the pool of a study runs instead
   */
  public record Pool(
      String protocol,
      int port,
      String extension,
      EffectivePool runs,
      Map<String, String> configured,
      String builtBy,
      boolean replaced) {
    public Pool {
      Objects.requireNonNull(protocol, "protocol");
      Objects.requireNonNull(extension, "extension");
      Objects.requireNonNull(runs, "runs");
      configured = Map.copyOf(configured);
      Objects.requireNonNull(builtBy, "builtBy");
    }

    private static Pool of(Fields fields) {
      Map<String, String> configured = new TreeMap<>();
      for (String key :
          List.of(
              AgentProtocol.THREADPOOL,
              AgentProtocol.THREADS,
              AgentProtocol.CORE_THREADS,
              AgentProtocol.QUEUES,
              AgentProtocol.ALIVE)) {
        fields.optional("configured." + key).ifPresent(value -> configured.put(key, value));
      }
      return new Pool(
          fields.text("protocol"),
          Integer.parseInt(fields.text("port")),
          type(fields.optional("extension").orElse("")),
          new EffectivePool(
              fields.text("executor"),
              fields.number("core"),
              fields.number("max"),
              fields.optional("keepAliveMillis").map(Long::valueOf).orElse(null),
              fields.optional("queue").orElse(null),
              fields.number("capacity")),
          configured,
          fields.optional("builtBy").orElse(""),
          Boolean.parseBoolean(fields.optional("replaced").orElse("false")));
    }
  }

  /** The extension name in Dubbo, also of a class name such as {@code FixedThreadPool}. */
  private static String type(String extension) {
    return extension.replaceFirst("ThreadPool$", "").toLowerCase(Locale.ROOT);
  }

  /** Properties with a prefix. The value {@code -} is unknown, like a missing one. */
  record Fields(Properties properties, String prefix) {
    private static final String UNKNOWN = "-";

    Optional<String> optional(String key) {
      return Optional.ofNullable(properties.getProperty(prefix + key))
          .filter(value -> !value.isEmpty() && !value.equals(UNKNOWN));
    }

    String text(String key) {
      return optional(key)
          .orElseThrow(() -> new IllegalArgumentException("no " + prefix + key + " in the report"));
    }

    Integer number(String key) {
      return optional(key).map(Integer::valueOf).orElse(null);
    }

    /** Elements with the prefix {@code element} and an index; {@code count} names their number. */
    <T> List<T> list(String count, String element, Function<Fields, T> read) {
      return IntStream.range(0, optional(count).map(Integer::parseInt).orElse(0))
          .mapToObj(i -> read.apply(new Fields(properties, prefix + element + i + ".")))
          .toList();
    }
  }
}
