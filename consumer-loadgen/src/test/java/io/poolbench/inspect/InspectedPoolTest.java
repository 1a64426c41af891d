package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.inspect.InspectedPool.PoolContradiction;
import io.poolbench.inspect.InspectedPool.PoolContradiction.Origin;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A pool is compared with the nearest thing that configures it. */
class InspectedPoolTest {
  private static final ApplicationSettings NONE = new ApplicationSettings(List.of());

  private static InspectedPool inspected(
      TargetReport.Pool pool, ApplicationSettings settings, TargetService service) {
    return InspectedPool.of(
        pool, settings, new TargetReport("3.3.6", "17", List.of(pool), List.of(service)));
  }

  @Test
  void aPoolThatTheMetadataServiceBuiltContradictsTheApplication() {
    // dubbo#11524: 600 threads configured, the pool of another URL runs
    InspectedPool pool =
        inspected(
            SampleTarget.pool("cached", 2, 100, Map.of("threadpool", "cached", "threads", "100")),
            SampleTarget.settings("dubbo.protocol.threads=600"),
            SampleTarget.orders("&threads=600"));

    assertThat(pool.contradictions())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.origin()).isEqualTo(Origin.APPLICATION);
              assertThat(found.configured().label()).isEqualTo("fixed 600");
              assertThat(found.settings())
                  .containsExactly("dubbo.protocol.threads=600 (application.yml)");
            });
  }

  @Test
  void whereNoFileConfiguresItTheUrlOfAServiceDoes() {
    InspectedPool pool =
        inspected(
            SampleTarget.pool("fixed", 200, 200, Map.of()),
            NONE,
            SampleTarget.orders("&threadpool=fixed&threads=64"));

    assertThat(pool.contradictions())
        .extracting(PoolContradiction::origin)
        .containsExactly(Origin.SERVICE);
  }

  @Test
  void aPoolThatWasResizedContradictsTheUrlThatItWasBuiltFor() {
    InspectedPool pool =
        inspected(
            SampleTarget.pool("fixed", 300, 300, Map.of("threads", "100")),
            NONE,
            SampleTarget.orders(""));

    assertThat(pool.contradictions())
        .extracting(PoolContradiction::origin)
        .containsExactly(Origin.POOL);
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
    assertThat(pool.mostCalls()).hasValue(600);
  }

  @Test
  void aPoolThatNothingConfiguresIsTheDefault() {
    InspectedPool pool =
        inspected(SampleTarget.pool("fixed", 200, 200, Map.of()), NONE, SampleTarget.orders(""));

    assertThat(pool.isDefault()).isTrue();
    assertThat(pool.contradictions()).isEmpty();
  }

  @Test
  void aTypeThatIsUnknownHereOrAnUnresolvedValueIsNotCompared() {
    assertThat(
            inspected(
                    SampleTarget.pool("fixed", 200, 200, Map.of()),
                    SampleTarget.settings("dubbo.protocol.threads=${THREADS}"),
                    SampleTarget.orders("&threadpool=ours"))
                .contradictions())
        .isEmpty();
  }
}
