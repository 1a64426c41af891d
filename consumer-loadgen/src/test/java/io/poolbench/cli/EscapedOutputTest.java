package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapedOutputTest {
  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final EscapedOutput output = EscapedOutput.of(terminal, UTF_8);

  private String shown() {
    output.flush();
    return terminal.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "'erase\u001b[2K\u001b[1G', 'erase\\u001b[2K\\u001b[1G'",
    "'bell\u0007', 'bell\\u0007'",
    "'over\rwritten', 'over\\rwritten'",
    "'back\b', 'back\\u0008'",
    "'right\u202eleft', 'right\\u202eleft'",
    "'isolate\u2066', 'isolate\\u2066'",
    "'no\u200bwidth\ufeff', 'no\\u200bwidth\\ufeff'",
    "'c1\u009b31m', 'c1\\u009b31m'",
    "'title\u001b]0;x\u0007', 'title\\u001b]0;x\\u0007'",
    "'hidden\u001b[8m', 'hidden\\u001b[8m'",
    "'blink\u001b[31;5m', 'blink\\u001b[31;5m'",
    "'twice\u001b\u001b[2J', 'twice\\u001b\\u001b[2J'",
    "'tag\udb40\udc41', 'tag\\u{e0041}'",
  })
  void whatATerminalWouldObeyIsShown(String text, String shown) {
    output.print(text);

    assertThat(shown()).isEqualTo(shown);
  }

  @Test
  void textsAreWrittenAsTheyAre() {
    output.print("table\tä € 𝄞 漢\n");

    assertThat(shown()).isEqualTo("table\tä € 𝄞 漢\n");
  }

  @Test
  void charactersMayComeInParts() throws IOException {
    for (byte one : "€𝄞\u001b[2J".getBytes(UTF_8)) {
      output.write(one);
    }

    assertThat(shown()).isEqualTo("€𝄞\\u001b[2J");
  }

  @Test
  void onlyThisProgramMovesTheCursorAndHasColours() {
    PrintWriter writer = output.writer();
    writer.print("50 %");
    EscapedOutput.raw(writer, "\r\u001b[J");
    writer.print("\r\u001b[J");
    writer.flush();

    assertThat(shown()).isEqualTo("50 %\r\u001b[J\\r\\u001b[J");
  }

  @Test
  void aTerminalWithOtherCharactersGetsAQuestionMark() {
    EscapedOutput latin = EscapedOutput.of(terminal, ISO_8859_1);
    latin.print("ä€");
    latin.flush();

    assertThat(terminal.toString(ISO_8859_1)).isEqualTo("ä?");
  }

  @ParameterizedTest
  @CsvSource({"No space left on device, No space left on device", "Broken pipe,"})
  void outputThatWasNotWrittenIsAFailureUnlessAReaderClosedThePipe(String problem, String failure) {
    EscapedOutput full =
        EscapedOutput.of(
            new OutputStream() {
              @Override
              public void write(int one) throws IOException {
                throw new IOException(problem);
              }
            },
            UTF_8);
    full.println("text");

    assertThat(full.failure().orElse(null)).isEqualTo(failure);
  }
}
