package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where messages changed on purpose, {@code mvn test -Dgolden.update=true} writes them anew; look
 * at the difference as a user who reads them.
 */
class BadInputTest {
  private static final StudyLoader LOADER = new StudyLoader(CellCheck.NONE);

  @BeforeAll
  static void updateOnRequest() {
    if (Boolean.getBoolean("golden.update")) {
      BadInput.update(bad -> thrownBy(bad) == null ? "nothing" : thrownBy(bad).getMessage());
    }
  }

  static List<BadInput> all() {
    return BadInput.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aMistakeIsOneLineThatSaysWhereItIsAndWhatIsValid(BadInput bad) {
    ConfigException thrown = thrownBy(bad);

    assertThat(thrown).as("a problem with: %s", bad.yaml()).isNotNull();
    assertThat(thrown).hasMessage(bad.message());
    assertThat(thrown.getMessage()).endsWith(thrown.problem()).contains(thrown.path());
  }

  private static ConfigException thrownBy(BadInput bad) {
    return catchThrowableOfType(
        ConfigException.class,
        () -> LOADER.parse("study", "study.yaml", bad.yaml(), bad.overrides()));
  }

  @Test
  void theTableIsReadWhole() {
    assertThat(all()).hasSizeGreaterThan(150).allMatch(bad -> !bad.message().isEmpty());
  }
}
