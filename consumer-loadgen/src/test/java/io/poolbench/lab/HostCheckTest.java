package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.config.ConfigException;
import io.poolbench.config.StudyLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostCheckTest {
  private static final CpuList CPUS = CpuList.parse("0-3");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"batch, chrt", "rr, chrt", "io-first, renice"})
  void aSchedulingWithoutItsCommandIsRejected(String scheduling, String needed) {
    assertThatThrownBy(() -> load(new HostCheck(CPUS, command -> false), scheduling))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("provider.scheduling", scheduling, needed, "without it: other")
        .hasMessageNotContaining("\n");
    assertThatCode(() -> load(new HostCheck(CPUS, needed::equals), scheduling))
        .doesNotThrowAnyException();
  }

  @Test
  void theDefaultSchedulingNeedsNoCommand() {
    assertThatCode(() -> load(new HostCheck(CPUS, command -> false), "other"))
        .doesNotThrowAnyException();
  }

  private void load(HostCheck check, String scheduling) throws IOException {
    Path study = folder.resolve("study.yaml");
    Files.writeString(study, "provider: {scheduling: " + scheduling + "}\n");
    new StudyLoader(check).load(study, List.of());
  }
}
