package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each mistake is one line with its place, which names what is wrong and what is valid. */
class BadInputTest {
  static final String FILE = "bad-input.txt";

  static List<StudyExample> all() {
    return StudyExample.all(FILE);
  }

  @ParameterizedTest
  @MethodSource("all")
  void aProblemIsOneLineThatNamesItsPlaceAndWhatIsValid(StudyExample bad) {
    String[] named = bad.result().split(" \\| ");

    assertThatExceptionOfType(ConfigException.class)
        .as("a problem with: %s", bad.yaml())
        .isThrownBy(
            () -> PlainStudy.LOADER.parse("study", "study.yaml", bad.yaml(), bad.overrides()))
        .satisfies(
            thrown ->
                assertThat(thrown.getMessage())
                    .hasLineCount(1)
                    .startsWith(named[0])
                    .containsSubsequence(named)
                    .endsWith(thrown.problem())
                    .contains(thrown.place().path()));
  }

  @Test
  void theTableIsReadWhole() {
    assertThat(all()).hasSizeGreaterThan(200).noneMatch(bad -> bad.result().isEmpty());
  }
}
