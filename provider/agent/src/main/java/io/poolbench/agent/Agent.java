package io.poolbench.agent;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.nio.file.Path;
import java.nio.file.Paths;
import net.bytebuddy.ClassFileVersion;

/** The entry point of the agent. */
public final class Agent {
  private Agent() {}

  /**
   * Installs the agent, before the provider's main method runs.
   *
   * @param argument {@link AgentProtocol#LAB}, or {@link AgentProtocol#ATTACH} with a path; with
   *     any other the agent does nothing
   */
  public static void premain(String argument, Instrumentation instrumentation) {
    if (argument != null && argument.startsWith(AgentProtocol.ATTACH)) {
      awaitDriver(argument.substring(AgentProtocol.ATTACH.length()), instrumentation);
      return;
    }
    if (!AgentProtocol.LAB.equals(argument)) {
      System.err.println(
          "poolbench-provider-agent: inactive (valid: -javaagent:...="
              + AgentProtocol.ATTACH
              + "PATH)");
      return;
    }
    AgentOutput output = new AgentOutput();
    try {
      requireKnownJdk(System.getProperty("java.specification.version"));
      LabInput input = LabInput.ofProcess();
      AgentLaunch launch = AgentLaunch.of(input.readLine());
      InstrumentedProvider target = new InstrumentedProvider(launch, output, instrumentation);
      Hooks.install(target);
      DubboTransformer.install(instrumentation, target, launch);
      if (launch.isOnLoopback()) {
        LoopbackSockets.install(instrumentation);
      }
      input.followCommands(target, output, Thread.currentThread());
      ReadyWatch.start(target, Thread.currentThread());
    } catch (IOException | ClassNotFoundException | IllegalArgumentException e) {
      fail(output, e.getMessage());
    } catch (RuntimeException | LinkageError e) {
      fail(output, e.toString());
    }
  }

  private static void fail(AgentOutput output, String reason) {
    output.broken(AgentProtocol.AGENT_FAILED, reason);
    Runtime.getRuntime().halt(1);
  }

  /** Prepares a program that drivers attach to; it goes on without the agent if that fails. */
  private static void awaitDriver(String file, Instrumentation instrumentation) {
    try {
      requireKnownJdk(System.getProperty("java.specification.version"));
      if (System.getSecurityManager() != null) {
        // Its checks would ask for the rights of the agent, too, beneath each business task.
        throw new IllegalStateException("the program has a SecurityManager");
      }
      InstrumentedProvider target =
          new InstrumentedProvider(
              new AttachPoint(Paths.get(file), jar(), Thread.currentThread(), instrumentation),
              instrumentation);
      Hooks.install(target);
      DubboTransformer.install(instrumentation, target, AgentLaunch.NONE);
    } catch (RuntimeException | LinkageError e) {
      System.err.println("poolbench-provider-agent: inactive: " + e.getMessage());
    }
  }

  static Path jar() {
    return Paths.get(
        URI.create(Agent.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /**
   * Fails for a JDK whose classes the bytecode library cannot read.
   *
   * @param java such as {@code 1.8} or {@code 17}
   */
  static void requireKnownJdk(String java) {
    int newest = ClassFileVersion.latest().getJavaVersion();
    if (Integer.parseInt(java.replaceFirst("^1\\.", "")) > newest) {
      throw new IllegalArgumentException(
          String.format(
              "JDK %s is newer than the agent's bytecode library (valid: up to JDK %s)",
              java, newest));
    }
  }
}
