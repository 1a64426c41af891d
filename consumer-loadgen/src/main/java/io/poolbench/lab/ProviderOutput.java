package io.poolbench.lab;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.poolbench.api.Ready;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ContractOutput;
import io.poolbench.core.DaemonThread;
import io.poolbench.journal.ViolationCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of a provider. Separate threads copy standard output and standard error to the log;
 * the lines of standard output may be messages to the driver. Thread-safe.
 */
final class ProviderOutput {
  private static final Duration LOG_TIMEOUT = Duration.ofSeconds(1);

  private final CompletableFuture<Void> shell = new CompletableFuture<>();
  private final CompletableFuture<Ready> ready = new CompletableFuture<>();
  private final Map<Long, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Process process;
  private final CappedLog log;
  private final Thread errors;
  private final Thread reader;
  private volatile BrokenLine broken;

  /** Starts to read the output of a process, and closes the log at its end. */
  ProviderOutput(Process process, CappedLog log) {
    this.process = process;
    this.log = log;
    this.errors = DaemonThread.start(this::copyErrors, "provider-errors");
    this.reader = DaemonThread.start(this::drain, "provider-output");
  }

  private void drain() {
    try (log;
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      ContractOutput.Joining joining = new ContractOutput.Joining();
      for (String line = line(output); line != null; line = line(output)) {
        // The lines of the contract begin after a line break.
        joining.whole(line).filter(whole -> !whole.isEmpty()).ifPresent(this::take);
      }
      end(new IOException("output ended"));
      errors.join();
    } catch (IOException e) {
      end(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted by none", e);
    }
  }

  private void take(String line) {
    if (line.equals(CommandShell.REPLACED)) {
      shell.complete(null);
    } else if (!isAnswer(line)) {
      log.append(line);
      parse(line);
    }
  }

  private void copyErrors() {
    try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = line(lines); line != null; line = line(lines)) {
        log.append(line);
      }
    } catch (IOException closed) {
      // The process was killed.
    }
  }

  /**
   * The next line; null at the end. Longer lines than any of an agent are broken, since a program
   * may write no line break at all.
   */
  static String line(BufferedReader in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        int end = line.length() - 1;
        return end >= 0 && line.charAt(end) == '\r' ? line.substring(0, end) : line.toString();
      }
      line.append((char) next);
      if (line.length() == AgentProtocol.MAX_LINE) {
        return line.toString();
      }
    }
    return line.isEmpty() ? null : line.toString();
  }

  /**
   * Waits a moment until the log has all that an ended process wrote: a process that it left behind
   * may keep the output open.
   */
  void awaitLogged() {
    DaemonThread.join(reader, LOG_TIMEOUT.toMillis());
  }

  private void parse(String line) {
    BrokenLine.parse(line)
        .ifPresent(
            reason -> {
              broken = reason;
              fail(new IOException(reason.reason()));
            });
    ready(line).ifPresent(ready::complete);
  }

  /** Whether a line is an awaited answer, which is not logged. */
  private boolean isAnswer(String line) {
    Optional<JsonObject> answer = answer(line);
    return answer
        .map(found -> answers.remove(found.get("id").getAsLong()))
        .filter(waiting -> waiting.complete(answer.get()))
        .isPresent();
  }

  /** The answer in a line; empty for any other line, which may be one that a target prints. */
  static Optional<JsonObject> answer(String line) {
    if (!line.startsWith(AgentProtocol.ANSWER)) {
      return Optional.empty();
    }
    try {
      JsonObject answer =
          JsonParser.parseString(line.substring(AgentProtocol.ANSWER.length())).getAsJsonObject();
      return answer.has("id") && answer.get("id").getAsLong() > 0
          ? Optional.of(answer)
          : Optional.empty();
    } catch (JsonParseException
        | IllegalStateException
        | UnsupportedOperationException
        | NumberFormatException malformed) {
      return Optional.empty();
    }
  }

  /** The message of a line; a malformed one may be a target's own line, and is in the log. */
  static Optional<Ready> ready(String line) {
    try {
      return Ready.parse(line);
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private void fail(IOException problem) {
    shell.completeExceptionally(problem);
    ready.completeExceptionally(problem);
  }

  private void end(IOException problem) {
    fail(problem);
    ended.set(true);
    answers.values().forEach(waiting -> waiting.completeExceptionally(problem));
  }

  /** Waits until the shell is replaced by the program; fails if its output ends first. */
  void awaitShell(Duration timeout)
      throws InterruptedException, ExecutionException, TimeoutException {
    Void unused = shell.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits until the provider is ready; fails if its output ends first. */
  Ready awaitReady(Duration timeout)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  Optional<BrokenLine> broken() {
    return Optional.ofNullable(broken);
  }

  /** The answer to the request with an id, which is sent next; fails at the end of the output. */
  CompletableFuture<JsonObject> answer(long id) {
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    answers.put(id, answer);
    if (ended.get()) {
      answer.completeExceptionally(new IOException("output ended"));
    }
    return answer.whenComplete((done, failure) -> answers.remove(id));
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
}
