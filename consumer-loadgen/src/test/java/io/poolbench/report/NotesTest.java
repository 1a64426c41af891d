package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.study.Study;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NotesTest {
  private static final String SLOWED =
      "This CPU's speed varied by 40 %: compare within this run only.";

  /** JVMs compile the arithmetic of the gauge differently. */
  @Test
  void aSpeedThatVariedBetweenLevelsOfOneJvmIsNoted() {
    assertThat(notes("{}", "{}", 50_000)).isEmpty();
    assertThat(notes("{}", "{}", 30_000)).containsExactly(SLOWED);
    assertThat(notes("{}", "{jvm: {options: [-Xint]}}", 30_000)).isEmpty();
  }

  /** The notes on two cells, in the second of which a round of the gauge takes so long. */
  private static Iterable<String> notes(String one, String other, long roundNanos) {
    Study study =
        SampleRuns.parse(
            "two",
            "load: {users: [8]}",
            "sla: {tp99: 10ms}",
            "cells:",
            "- {name: one, provider: %s}".formatted(one),
            "- {name: other, provider: %s}".formatted(other));
    Journal journal = Journal.inMemory();
    for (Entry entry : SampleRuns.steps(study, 1, 8, 8).entries()) {
      SampleSlices.add(
          journal,
          entry instanceof Slice slice && slice.key().cell().equals("other")
              ? slice.with(gauged(slice.counters(), roundNanos))
              : entry);
    }
    return new Notes(Evaluation.of(study, journal)).host();
  }

  private static Counters gauged(Counters counters, long roundNanos) {
    return counters.and(
        Counters.ofRecorded(
            Map.of(ProviderHistograms.CPU_GAUGE, SampleSlices.durations(roundNanos, 500))));
  }
}
