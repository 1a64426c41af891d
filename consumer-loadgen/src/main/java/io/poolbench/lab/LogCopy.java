package io.poolbench.lab;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lines that a process prints, added to its log for as long as the disk takes them. Whoever
 * reads the process goes on without: a full disk is no reason for a measured provider to end. For
 * one thread.
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
      // What it could not take it has not taken before either.
    }
  }
}
