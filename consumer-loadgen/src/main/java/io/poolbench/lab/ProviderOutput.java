package io.poolbench.lab;

import io.poolbench.api.ProviderCommand;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentProtocol;
import io.poolbench.result.ViolationCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The standard output of a provider. A separate thread copies it to the log and parses the messages
 * to the driver. Thread-safe.
 */
final class ProviderOutput {
  private final CompletableFuture<Ready> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> logged = new CompletableFuture<>();
  private final BlockingQueue<ProviderCommand> confirmed = new LinkedBlockingQueue<>();
  private volatile BrokenLine broken;

  private ProviderOutput() {}

  /**
   * Starts to read the output of a process.
   *
   * @param readyLine a pattern that a line must match before the provider is ready; empty = none
   */
  static ProviderOutput of(Process process, Path log, Optional<Pattern> readyLine) {
    ProviderOutput output = new ProviderOutput();
    if (readyLine.isEmpty()) {
      output.logged.complete(null);
    }
    Thread reader = new Thread(() -> output.drain(process, log, readyLine), "provider-output");
    reader.setDaemon(true);
    reader.start();
    return output;
  }

  private void drain(Process process, Path log, Optional<Pattern> readyLine) {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        LogCopy copy = new LogCopy(log)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        copy.append(line);
        parse(line);
        if (!logged.isDone() && readyLine.orElseThrow().matcher(line).find()) {
          logged.complete(null);
        }
      }
      fail(new IOException("output ended"));
    } catch (IOException e) {
      fail(e);
    }
  }

  private void parse(String line) {
    BrokenLine.parse(line)
        .ifPresent(
            reason -> {
              broken = reason;
              fail(new IOException(reason.reason()));
            });
    Ready.parse(line).ifPresent(ready::complete);
    ProviderCommand.parse(line).ifPresent(confirmed::add);
  }

  private void fail(IOException problem) {
    ready.completeExceptionally(problem);
    logged.completeExceptionally(problem);
  }

  /** Waits until the provider is ready; fails if its output ends first. */
  Ready awaitReady(Duration timeout)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ready
        .thenCombine(logged, (found, line) -> found)
        .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Whether the provider takes calls and only {@code readyLine} has not been matched. */
  boolean lacksLine() {
    return ready.isDone() && !logged.isDone();
  }

  /** The failure that the provider has reported; empty if none. */
  Optional<BrokenLine> broken() {
    return Optional.ofNullable(broken);
  }

  /** The next command that the provider has confirmed; null after the timeout. */
  ProviderCommand confirmed(Duration timeout) throws InterruptedException {
    return confirmed.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** An agent's report of a failure: {@code BROKEN code=pool-not-replaced reason=...}. */
  record BrokenLine(ViolationCode code, String reason) {
    private static final Pattern LINE =
        Pattern.compile(AgentProtocol.BROKEN + " code=([a-z-]{1,50}) reason=(.*)");

    LabException failure() {
      return new LabException(code, reason);
    }

    /**
     * Parses a line; empty if it is any other line. An unknown code becomes {@link
     * ViolationCode#PROVIDER_NOT_STARTED}.
     */
    static Optional<BrokenLine> parse(String line) {
      Matcher broken = LINE.matcher(line);
      return broken.matches()
          ? Optional.of(
              new BrokenLine(
                  ViolationCode.of(broken.group(1).replace('-', '_'))
                      .orElse(ViolationCode.PROVIDER_NOT_STARTED),
                  broken.group(2)))
          : Optional.empty();
    }
  }

  /**
   * Appends the output lines of a process to its log. After a write error, further lines are
   * dropped: a full disk must not end a measured provider. Not thread-safe.
   */
  static final class LogCopy implements AutoCloseable {
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
}
