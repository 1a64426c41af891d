package io.poolbench.cli;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The signals that processes which this one starts hear. */
final class Signals {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String IGNORED = "SigIgn:";

  /** SIGINT is the second signal, hence the second bit. */
  private static final long SIGINT = 0b10;

  private Signals() {}

  /** Leaves a test out where SIGINT is ignored, as in a shell's background, and by all children. */
  static void assumeSigintIsHeard() throws IOException {
    assumeThat(STATUS).as("tells which signals are ignored").exists();
    try (Stream<String> lines = Files.lines(STATUS)) {
      long ignored =
          lines
              .filter(line -> line.startsWith(IGNORED))
              .mapToLong(
                  line -> Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16))
              .sum();
      assumeThat(ignored & SIGINT).as("SIGINT is ignored here: run in the foreground").isZero();
    }
  }
}
