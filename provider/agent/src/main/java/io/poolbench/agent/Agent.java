package io.poolbench.agent;

import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.server.metrics.MetricsEndpoint;
import java.io.IOException;
import java.lang.instrument.Instrumentation;

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
    try {
      LabInput input = new LabInput();
      AgentLaunch launch = input.readLaunch();
      MetricsEndpoint.sendWithoutDelay();
      AgentOutput output = new AgentOutput();
      InstrumentedProvider target = new InstrumentedProvider(launch, output);
      Hooks.install(target);
      DubboTransformer.install(instrumentation, target, launch.hasRegistry());
      input.followCommands(target, output);
      ReadyWatch.start(target, Thread.currentThread());
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("poolbench-provider-agent: " + e.getMessage());
      Runtime.getRuntime().halt(1);
    }
  }
}
