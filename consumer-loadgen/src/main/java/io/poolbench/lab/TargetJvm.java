package io.poolbench.lab;

import io.poolbench.api.AgentProtocol;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.RpcProtocol;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.TargetProgram;
import io.poolbench.spec.TargetSettings;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A team's own program in a JVM with the agent, which reads the launch configuration from standard
 * input, prints what our providers print, and ends the process when standard input ends.
 *
 * @param target its settings
 * @param ports the ports that Dubbo's protocols are moved to, by the property that moves one
 */
public record TargetJvm(TargetSettings target, Map<String, Integer> ports) implements Program {
  /**
   * What keeps a program by itself, in all configurations of Dubbo from 2.7 to 3.3; see {@code
   * AbstractConfig} and {@code ServiceConfig}. A protocol is moved by {@code
   * ServiceConfig.findConfiguredPort}, in whatever form it is configured.
   */
  private static final Map<String, String> UNREGISTERED =
      Map.of("dubbo.registry.register", "false", "dubbo.provider.register", "false");

  private static final Map<String, String> BY_ITSELF =
      Map.of(
          "dubbo.application.qos-enable", "false",
          "dubbo.provider.token", "false",
          "server.port", "0",
          "management.server.port", "0");

  public TargetJvm {
    ports = Map.copyOf(ports);
  }

  /**
   * The program on its own ports, if it has one of Dubbo.
   *
   * @throws LabException where there is no free port
   */
  public static TargetJvm of(TargetSettings target) throws LabException {
    Map<String, Integer> ports = new LinkedHashMap<>();
    if (target.program().port() == 0) {
      for (RpcProtocol protocol : RpcProtocol.values()) {
        boolean called = protocol == target.protocol() && target.port() != 0;
        ports.put(property(protocol), called ? target.port() : free(target.bindHost()));
      }
    }
    return new TargetJvm(target, ports);
  }

  /** What moves a protocol, in whatever form it is configured. */
  private static String property(RpcProtocol protocol) {
    return protocol + "_DUBBO_PORT_TO_BIND";
  }

  /** Any port that is free now; Dubbo takes none for "any". */
  private static int free(String host) throws LabException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, "no free port at " + host + ": " + e.getMessage(), e);
    }
  }

  /** The agent's configuration: the pool that replaces the program's, and where it listens. */
  public Properties config() {
    Properties properties = new Properties();
    PoolConfig pool = target.replacedBy();
    if (pool != null) {
      properties.setProperty(AgentProtocol.THREADPOOL, pool.type().id());
    }
    if (pool != null && pool.type().hasSizes()) {
      properties.setProperty(AgentProtocol.CORE_THREADS, Integer.toString(pool.coreThreads()));
      properties.setProperty(AgentProtocol.THREADS, Integer.toString(pool.threads()));
      properties.setProperty(AgentProtocol.QUEUES, Integer.toString(pool.queues()));
      properties.setProperty(AgentProtocol.ALIVE, Long.toString(pool.aliveMillis()));
    }
    properties.setProperty(AgentProtocol.PORT, Integer.toString(target.program().port()));
    properties.setProperty(AgentProtocol.BIND_HOST, target.bindHost());
    properties.setProperty(AgentProtocol.METRICS_PORT, "0");
    if (target.program().registry() == TargetProgram.Registry.NONE) {
      properties.setProperty(AgentProtocol.REGISTRY, AgentProtocol.NO_REGISTRY);
    }
    return properties;
  }

  @Override
  public String title() {
    return "target";
  }

  @Override
  public ViolationCode failure(ViolationCode ofProvider) {
    return ofProvider;
  }

  @Override
  public List<String> command(Path providers, Jvm jvm) throws LabException {
    TargetProgram program = target.program();
    Path agent =
        BuiltProgram.built(
            providers.resolve(Path.of("agent", "target", "poolbench-provider-agent.jar")),
            "agent",
            ViolationCode.PROVIDER_NOT_STARTED);
    List<String> command = new ArrayList<>();
    command.add(BuiltProgram.java(jvm));
    command.add("-javaagent:" + agent.toAbsolutePath() + "=" + AgentProtocol.LAB);
    command.add(BuiltProgram.EXIT_ON_OUT_OF_MEMORY);
    command.addAll(jvm.options());
    properties().forEach((name, value) -> command.add("-D" + name + "=" + value));
    if (program.jar() == null) {
      command.addAll(
          List.of("-cp", String.join(File.pathSeparator, program.classpath()), program.main()));
    } else {
      command.addAll(List.of("-jar", program.jar()));
    }
    command.addAll(program.arguments());
    return command;
  }

  /** Those of the study win. */
  private Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    if (target.program().registry() == TargetProgram.Registry.UNREGISTERED) {
      properties.putAll(UNREGISTERED);
    }
    properties.putAll(new TreeMap<>(BY_ITSELF));
    Stream.of(RpcProtocol.values())
        .map(TargetJvm::property)
        .filter(ports::containsKey)
        .forEach(port -> properties.put(port, Integer.toString(ports.get(port))));
    properties.putAll(target.program().properties());
    return properties;
  }

  @Override
  public Optional<Path> folder() {
    return Optional.of(Path.of(target.program().folder()));
  }

  @Override
  public Map<String, String> environment() {
    return target.program().environment();
  }

  @Override
  public Duration startTimeout() {
    return target.program().ready().timeout();
  }

  @Override
  public Optional<Pattern> readyLine() {
    return Optional.ofNullable(target.program().ready().log()).map(Pattern::compile);
  }
}
