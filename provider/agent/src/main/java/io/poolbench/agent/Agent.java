package io.poolbench.agent;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.server.metrics.MetricsEndpoint;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import net.bytebuddy.ClassFileVersion;

/** The entry point of the agent. */
public final class Agent {
  private Agent() {}

  /**
   * Installs the agent, before the provider's main method runs.
   *
   * @param argument {@link AgentProtocol#LAB}; with any other the agent does nothing
   */
  public static void premain(String argument, Instrumentation instrumentation) {
    if (!AgentProtocol.LAB.equals(argument)) {
      System.err.println(
          "poolbench-provider-agent: inactive (valid: -javaagent:...=" + AgentProtocol.LAB + ")");
      return;
    }
    AgentOutput output = new AgentOutput();
    try {
      requireKnownJdk(System.getProperty("java.specification.version"));
      LabInput input = new LabInput();
      AgentLaunch launch = input.readLaunch();
      MetricsEndpoint.sendWithoutDelay();
      InstrumentedProvider target = new InstrumentedProvider(launch, output);
      Hooks.install(target);
      DubboTransformer.install(instrumentation, target, launch);
      if (launch.isOnLoopback()) {
        LoopbackSockets.install(instrumentation);
      }
      input.followCommands(target, output);
      ReadyWatch.start(target, Thread.currentThread());
    } catch (IOException | ClassNotFoundException | IllegalArgumentException e) {
      output.line(
          AgentProtocol.BROKEN
              + " code="
              + AgentProtocol.AGENT_FAILED
              + " reason="
              + e.getMessage());
      Runtime.getRuntime().halt(1);
    }
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
          "JDK "
              + java
              + " is newer than the agent's bytecode library (valid: up to JDK "
              + newest
              + ")");
    }
  }
}
