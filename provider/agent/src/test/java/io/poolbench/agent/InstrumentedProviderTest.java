package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstrumentedProviderTest {
  @ParameterizedTest
  @CsvSource({
    "2.6.12, false",
    "2.7.0, true",
    "2.7.23, true",
    "3.0.15, true",
    "3.3.6, true",
    "3.3.7-SNAPSHOT, true",
    "3.4.0, false",
    "4.0.0, false",
    "unknown, true"
  })
  void ruleVersionsFrom27To33AreKnownAndOneThatCannotBeReadIsTried(
      String version, boolean supported) {
    assertThat(InstrumentedProvider.isSupported(version)).isEqualTo(supported);
  }
}
