package io.poolbench.lab;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Appends the output lines of a process to its log. After a write error, further lines are dropped:
 * a full disk must not end a measured provider. Not thread-safe.
 */
final class LogCopy implements AutoCloseable {
  private Writer log;

  LogCopy(Path file) throws IOException {
    log = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  void append(String line) {
    if (log == null) {
      return;
    }
    try {
      log.append(line).append('\n').flush();
    } catch (IOException full) {
      close();
    }
  }

  @Override
  public void close() {
    Writer open = log;
    log = null;
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (IOException full) {
      // The lines that are lost could not be written before either.
    }
  }
}
