package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.format.Terminal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private static final Map<String, String> XTERM = Map.of("TERM", "xterm-256color");

  @Test
  void onlyATerminalThatTakesCodesAndWhoseUserWantsThemIsWrittenAnew() {
    assertThat(Screen.isLive(true, XTERM)).isTrue();
    assertThat(Screen.isLive(false, XTERM)).isFalse();
    assertThat(Screen.isLive(true, Map.of("TERM", "dumb"))).isFalse();
    assertThat(Screen.isLive(true, Map.of())).isFalse();
    assertThat(Screen.isLive(true, Map.of("TERM", "xterm", "NO_COLOR", "1"))).isFalse();
    // An empty NO_COLOR counts for none, by no-color.org.
    assertThat(Screen.isLive(true, Map.of("TERM", "xterm", "NO_COLOR", ""))).isTrue();
  }

  @Test
  void tablesAreAsWideAsTheTerminalAndPlainElsewhere() {
    assertThat(new Screen(true, () -> 97).terminal())
        .isEqualTo(new Terminal(97, true, EscapedOutput.charset()));
    assertThat(new Screen(false, () -> 97).terminal())
        .isEqualTo(new Terminal(97, false, EscapedOutput.charset()));
  }
}
