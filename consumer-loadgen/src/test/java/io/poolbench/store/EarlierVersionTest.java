package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for a result of any earlier version. */
abstract class EarlierVersionTest {
  private final int version;
  private final Earlier earlier;

  @TempDir Path folder;

  /** The file as it is. */
  JsonNode then;

  /** What it is today. */
  StudyResult now;

  EarlierVersionTest(int version) {
    this.version = version;
    this.earlier = new Earlier("result-v" + version);
  }

  @BeforeEach
  void read() throws IOException {
    then = earlier.tree();
    now = earlier.read(folder);
  }

  @Test
  void everyFigureThatStepsCsvHadIsWhatItWas() throws IOException {
    earlier.assertSteps(now);
  }

  @Test
  void itIsAResultOfTodaysVersion() {
    assertThat(then.path("version").intValue()).isEqualTo(version);
    assertThat(now.version()).isEqualTo(StudyResult.VERSION);
  }
}
