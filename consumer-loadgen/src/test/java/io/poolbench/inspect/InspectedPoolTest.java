package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.inspect.InspectedPool.PoolContradiction;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A pool is compared with the nearest thing that configures it. */
class InspectedPoolTest {
  private static final ApplicationSettings NONE = new ApplicationSettings(List.of(), List.of());

  private static InspectedPool inspected(
      TargetReport.Pool pool, ApplicationSettings settings, TargetService service) {
    return InspectedPool.of(pool, settings, SampleTarget.report(List.of(pool), List.of(service)));
  }

  @Test
  void theCallsOfAServiceRunInThePoolOfItsPort() {
    TargetReport.Pool other =
        Changed.with(SampleTarget.pool("fixed", 4, 4, Map.of()), "port", 50051);
    TargetReport report =
        SampleTarget.report(
            List.of(other, SampleTarget.pool("fixed", 8, 8, Map.of())), SampleTarget.services());

    assertThat(Inspection.of("order.jar", 1, report, NONE, List.of()).pool(SampleTarget.stock()))
        .hasValueSatisfying(pool -> assertThat(pool.pool().runs().maxThreads()).isEqualTo(8));
  }

  /**
   * Nothing that is visible, the URL of a service, the URL that the pool was built for, and the
   * application, where the metadata service had the pool built (dubbo#11524).
   */
  static Stream<Arguments> contradictions() {
    TargetReport.Pool plain = SampleTarget.pool("fixed", 200, 200, Map.of());
    TargetReport.Pool resized = SampleTarget.pool("fixed", 300, 300, Map.of("threads", "100"));
    TargetReport.Pool cached =
        SampleTarget.pool("cached", 2, 100, Map.of("threadpool", "cached", "threads", "100"));
    ApplicationSettings unresolved = SampleTarget.settings("dubbo.protocol.threads=${THREADS}");
    return Stream.of(
        Arguments.of(plain, NONE, "", List.of()),
        Arguments.of(
            plain,
            NONE,
            "&threadpool=fixed&threads=64",
            List.of("threadpool=fixed (SERVICE)", "threads=64 (SERVICE)")),
        Arguments.of(resized, NONE, "", List.of("threads=100 (URL)")),
        Arguments.of(plain, unresolved, "&threadpool=ours", List.of()),
        Arguments.of(
            cached,
            SampleTarget.settings("dubbo.protocol.threads=600"),
            "&threads=600",
            List.of("dubbo.protocol.threads=600 (application.yml)")));
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void aPoolContradictsTheNearestThingThatConfiguresIt(
      TargetReport.Pool pool, ApplicationSettings settings, String service, List<String> found) {
    InspectedPool inspected = inspected(pool, settings, SampleTarget.orders(service));

    assertThat(inspected.contradictions())
        .flatExtracting(PoolContradiction::settings)
        .map(text -> text.replace(SampleTarget.orders("").key(), "SERVICE"))
        .isEqualTo(found);
    assertThat(inspected.isDefault()).isEqualTo(settings.equals(NONE) && found.isEmpty());
  }

  /** The URL of a service also has what a profile or a config center configures. */
  @ParameterizedTest
  @CsvSource({
    "'', application.yml",
    "&threads=600, application.yml",
    "&threads=200, ''",
    "&threads=600&queues=9, ''"
  })
  void theFileToChangeIsUnknownWhereSomethingElseOverridesIt(String parameters, String file) {
    InspectedPool pool =
        inspected(
            SampleTarget.pool("fixed", 200, 200, Map.of()),
            SampleTarget.settings("dubbo.protocol.threads=600"),
            SampleTarget.orders(parameters));

    assertThat(pool.place().file()).isEqualTo(file);
    assertThat(pool.place().prefix()).isEqualTo("dubbo.protocol");
  }

  @Test
  void aPoolAsConfiguredContradictsNothing() {
    InspectedPool pool =
        inspected(
            SampleTarget.pool("fixed", 600, 600, Map.of("threads", "600")),
            SampleTarget.settings("dubbo.protocol.threads=600", "dubbo.protocol.corethreads=7"),
            SampleTarget.orders("&threads=600"));

    assertThat(pool.contradictions()).isEmpty();
    assertThat(pool.isDefault()).isFalse();
    assertThat(pool.pool().runs().mostCalls()).hasValue(600);
  }
}
