package io.poolbench.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The user's consent to what cannot be undone: an option, or an answer at the terminal.
 *
 * @param spec of the command
 * @param given whether the command has the option {@code --yes}
 * @param answers of somebody at a terminal; empty if nobody can be asked
 */
record Consent(CommandSpec spec, boolean given, Optional<InputStream> answers) {
  Consent {
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(answers, "answers");
  }

  static Consent of(CommandSpec spec, boolean given) {
    return new Consent(spec, given, Optional.of(System.in).filter(in -> Screen.isTerminal()));
  }

  /**
   * Returns if the user consents.
   *
   * @param fact why consent is needed
   * @throws CommandLine.ParameterException without consent
   */
  void require(String fact) throws IOException {
    if (given || (answers.isPresent() && agrees(fact, answers.get()))) {
      return;
    }
    throw new CommandLine.ParameterException(spec.commandLine(), fact + " (confirm with --yes)");
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
