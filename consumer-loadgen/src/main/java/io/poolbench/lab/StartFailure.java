package io.poolbench.lab;

import io.poolbench.lab.ProviderOutput.BrokenLine;
import io.poolbench.result.ViolationCode;
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
import java.util.stream.Collectors;

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

  /** Messages of Dubbo and of the clients of its registries if they cannot reach a registry. */
  private static final Pattern REGISTRY_AWAY =
      Pattern.compile(
          ".*(zookeeper not connected|Failed to connect with zookeeper|No such any registry"
              + "|Failed to create nacos|Client not connected, current status:STARTING"
              + "|KeeperErrorCode = ConnectionLoss|Failed to (un)?register).*");

  /** Messages of Spring Boot and Spring Cloud where the configuration imports a config center. */
  private static final Pattern CONFIG_CENTER_OFF =
      Pattern.compile(
          ".*(Unable to load config data from"
              + " '(optional:)?(nacos|configserver|consul|zookeeper|apollo):|No"
              + " spring\\.config\\.import property has been defined).*");

  /** The message of a JDK from 16 on, if a library such as Dubbo 2.7 reflects on its classes. */
  private static final Pattern NOT_OPEN =
      Pattern.compile(".*module (\\S+) does not \"opens (\\S+)\" to .*");

  LabException ofEnded(Process process, Duration timeout) throws InterruptedException {
    if (output.broken().isPresent()) {
      return output.broken().get().failure();
    }
    if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
      return of(" closed its output before it was ready");
    }
    output.awaitLogged();
    boolean refused = logged(AGENT_REFUSED);
    Optional<String> noJvm = noJvm().filter(reason -> !refused);
    return of(
        noJvm
            .map(reason -> "'s JVM did not start: " + reason)
            .orElseGet(
                () ->
                    (refused ? "'s JVM refused the agent" : " ended before it was ready")
                        + ": exit code "
                        + process.exitValue()
                        + advice()));
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
    if (reason.isPresent()) {
      return reason.get().failure();
    }
    long seconds = program.startTimeout().toSeconds();
    return of(" start timed out after " + seconds + " s" + advice());
  }

  /** Advice on a cause that the log names; otherwise empty. */
  private String advice() {
    String options =
        LogTail.matches(log, NOT_OPEN)
            .map(
                closed -> "--add-opens=" + closed.group(1) + "/" + closed.group(2) + "=ALL-UNNAMED")
            .distinct()
            .collect(Collectors.joining(", "));
    if (!options.isEmpty()) {
      return "; it needs the JVM options " + options + " (jvm.options, or --jvm-option)";
    }
    if (logged(CONFIG_CENTER_OFF)) {
      return "; its config center is switched off (configCenter: as-configured, or"
          + " --config-center)";
    }
    return logged(REGISTRY_AWAY)
        ? "; its registry cannot be reached (registry: none is for a provider that calls no other"
            + " service, or has stubs for them)"
        : "";
  }

  private boolean logged(Pattern line) {
    return LogTail.matches(log, line).findAny().isPresent();
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
        LogTail.of(log));
  }
}
