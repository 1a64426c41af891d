package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.poolbench.config.StudyLoader.CellCheck;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code mvn test -Dgolden.update=true} replaces the messages after an intended change; review the
 * difference.
 */
class BadInputTest {
  static final String FILE = "bad-input.txt";
  private static final StudyLoader LOADER = new StudyLoader(CellCheck.NONE);

  @BeforeAll
  static void updateOnRequest() {
    if (Boolean.getBoolean("golden.update")) {
      StudyExample.update(
          FILE, bad -> thrownBy(bad) == null ? "nothing" : thrownBy(bad).getMessage());
    }
  }

  static List<StudyExample> all() {
    return StudyExample.all(FILE);
  }

  @ParameterizedTest
  @MethodSource("all")
  void aProblemIsOneLineWithItsPlaceAndTheValidValues(StudyExample bad) {
    ConfigException thrown = thrownBy(bad);

    assertThat(thrown).as("a problem with: %s", bad.yaml()).isNotNull();
    assertThat(thrown).hasMessage(bad.result());
    assertThat(thrown.getMessage()).endsWith(thrown.problem()).contains(thrown.place().path());
  }

  private static ConfigException thrownBy(StudyExample bad) {
    return catchThrowableOfType(
        ConfigException.class,
        () -> LOADER.parse("study", "study.yaml", bad.yaml(), bad.overrides()));
  }

  @Test
  void everyEntryOfTheTableHasAMessage() {
    assertThat(all()).hasSizeGreaterThan(150).allMatch(bad -> !bad.result().isEmpty());
  }
}
