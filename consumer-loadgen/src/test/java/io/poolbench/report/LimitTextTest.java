package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.model.SampledLoad;
import io.poolbench.report.LimitText.SiteTime;
import io.poolbench.result.CellResult;
import io.poolbench.result.SiteSamples;
import io.poolbench.result.SiteSamples.Site;
import io.poolbench.result.SiteSamples.State;
import io.poolbench.store.SampleResult;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
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

  @Test
  void aNumberOfThreadsHasNoDecimals() {
    CellResult cell = SampleResult.paired().cells().get(0);
    Site site = new Site(State.WAIT, "com.example.Stock.level", "", "", 1);
    SortedMap<Integer, SiteSamples> sites = new TreeMap<>();
    cell.steps()
        .forEach(
            step ->
                sites.put(
                    step.level(),
                    new SiteSamples(1, step.level(), List.of(site), List.of(), null)));
    CellResult full =
        Changed.with(
            cell,
            "sites",
            sites,
            "allSteps.2.figures.POOL_ACTIVE_MEAN",
            24.0,
            "allSteps.2.figures.QUEUE_MEAN",
            8.0);

    assertThat(new LimitText(new RepeatedCell(List.of(full))).sentence().orElseThrow())
        .contains("the 24 threads of the pool, all busy at 32 users");
  }
}
