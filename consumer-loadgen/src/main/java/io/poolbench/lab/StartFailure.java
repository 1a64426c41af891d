package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.ProviderOutput.BrokenLine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Explains why a program did not become ready, by its agent's report or else by its log. */
record StartFailure(Program program, ProviderOutput output, Path log) {
  /** Messages of JVMs that cannot run an agent, in {@code instrument} and in the module system. */
  private static final Pattern AGENT_REFUSED =
      Pattern.compile(
          ".*(agent library failed|processing of -javaagent failed|Module java\\.instrument not"
              + " found|Could not find agent library).*");

  /** What a JVM prints before the reason why it does not start, such as its heap. */
  private static final String NO_JVM_BECAUSE = "Error occurred during initialization of VM";

  /** What a JVM prints after the reason why it does not start, such as an unknown option. */
  private static final String SO_NO_JVM = "Error: Could not create the Java Virtual Machine.";

  /** What a JVM prints whose main class is missing, or where a thread failed. */
  private static final Pattern FAILED =
      Pattern.compile(
          "Error: (?:Could not|Unable to|LinkageError|Main method).*|Exception in thread .*");

  /** The time from the report that no Dubbo was loaded to the end of a process that ends. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);

  LabException ofEnded(Process process, Duration timeout) throws InterruptedException {
    Optional<BrokenLine> reported = output.broken();
    boolean hasNoDubbo = isOfNoDubbo(reported);
    if (reported.isPresent() && !hasNoDubbo) {
      return reported.get().failure();
    }
    boolean ended =
        process.waitFor((hasNoDubbo ? END_TIMEOUT : timeout).toSeconds(), TimeUnit.SECONDS);
    if (ended) {
      output.awaitLogged();
    }
    // That no class of Dubbo was loaded says nothing about a program that failed before.
    if (hasNoDubbo && !LogTail.has(log, FAILED) && (!ended || process.exitValue() == 0)) {
      return reported.get().failure();
    }
    if (!ended) {
      return of(
          hasNoDubbo
              ? " failed before it loaded a class of Dubbo" + new LogAdvice(log).text()
              : " closed its output before it was ready");
    }
    boolean refused = LogTail.has(log, AGENT_REFUSED);
    Optional<String> noJvm = noJvm().filter(reason -> !refused);
    return of(
        noJvm
            .map(reason -> "'s JVM did not start: " + reason)
            .orElseGet(
                () ->
                    (refused ? "'s JVM refused the agent" : " ended before it was ready")
                        + ": "
                        + ExitText.of(process)
                        + new LogAdvice(log).text()));
  }

  /** Why the JVM did not start, in its words; empty if it did. */
  private Optional<String> noJvm() {
    List<String> lines = LogTail.of(log);
    for (int next = 1; next < lines.size(); next++) {
      if (lines.get(next - 1).equals(NO_JVM_BECAUSE)) {
        return Optional.of(lines.get(next));
      }
      if (lines.get(next).endsWith(SO_NO_JVM)) {
        return Optional.of(lines.get(next - 1).replaceFirst("^Error: ", ""));
      }
    }
    return Optional.empty();
  }

  /**
   * The failure of a process that is not ready in time. Its standard input is closed: an agent then
   * reports and ends the process.
   */
  LabException ofSilent(OutputStream lifeline, Duration timeout) throws InterruptedException {
    Optional<BrokenLine> reason = reasonAtEnd(lifeline, timeout);
    // That no class of Dubbo was loaded yet says nothing about a program that still starts.
    boolean hasNoDubbo = isOfNoDubbo(reason);
    if (reason.isPresent() && !hasNoDubbo) {
      return reason.get().failure();
    }
    return of(
        " start timed out after %d s%s%s%s"
            .formatted(
                program.startTimeout().toSeconds(),
                program.startTimeoutSetting().map(" (limit: %s)"::formatted).orElse(""),
                hasNoDubbo ? ", before it loaded a class of Dubbo" : "",
                new LogAdvice(log).text()));
  }

  /** The failure of a command that runs no shell in time. */
  LabException ofNoShell(Duration timeout) {
    return of(" not started: no shell within %d s".formatted(timeout.toSeconds()));
  }

  private static boolean isOfNoDubbo(Optional<BrokenLine> reported) {
    return reported.filter(reason -> reason.code() == ViolationCode.NO_DUBBO).isPresent();
  }

  private Optional<BrokenLine> reasonAtEnd(OutputStream lifeline, Duration timeout)
      throws InterruptedException {
    try {
      lifeline.close();
      output.awaitReady(timeout);
    } catch (IOException | ExecutionException | TimeoutException ended) {
      // The agent may have reported the reason before.
    }
    return output.broken();
  }

  private LabException of(String what) {
    return new LabException(
        program.failure(ViolationCode.PROVIDER_NOT_STARTED),
        program.title() + what,
        LogTail.of(log).stream().filter(line -> BrokenLine.parse(line).isEmpty()).toList());
  }
}
