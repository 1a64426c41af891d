package io.poolbench.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContractOutputTest {
  /** What a pipe takes as a whole, by pipe(7). */
  private static final int PIPE_BUF = 4_096;

  private final List<String> writes = new ArrayList<>();
  private final ContractOutput output =
      new ContractOutput(
          new OutputStream() {
            @Override
            public void write(int one) {
              throw new AssertionError("a byte of its own");
            }

            @Override
            public void write(byte[] bytes, int from, int count) {
              assertThat(count).isLessThanOrEqualTo(PIPE_BUF);
              writes.add(new String(bytes, from, count, UTF_8));
            }
          });

  /** The JVM writes its log to the same output. */
  @ParameterizedTest
  @ValueSource(strings = {"x", "\u4f60", "\ud83d\ude00"})
  void aLongLineIsWholeWhateverIsWrittenBetweenItsParts(String character) {
    String line = "ANSWER " + character.repeat(5_000);
    output.line(line);

    ContractOutput.Joining joining = new ContractOutput.Joining();
    List<String> read = new ArrayList<>();
    for (String write : writes) {
      for (String each : write.split("\n", -1)) {
        joining.whole(each).filter(text -> !text.isEmpty()).ifPresent(read::add);
      }
      assertThat(joining.whole("[1.0s][info][gc] Pause")).isPresent();
    }
    assertThat(read).containsExactly(line);
  }

  @Test
  void aShortLineIsOneWriteOnALineOfItsOwn() {
    output.line("READY {}");

    assertThat(writes).containsExactly("\nREADY {}\n");
    assertThat(new ContractOutput.Joining().whole("READY {}")).isEqualTo(Optional.of("READY {}"));
  }
}
