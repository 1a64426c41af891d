package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.model.SampledLoad;
import io.poolbench.report.LimitText.SiteTime;
import io.poolbench.result.SiteSamples;
import io.poolbench.result.SiteSamples.Site;
import io.poolbench.result.SiteSamples.State;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTextTest {
  @ParameterizedTest
  @CsvSource({
    "LOCK, com.example.Stock$Cache, a monitor (Stock$Cache) in Stock.level",
    "WAIT, java.util.concurrent.Semaphore$NonfairSync, a wait (Semaphore) in Stock.level",
    "SOCKET, '', a socket in Stock.level"
  })
  void aSiteIsNamedByWhatCallsWaitForThere(State state, String blocker, String name) {
    SiteSamples samples =
        new SiteSamples(
            1,
            1,
            List.of(new Site(state, "com.example.Stock.level", "", blocker, 1)),
            List.of(),
            null);
    SampledLoad load =
        new SampledLoad(8, 100, Collections.emptySortedMap(), 0, 0, 0, 0, 0, 0, 1, 0, 0, samples);

    assertThat(LimitText.times(List.of(load))).extracting(SiteTime::name).containsExactly(name);
  }
}
