package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.journal.Metric;
import io.poolbench.study.ConfigException;
import io.poolbench.study.StudyLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostCheckTest {
  private static final CpuList CPUS = CpuList.parse("0-3");

  @ParameterizedTest
  @CsvSource({"batch, chrt", "rr, chrt", "io-first, renice"})
  void aSchedulingWithoutItsCommandIsRejected(String scheduling, String needed) {
    String provider = "{scheduling: " + scheduling + "}";
    assertThatThrownBy(() -> study(host(command -> false, List.of()), provider))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("provider.scheduling", scheduling, needed, "without it: other")
        .hasMessageNotContaining("\n");
    assertThatCode(() -> study(host(needed::equals, List.of()), provider))
        .doesNotThrowAnyException();
  }

  @Test
  void theDefaultSchedulingNeedsNoCommand() {
    HostCheck noCommands = host(command -> false, List.of());
    assertThatCode(() -> study(noCommands, "{scheduling: other}")).doesNotThrowAnyException();
  }

  @Test
  void aReleaseThatTheHostDoesNotHaveIsRejected() {
    assertOneLine("{jvm: {release: 25}}", "provider.jvm.release: no JDK 25 on this host", "17, 21");
    assertThatCode(() -> study("{jvm: {release: 21}}")).doesNotThrowAnyException();
  }

  @Test
  void aVirtualPoolRequiresAJdkThatHasIt() {
    assertOneLine(
        "{threadpool: virtual, jvm: {release: 17}}",
        "provider.threadpool: virtual requires JDK 21 or newer, and the provider's is 17",
        "17, 21");
    assertThatCode(() -> study("{threadpool: virtual, jvm: {release: 21}}"))
        .doesNotThrowAnyException();
  }

  private void assertOneLine(String provider, String... texts) {
    assertThatThrownBy(() -> study(provider))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(texts)
        .hasMessageNotContaining("\n");
  }

  /** On a host that has JDK 17 and 21. */
  private static void study(String provider) {
    List<Jdks.Jdk> jdks = List.of(new Jdks.Jdk("jdk", "17.0.9"), new Jdks.Jdk("jdk", "21"));
    study(host(command -> true, jdks), provider);
  }

  private static HostCheck host(Predicate<String> hasCommand, List<Jdks.Jdk> jdks) {
    return new HostCheck(CPUS, hasCommand, () -> jdks, TargetFiles::require);
  }

  private static void study(HostCheck check, String provider) {
    new StudyLoader(Metric.ALL, check, Path.of("none"))
        .parse("study", "study.yaml", "provider: " + provider, List.of());
  }
}
