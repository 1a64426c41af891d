package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ConsentTest {
  private final StringWriter out = new StringWriter();

  @Test
  void theOptionIsConsentAndNobodyIsAsked() {
    assertThatCode(() -> consent(true, "n\n").require("it is started")).doesNotThrowAnyException();
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void withoutATerminalTheOptionIsNamed() {
    assertThatThrownBy(() -> consent(false, null).require("it is started"))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageContaining("it is started")
        .hasMessageContaining("--yes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"y\n", "Yes \n"})
  void anAnswerAtTheTerminalIsConsent(String answer) {
    assertThatCode(() -> consent(false, answer).require("it is started"))
        .doesNotThrowAnyException();
    assertThat(out.toString()).contains("it is started");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "n\n", "", "yesterday\n"})
  void anyOtherAnswerIsNone(String answer) {
    assertThatThrownBy(() -> consent(false, answer).require("it is started"))
        .isInstanceOf(CommandLine.ParameterException.class);
  }

  private Consent consent(boolean given, String answer) {
    CommandLine command = new CommandLine(CommandSpec.create());
    command.setOut(new PrintWriter(out, true));
    return new Consent(
        command.getCommandSpec(),
        given,
        Optional.ofNullable(answer).map(text -> new ByteArrayInputStream(text.getBytes(UTF_8))));
  }
}
