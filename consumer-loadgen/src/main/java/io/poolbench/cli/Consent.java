package io.poolbench.cli;

import io.poolbench.api.LaunchConfig;
import io.poolbench.inspect.BackgroundWork;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.TargetSettings.TargetProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The user's consent to what cannot be undone: an option, or an answer at the terminal.
 *
 * @param spec of the command
 * @param given whether the command has the option {@code --yes}
 * @param answers the terminal's input; empty if standard output is no terminal
 */
record Consent(CommandSpec spec, boolean given, Optional<InputStream> answers) {
  /** The environment variable by which Spring Boot's profiles are set; programs inherit it. */
  private static final String ACTIVE_PROFILES = "SPRING_PROFILES_ACTIVE";

  Consent {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(answers, "answers");
  }

  static Consent of(CommandSpec spec, boolean given) {
    return new Consent(spec, given, Optional.of(System.in).filter(in -> Screen.isTerminal()));
  }

  /**
   * Returns if the user consents to a fact; throws {@link CommandLine.ParameterException}
   * otherwise.
   */
  void require(String fact) throws IOException {
    if (given || (answers.isPresent() && agrees(fact, answers.get()))) {
      return;
    }
    throw new CommandLine.ParameterException(spec.commandLine(), fact + " (confirm with --yes)");
  }

  /**
   * Prints what starting a team's program does, and returns if its configuration is overridden,
   * such as by a profile, or if the user consents to a start with what production uses. A program
   * that runs already needs consent to be called and changed.
   */
  void requireStart(TargetSettings target, Consumer<String> print) throws IOException {
    TargetProgram program = target.program();
    if (target.runsAlready()) {
      require(
          program.attach()
              + " was not started by poolbench: it is called, and other pools take turns in it");
      return;
    }
    Set<BackgroundWork> found = BackgroundWork.in(target.classPath());
    print.accept(
        "It runs with your rights, %s, and uses the databases and services of its configuration."
            .formatted(
                target.bindHost().equals(LaunchConfig.LOOPBACK)
                    ? "on loopback only"
                    : "reachable from other machines"));
    print.accept(
        "Its own work is not prevented: schedulers, consumers of queues, migrations (found: %s)."
            .formatted(
                found.isEmpty()
                    ? "none"
                    : found.stream().map(BackgroundWork::title).collect(Collectors.joining(", "))));
    // A program on another machine, whose address is empty here, does not inherit it.
    boolean inherited = System.getenv(ACTIVE_PROFILES) != null && !target.bindHost().isEmpty();
    if (program.properties().isEmpty()
        && program.arguments().isEmpty()
        && !program.environment().containsKey(ACTIVE_PROFILES)
        && !inherited) {
      require(
          program.name()
              + ": no property or profile is overridden (-D, --argument, target.properties), so it"
              + " may use what production uses");
    }
  }

  void requireWrites(String method, String calls) throws IOException {
    require("the method " + method + " seems to change something, and is called " + calls);
  }

  private boolean agrees(String fact, InputStream answers) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.print(fact + ". Continue? [y/N] ");
    out.flush();
    String answer =
        new BufferedReader(new InputStreamReader(answers, Charset.defaultCharset())).readLine();
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }
}
