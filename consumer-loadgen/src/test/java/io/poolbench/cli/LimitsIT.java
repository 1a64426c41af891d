package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.ProgramSamples.ConnectionTrial;
import io.poolbench.limits.PoolLimit;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of real applications, whose sizes a seed chooses, found by name. */
@Tag("nightly")
@Tag("timed")
class LimitsIT {
  private static final long SEED = Long.getLong("seed", System.nanoTime());

  @TempDir private Path folder;
  private final Random random = new Random(SEED);

  private PoolLimit limit(String target, String call) throws Exception {
    Executed run =
        Executed.run(
            folder,
            "limits",
            """
            target: %s
            provider: {jvm: {options: [-Xmx768m, -XX:+UseSerialGC]}}
            paired: {rounds: 4}
            call: %s
            load: {users: "2, 8, 32", warmup: 8s, settle: 100ms, measure: 250ms}
            sla: {tp99: 50ms}
            cells:
              - provider: {threadpool: as-configured}
              - provider: {threadpool: fixed, threads: 100, queues: 100}
            """
                .formatted(target, call));
    assertThat(run.err()).isEmpty();
    PoolLimit limit =
        Executed.recorded(folder, "limits")
            .evaluation()
            .limit("as configured")
            .orElseThrow(() -> new AssertionError(run.out() + run.err()));
    System.out.println(limit);
    System.out.println(run.out());
    return limit;
  }

  private PoolLimit limit(String kind, int number) throws Exception {
    System.out.println("seed " + SEED + ": " + kind + " " + number);
    return limit(
        "{classpath: [\"%s\"], main: com.example.limited.LimitedProvider, arguments: [%s, \"%d\"]}"
            .formatted(classPath("\", \""), kind, number),
        "{service: com.example.limited.Stock, method: level, arguments: [a]}");
  }

  /** The class path of this JVM, with a separator between its entries. */
  static String classPath(String separator) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty() && Files.exists(Path.of(entry)))
        .distinct()
        .collect(Collectors.joining(separator));
  }

  @Test
  void connectionsAreNamedWithTheirSize() throws Exception {
    int size = 2 + random.nextInt(3);
    System.out.println("seed " + SEED + ": connections " + size);
    PoolLimit limit =
        limit(
            "{jar: \"%s\", arguments: [\"--spring.datasource.hikari.maximum-pool-size=%d\"]}"
                .formatted(Executed.SAMPLE, size),
            "{service: com.example.shop.OrderService, version: 1.0.0, method: findOrder,"
                + " arguments: [7]}");

    assertThat(limit.brief()).contains("(HikariCP), " + size + " connection");
    ConnectionTrial trial =
        Executed.measured(folder, "limits").get(0).sites().values().stream()
            .map(samples -> samples.trial())
            .filter(tried -> tried != null)
            .findFirst()
            .orElseThrow();
    assertThat(trial.size()).isEqualTo(size);
    assertThat(trial.tried()).isEqualTo(2 * size);
    assertThat(mean(trial.triedTps())).isGreaterThan(mean(trial.tps()));
  }

  private static double mean(List<Double> tps) {
    return tps.stream().mapToDouble(each -> each).average().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "permits, 2, 4, Semaphore",
    "lock, 1, 3, LimitedProvider",
    "store, 1, 3, SlowStore.level"
  })
  void whatCallsWaitForIsNamedByItsSite(String kind, int least, int most, String named)
      throws Exception {
    assertThat(limit(kind, least + random.nextInt(most - least + 1)).brief()).contains(named);
  }

  @Test
  void longCollectionsAreNamed() throws Exception {
    assertThat(limit("collections", 500 + random.nextInt(1_500)).brief())
        .contains("the garbage collector");
  }

  @Test
  void withoutALimitNoneIsNamed() throws Exception {
    assertThat(limit("none", 0).brief()).matches("none up to .*|not found");
  }
}
