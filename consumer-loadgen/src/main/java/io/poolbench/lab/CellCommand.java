package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.study.CellCommands;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command that a study runs before or after a cell, in the driver's working directory.
 *
 * @param setting such as {@code before}
 * @param launcher words before the command's own, which place it on CPUs; empty = none
 * @param words its program and arguments; empty = there is no command, so that nothing is run
 */
public record CellCommand(
    String setting, List<String> launcher, List<String> words, Duration limit) {
  public CellCommand {
    launcher = List.copyOf(launcher);
    words = List.copyOf(words);
  }

  /**
   * Runs the command, and ends it with its children if it takes too long or if the thread is
   * interrupted.
   *
   * @param log what it prints is appended to this file
   */
  public void run(Path log) throws LabException, InterruptedException {
    run(log, true);
  }

  /** Runs the command as {@link #run(Path)} does, and keeps an interrupt for after it. */
  public void runToItsEnd(Path log) throws LabException {
    try {
      run(log, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("an interrupt is kept", e);
    }
  }

  private void run(Path log, boolean interruptible) throws LabException, InterruptedException {
    if (words.isEmpty()) {
      return;
    }
    List<String> command = new ArrayList<>(launcher);
    command.addAll(words);
    long logged;
    Process process;
    try {
      logged = Files.exists(log) ? Files.size(log) : 0;
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .redirectInput(new File("/dev/null"))
              .start();
    } catch (IOException e) {
      throw failed("cannot be started: " + e.getMessage(), List.of());
    }
    try {
      if (!ended(process, interruptible)) {
        throw failed("took longer than %d s".formatted(limit.toSeconds()), LogTail.of(log, logged));
      }
      if (process.exitValue() != 0) {
        throw failed("ended with exit code " + process.exitValue(), LogTail.of(log, logged));
      }
    } finally {
      if (process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  private boolean ended(Process process, boolean interruptible) throws InterruptedException {
    if (interruptible) {
      return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
    return process
            .onExit()
            .completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS)
            .join() // which an interrupt does not end
        != null;
  }

  private LabException failed(String problem, List<String> tail) {
    return new LabException(
        ViolationCode.COMMAND_FAILED,
        "%s: '%s' %s".formatted(setting, CellCommands.text(words), problem),
        tail);
  }
}
