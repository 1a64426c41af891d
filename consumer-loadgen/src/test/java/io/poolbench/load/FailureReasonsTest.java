package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FailureReasonsTest {
  private final FailureReasons reasons = new FailureReasons();

  @Test
  void reasonsThatDifferInDigitsOnlyCountAsOne() {
    reasons.count("port 20880, active 8");
    reasons.count("port 9, active 12345");
    reasons.count("closed");
    assertThat(reasons.counts())
        .containsExactly(Map.entry("port 20880, active 8", 2L), Map.entry("closed", 1L));
  }

  @Test
  void codesAtTheBeginningOfReasonsAreKeptApart() {
    reasons.count("http_503");
    reasons.count("http_404");
    reasons.count("RST_STREAM 7");
    reasons.count("RST_STREAM 500");
    reasons.count("grpc-status 13: no room in 17");
    reasons.count("grpc-status 13: no room in 4");
    reasons.count("grpc-status 9: no room in 17");
    assertThat(reasons.counts())
        .containsOnly(
            Map.entry("http_503", 1L),
            Map.entry("http_404", 1L),
            Map.entry("RST_STREAM 7", 1L),
            Map.entry("RST_STREAM 500", 1L),
            Map.entry("grpc-status 13: no room in 17", 2L),
            Map.entry("grpc-status 9: no room in 17", 1L));
    assertThat(reasons.mostFrequent()).contains("grpc-status 13: no room in 17");
  }

  @Test
  void furtherReasonsCountAsOther() {
    for (int i = 0; i < 3 * FailureReasons.MAX_REASONS; i++) {
      reasons.count("x".repeat(i + 1));
    }
    assertThat(reasons.counts()).hasSize(FailureReasons.MAX_REASONS + 1);
    assertThat(reasons.counts()).containsEntry(FailureReasons.OTHER, 64L);
  }

  /** Digits beyond what is examined do not matter, however many there are. */
  @Test
  void aReasonOfMegabytesCountsByItsBegin() {
    reasons.count("full " + "1".repeat(4 << 20));
    reasons.count("full " + "2".repeat(1 << 20));

    assertThat(reasons.counts()).containsOnlyKeys("full " + "1".repeat(195) + "...");
  }
}
