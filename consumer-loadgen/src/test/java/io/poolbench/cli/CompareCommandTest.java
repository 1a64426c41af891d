package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleCurves;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {
  @TempDir private Path folder;

  private String before;
  private String after;

  @BeforeEach
  void save() throws IOException {
    before = save("before", SampleCurves.repeated("fixed 24", 4000, 8, 0.99, 1, 1.01));
    after = save("after:1", SampleCurves.repeated("fixed 24", 4000, 9, 0.99, 1, 1.01));
  }

  @Test
  void twoResultsAreCompared() {
    Executed compared = Executed.of("compare", before, after);
    assertThat(compared.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(compared.out()).contains("+13 %");
    assertThat(compared.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tp99 +10%, tp99 +20%, ASSERTION_FAILED",
    "tp99 +20%, tp99 +30%, DONE",
    "tp99 +10% at 99 users, tp99 +20%, INVALID",
    "tp99 +10% at 99 users, tp99 +10%, ASSERTION_FAILED"
  })
  void theExitCodeIsOfAFailedCriterionThenOfAnUndecidedOne(
      String one, String other, ExitCode code) {
    Executed compared = Executed.of("compare", before, after, "--fail-on", one, "--fail-on", other);
    assertThat(compared.exit()).isEqualTo(code.code());
    assertThat(compared.out()).contains(one, other);
  }

  @Test
  void aCellIsChosenByNumberOrName() {
    Executed compared =
        Executed.of(
            "compare", before + "/result.json:1", after + ":fixed 24", "--format", "markdown");
    assertThat(compared.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(compared.out()).startsWith("# Comparison with ").contains("| users |");
  }

  private String save(String name, StudyResult result) throws IOException {
    return Executed.save(folder, name, result).path().toString();
  }
}
