package io.poolbench.cli;

import io.poolbench.report.format.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The user's consent to what cannot be undone: an option, or an answer at the terminal. For one
 * thread.
 */
final class Consent {
  private static final int MAX_ANSWER = 100;

  private final CommandSpec spec;
  private final boolean given;
  private final Optional<InputStream> answers;
  private Duration waited = Duration.ZERO;

  /**
   * The consent to what a command does.
   *
   * @param given whether the command has the option {@code --yes}
   * @param answers the terminal's input; empty if standard output is no terminal
   */
  Consent(CommandSpec spec, boolean given, Optional<InputStream> answers) {
    this.spec = Objects.requireNonNull(spec, "spec");
    this.given = given;
    this.answers = Objects.requireNonNull(answers, "answers");
  }

  static Consent of(CommandSpec spec, boolean given) {
    return new Consent(spec, given, Optional.of(System.in).filter(in -> Screen.isTerminal()));
  }

  /** The fact that a method is called whose name does not say that it only reads. */
  static String writes(String method, String calls) {
    return "the method " + method + " may change something, and is called " + calls;
  }

  /**
   * Returns if the user consents to all facts, asked once, or if there are none; throws {@link
   * CommandLine.ParameterException} otherwise.
   */
  void require(List<String> facts) throws IOException {
    if (facts.isEmpty() || given || (answers.isPresent() && agrees(facts, answers.get()))) {
      return;
    }
    throw new CommandLine.ParameterException(
        spec.commandLine(), String.join("; ", facts) + " (confirm with --yes)");
  }

  /** The time for which answers were waited. */
  Duration waited() {
    return waited;
  }

  private boolean agrees(List<String> facts, InputStream answers) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    facts.forEach(fact -> out.println("- " + Text.line(fact)));
    out.print("Continue? [y/N] ");
    out.flush();
    Instant asked = Instant.now();
    String answer = answer(answers);
    waited = waited.plus(Duration.between(asked, Instant.now()));
    return answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }

  /** The next line. Nothing is read beyond it, as further lines may answer further questions. */
  private static String answer(InputStream answers) throws IOException {
    StringBuilder answer = new StringBuilder();
    for (int next = answers.read(); next >= 0 && next != '\n'; next = answers.read()) {
      if (answer.length() < MAX_ANSWER) {
        answer.append((char) next);
      }
    }
    return answer.toString();
  }
}
