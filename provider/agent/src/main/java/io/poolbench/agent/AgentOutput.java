package io.poolbench.agent;

import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ContractOutput;
import java.io.OutputStream;

/** The agent's lines to a driver. Thread-safe. */
final class AgentOutput {
  /** The output while no driver is attached. */
  static final AgentOutput NONE =
      new AgentOutput(
          new OutputStream() {
            @Override
            public void write(int ignored) {}
          });

  private final ContractOutput output;

  AgentOutput() {
    this.output = new ContractOutput();
  }

  AgentOutput(OutputStream output) {
    this.output = new ContractOutput(output);
  }

  /** Reports that the provider cannot be measured; returns the line. */
  String broken(String code, String reason) {
    String inOneLine = String.valueOf(reason).replaceAll("\\s+", " ");
    String line = AgentProtocol.BROKEN + " code=" + code + " reason=" + inOneLine;
    line(line);
    return line;
  }

  void line(String text) {
    output.line(text);
  }
}
