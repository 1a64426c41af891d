package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.Terminal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private static final Map<String, String> XTERM = Map.of("TERM", "xterm-256color");

  @Test
  void onlyATerminalThatTakesCodesAndWhoseUserWantsThemIsWrittenAnew() {
    assertThat(Screen.isLive(true, XTERM, UTF_8)).isTrue();
    assertThat(Screen.isLive(false, XTERM, UTF_8)).isFalse();
    assertThat(Screen.isLive(true, Map.of("TERM", "dumb"), UTF_8)).isFalse();
    assertThat(Screen.isLive(true, Map.of(), UTF_8)).isFalse();
    assertThat(Screen.isLive(true, Map.of("TERM", "xterm", "NO_COLOR", "1"), UTF_8)).isFalse();
    // An empty NO_COLOR counts for none, by no-color.org.
    assertThat(Screen.isLive(true, Map.of("TERM", "xterm", "NO_COLOR", ""), UTF_8)).isTrue();
    assertThat(Screen.isLive(true, XTERM, US_ASCII)).isFalse();
  }

  @Test
  void tablesAreAsWideAsTheTerminalAndPlainElsewhere() {
    assertThat(new Screen(true, () -> 97).terminal()).isEqualTo(new Terminal(97, true));
    assertThat(new Screen(false, () -> 97).terminal()).isEqualTo(Terminal.PLAIN);
  }
}
