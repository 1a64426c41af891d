package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.core.AgentProtocol;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Standard output without {@code System.out}, which the provider may replace. Thread-safe. */
final class AgentOutput {
  /** The output while no driver is attached. */
  static final AgentOutput NONE =
      new AgentOutput(
          new OutputStream() {
            @Override
            public void write(int ignored) {}
          });

  private final OutputStream output;

  AgentOutput() {
    this(new FileOutputStream(FileDescriptor.out));
  }

  AgentOutput(OutputStream output) {
    this.output = output;
  }

  /** Reports that the provider cannot be measured; returns the line. */
  String broken(String code, String reason) {
    String inOneLine = String.valueOf(reason).replaceAll("\\s+", " ");
    String line = AgentProtocol.BROKEN + " code=" + code + " reason=" + inOneLine;
    line(line);
    return line;
  }

  /** Writes a text on a line of its own, whatever the provider wrote before. */
  synchronized void line(String text) {
    try {
      output.write(("\n" + text + "\n").getBytes(UTF_8));
    } catch (IOException closed) {
      // The driver has ended; this process ends with it.
      return;
    }
  }
}
