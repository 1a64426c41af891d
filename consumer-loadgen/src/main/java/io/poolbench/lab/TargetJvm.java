package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.RpcProtocol;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.ProviderSettings.Jvm;
import io.poolbench.study.Secrets;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.TargetSettings.TargetProgram;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A target: a team's own program in a JVM with the agent. The agent reads the launch configuration
 * from standard input, prints the same messages as poolbench's providers, and ends the process when
 * standard input ends. With a program that runs already, the process is one that connects to its
 * agent, which then puts the program back as it was.
 *
 * @param ports new ports of Dubbo's protocols, by the property that sets each
 */
public record TargetJvm(TargetSettings target, Map<String, Integer> ports) implements Program {
  /** The main class of the helper that connects to a running program. */
  public static final String ATTACH = "io.poolbench.agent.Attach";

  private static final String TEMPORARY = "java.io.tmpdir";
  private static final Path AGENT =
      Path.of("provider", "agent", "target", "poolbench-provider-agent.jar");

  public TargetJvm {
    ports = Map.copyOf(ports);
  }

  /**
   * The program on ports of its own, unless its settings name the port of the measured pool. They
   * are free now, because Dubbo has no value for any free port.
   */
  public static TargetJvm of(TargetSettings target, Machine machine)
      throws LabException, InterruptedException {
    Map<String, Integer> ports = new LinkedHashMap<>();
    if (target.program().port() == 0 && !target.runsAlready()) {
      for (RpcProtocol protocol : RpcProtocol.values()) {
        boolean called = protocol == target.protocol() && target.port() != 0;
        ports.put(
            property(protocol), called ? target.port() : machine.ask().findPort(target.bindHost()));
      }
    }
    return new TargetJvm(target, ports);
  }

  /**
   * The property that sets the port of a protocol, whatever form its configuration has, from Dubbo
   * 2.7 to 3.3; see {@code ServiceConfig.findConfiguredPort}.
   */
  private static String property(RpcProtocol protocol) {
    return protocol + "_DUBBO_PORT_TO_BIND";
  }

  /** The agent's configuration: the pool that replaces the program's, ports, and stubs. */
  public AgentLaunch launch() {
    PoolConfig pool = target.replacedBy();
    return new AgentLaunch(
        pool == null ? Map.of() : pool.dubboParameters(),
        target.program().port(),
        target.bindHost(),
        new Isolation(target.program()).withheld(),
        stubs(),
        false);
  }

  private Map<String, AgentLaunch.Stub> stubs() {
    Map<String, AgentLaunch.Stub> stubs = new LinkedHashMap<>();
    target
        .program()
        .stubs()
        .forEach(
            (method, stub) ->
                stubs.put(method, new AgentLaunch.Stub(stub.valueJson(), stub.time().toNanos())));
    return stubs;
  }

  @Override
  public String title() {
    return "target";
  }

  @Override
  public Path jar() {
    return AGENT;
  }

  @Override
  public List<String> command(Machine machine, Jvm jvm) throws LabException, InterruptedException {
    Path agent = builtJar(machine);
    try {
      return target.runsAlready()
          ? attaching(BuiltProgram.java(machine.facts().java()), agent, target.program().attach())
          : starting(machine, agent, jvm);
    } catch (InvalidSettingException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, e.setting() + ": " + e.getMessage(), e);
    }
  }

  private List<String> starting(Machine machine, Path agent, Jvm jvm)
      throws LabException, InterruptedException {
    TargetProgram program = target.program();
    Jdks.Jdk jdk = machine.jdk(jvm);
    List<String> command = new ArrayList<>();
    command.add(BuiltProgram.java(jdk));
    command.add("-javaagent:" + agent + "=" + AgentProtocol.LAB);
    command.add(BuiltProgram.EXIT_ON_OUT_OF_MEMORY);
    command.addAll(Secrets.resolved("provider.jvm.options", jvm.options()));
    properties().forEach((name, value) -> command.add("-D" + name + "=" + value));
    List<String> classPath =
        RequiredOpens.withLoaderPath(target.classPath(), Path.of(program.folder()), command);
    command.addAll(machine.ask().findOpens(classPath, jdk.feature(), jvm.options()));
    if (program.jar() == null) {
      command.addAll(
          List.of("-cp", String.join(File.pathSeparator, program.classpath()), program.main()));
    } else {
      command.addAll(List.of("-jar", program.jar()));
    }
    command.addAll(Secrets.resolved("target.arguments", program.arguments()));
    return command;
  }

  /** The command that connects standard input and output to the agent of a running program. */
  public static List<String> attaching(String java, Path agent, String... program) {
    List<String> command =
        new ArrayList<>(List.of(java, "-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", agent.toString(), ATTACH));
    command.addAll(List.of(program));
    return command;
  }

  /** System properties; those of the study take precedence. */
  private Map<String, String> properties() {
    Map<String, String> properties = new Isolation(target.program()).properties();
    new TreeMap<>(ports).forEach((name, port) -> properties.put(name, Integer.toString(port)));
    properties.putAll(Secrets.resolved("target.properties", target.program().properties()));
    return properties;
  }

  @Override
  public Optional<Path> folder() {
    return Optional.of(Path.of(target.program().folder()));
  }

  @Override
  public Optional<String> temporaryFolderOption() {
    return target.runsAlready() || target.program().properties().containsKey(TEMPORARY)
        ? Optional.empty()
        : Optional.of("-D" + TEMPORARY + "=");
  }

  @Override
  public boolean runsAlready() {
    return target.runsAlready();
  }

  @Override
  public Duration startTimeout() {
    return target.program().startTimeout();
  }

  @Override
  public Optional<String> startTimeoutSetting() {
    return Optional.of("target.startTimeout, or --start-timeout");
  }
}
