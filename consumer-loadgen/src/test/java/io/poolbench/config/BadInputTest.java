package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BadInputTest {
  private final StudyLoader loader = new StudyLoader(CellCheck.NONE);

  static List<BadInput> all() {
    return BadInput.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aMistakeIsOneLineThatSaysWhereItIsAndWhatIsValid(BadInput bad) {
    ConfigException thrown =
        catchThrowableOfType(
            ConfigException.class,
            () -> loader.parse("study", "study.yaml", bad.yaml(), bad.overrides()));

    assertThat(thrown).as("a problem with: %s", bad.yaml()).isNotNull();
    assertThat(thrown).hasMessage(bad.message());
    assertThat(thrown.getMessage()).endsWith(thrown.problem()).contains(thrown.path());
  }

  @Test
  void theTableIsReadWhole() {
    assertThat(all()).hasSizeGreaterThan(60).allMatch(bad -> !bad.message().isEmpty());
  }
}
