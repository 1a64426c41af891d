package io.poolbench.study;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Named;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A user's own Dubbo provider, instrumented by an agent: started by poolbench, or running already.
 *
 * @param protocol of its services; null = the dubbo protocol
 * @param replacedBy the pool that replaces the configured one; null = as configured
 * @param process whose port is that of the protocol; 0 = any free port, or the configured ports of
 *     a program with several
 */
public record TargetSettings(
    TargetProgram program, RpcProtocol protocol, PoolConfig replacedBy, ProcessSettings process)
    implements ProviderSettings {
  public TargetSettings {
    Objects.requireNonNull(program, "program");
    protocol = protocol == null ? RpcProtocol.DUBBO : protocol;
    Objects.requireNonNull(process, "process");
    if (process.port() != 0 && program.port() != 0) {
      throw new InvalidSettingException(
          "port", "not allowed beside target.port (valid: leave it out)");
    }
  }

  static TargetSettings of(TargetProgram program, Section provider) {
    boolean configured = provider.text("threadpool").equals(AsConfiguredPool.KIND);
    for (String size : List.of("threads", "corethreads", "queues", "alive")) {
      if (configured && provider.has(size)) {
        throw new InvalidSettingException(
            size, "not allowed with as-configured (valid: leave it out)");
      }
    }
    return new TargetSettings(
        program,
        provider.constant("protocol", RpcProtocol.values()),
        configured ? null : DubboSettings.pool(provider),
        program.attach() == null
            ? provider.record(ProcessSettings.class)
            : ProcessSettings.runningAt(provider.text("bind"), 0));
  }

  @Override
  public ConfiguredPool pool() {
    return replacedBy == null ? AsConfiguredPool.UNKNOWN : replacedBy;
  }

  /** Whether the agent can build a pool, which it can of Dubbo's own pools of platform threads. */
  public static boolean isReplaceable(PoolType type) {
    return type.minJdk() < PoolType.VIRTUAL.minJdk();
  }

  @Override
  public boolean runsAlready() {
    return program.attach() != null;
  }

  /** The target with the pool that it configures itself. */
  public TargetSettings asConfigured() {
    return replacedBy(null);
  }

  public TargetSettings replacedBy(PoolConfig pool) {
    return new TargetSettings(program, protocol, pool, process);
  }

  @Override
  public TargetSettings listeningOn(String host) {
    return new TargetSettings(program, protocol, replacedBy, process.listeningOn(host));
  }

  @Override
  public boolean isRenewable(EffectivePool built) {
    return replacedBy == null ? built.isElastic() : replacedBy.type().isElastic();
  }

  @Override
  public List<String> classPath() {
    return program.jar() == null ? program.classpath() : List.of(program.jar());
  }

  /**
   * A user's own program that exports Dubbo services. Paths are absolute.
   *
   * @param jar started with {@code java -jar}; null = {@code main} of the class path
   * @param classpath see {@link ClassPath}; empty with a jar
   * @param main the main class; null with a jar
   * @param properties system properties, which override those that the lab sets
   * @param configCenter whether it reads its configuration from a config center
   * @param stubs of methods of services that it calls, by {@code INTERFACE.METHOD}
   * @param startTimeout maximum time until its port is open, 1 s to 1 h
   * @param port the Dubbo port whose pool is measured; 0 = the only one
   * @param configuredBy where the program configures its pool, which advice to change it names
   * @param attach the file that the agent in a running program has written, on the program's
   *     machine; jar and classpath are then its classes; null = the program is started
   */
  public record TargetProgram(
      String jar,
      List<String> classpath,
      String main,
      List<String> arguments,
      Map<String, String> properties,
      Registry registry,
      ConfigCenter configCenter,
      Map<String, Stub> stubs,
      Duration startTimeout,
      String folder,
      int port,
      ConfiguredBy configuredBy,
      String attach) {
    /** The longest start that a study may wait for. */
    public static final Duration MAX_START = Duration.ofHours(1);

    private static final Pattern STUB = Pattern.compile("[\\p{L}\\p{N}_$]+(\\.[\\p{L}\\p{N}_$]+)+");

    public TargetProgram {
      classpath = List.copyOf(classpath);
      arguments = List.copyOf(arguments);
      properties = ordered(properties);
      Objects.requireNonNull(registry, "registry");
      Objects.requireNonNull(configCenter, "configCenter");
      stubs = ordered(stubs);
      if (startTimeout.compareTo(Duration.ofSeconds(1)) < 0
          || startTimeout.compareTo(MAX_START) > 0) {
        throw new InvalidSettingException(
            "startTimeout", startTimeout.toMillis() + "ms out of range (valid: 1s..1h)");
      }
      Objects.requireNonNull(folder, "folder");
      Objects.requireNonNull(configuredBy, "configuredBy");
      ProviderSettings.requirePort(port);
      if (attach != null) {
        requireUnset("arguments", arguments.isEmpty());
        requireUnset("configCenter", configCenter == ConfigCenter.NONE);
        requireUnset("main", main == null);
        requireUnset("properties", properties.isEmpty());
        requireUnset("registry", registry == Registry.UNREGISTERED);
        requireUnset("stubs", stubs.isEmpty());
      } else if (jar == null && classpath.isEmpty()) {
        throw new InvalidSettingException("jar", "missing (example: order.jar)");
      }
      if (jar != null && !classpath.isEmpty()) {
        throw new InvalidSettingException(
            "classpath", "not allowed beside jar (valid: one of them)");
      }
      if (jar != null && main != null) {
        throw new InvalidSettingException(
            "main", "not allowed beside jar, whose manifest names it (valid: leave it out)");
      }
      if (attach == null && jar == null && main == null) {
        throw new InvalidSettingException("main", "missing (example: com.example.OrderMain)");
      }
      for (String name : properties.keySet()) {
        if (name.isBlank() || name.contains("=")) {
          throw new InvalidSettingException(
              "properties", "invalid name '" + name + "' (valid: not empty, without '=')");
        }
      }
      for (String name : stubs.keySet()) {
        if (!STUB.matcher(name).matches()) {
          throw new InvalidSettingException(
              "stubs", "invalid name '" + name + "' (example: com.example.StockService.level)");
        }
      }
    }

    private static void requireUnset(String setting, boolean unset) {
      if (!unset) {
        throw new InvalidSettingException(
            setting, "not allowed beside attach, as nothing is started (valid: leave it out)");
      }
    }

    /** The file name of the jar or of what is attached to, or the main class. */
    public String name() {
      return jar == null && main != null
          ? main
          : Path.of(jar == null ? attach : jar).getFileName().toString();
    }

    private static <V> Map<String, V> ordered(Map<String, V> entries) {
      return Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    /**
     * The answer to each call of a method of another service, which the program does not call.
     *
     * @param valueJson JSON of the returned value; null becomes JSON's {@code null}
     * @param time from the call to the answer, 0 to 1 min
     */
    public record Stub(String valueJson, Duration time) {
      private static final Duration MAX_TIME = Duration.ofMinutes(1);

      public Stub {
        valueJson = Objects.requireNonNullElse(valueJson, "null");
        if (time.isNegative() || time.compareTo(MAX_TIME) > 0) {
          throw new InvalidSettingException(
              "time", time.toMillis() + "ms out of range (valid: 0s..1m)");
        }
      }
    }

    /** How the program uses the registries in its configuration. */
    public enum Registry implements Named {
      /** The program does not register its services, so that no consumer finds them. */
      UNREGISTERED,
      AS_CONFIGURED,
      /** The program connects to no registry, and finds no services of others. */
      NONE
    }

    /** How the program uses the config centers in its configuration. */
    public enum ConfigCenter implements Named {
      NONE,
      AS_CONFIGURED
    }
  }

  /**
   * The place where a program configures its pool.
   *
   * @param file such as {@code application.yml}; empty if unknown
   * @param prefix of the pool's properties, such as {@code dubbo.protocols.orders}
   * @param port of the protocol as configured; 0 if unknown
   */
  public record ConfiguredBy(String file, String prefix, int port) {
    private static final Pattern PREFIX = Pattern.compile("dubbo(\\.[\\w-]+){1,2}");

    public ConfiguredBy {
      Objects.requireNonNull(file, "file");
      ProviderSettings.requirePort(port);
      if (!PREFIX.matcher(prefix).matches()) {
        throw new InvalidSettingException(
            "prefix", "invalid prefix '" + prefix + "' (example: dubbo.protocols.orders)");
      }
    }

    public boolean usesYaml() {
      return file.endsWith(".yml") || file.endsWith(".yaml");
    }

    public boolean usesXml() {
      return file.endsWith(".xml");
    }
  }
}
