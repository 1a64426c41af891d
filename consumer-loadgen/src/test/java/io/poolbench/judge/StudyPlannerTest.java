package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Journal;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Violation;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds for every run, whatever is measured. */
class StudyPlannerTest {
  private static final Set<Violation> FAULT = Set.of(Violation.of(Metric.DRIVER_CPU, 95, 90));

  private record Place(int round, int level) {}

  /** Late calls by chance, around a capacity by chance, and a fault in a part of the slices. */
  private static Journal journal(Study study, Random random, double faulty) {
    double capacity = 4 + 28 * random.nextDouble();
    return new SimulatedRun(
            study,
            Journal.inMemory(),
            random,
            visit -> {
              double logOdds = SimulatedBlocks.logistic(capacity, 0.3).applyAsDouble(visit.level());
              SimulatedCalls calls = new SimulatedCalls(2_000, 1 / (1 + Math.exp(-logOdds)));
              return random.nextDouble() < faulty ? calls.with(FAULT) : calls;
            })
        .run(Duration.ofSeconds(30))
        .journal;
  }

  @Property(tries = 25)
  void noBlockThatCountsIsMeasuredAgain(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 3) int cells) {
    Study study = Studies.paired(cells, "rounds: 6", "users: '4, 8, 16, 24, 32'");
    Journal journal = journal(study, random, 0.05);

    Map<Turn, List<Slice>> blocks =
        journal.slices().collect(Collectors.groupingBy(slice -> slice.key().turn()));
    Set<Place> counting = new HashSet<>();
    blocks.forEach(
        (turn, slices) -> {
          assertThat(slices).hasSize(Paired.SLICES * cells);
          if (slices.stream().allMatch(Slice::isValid)) {
            int level = slices.get(0).key().level();
            assertThat(counting.add(new Place(turn.round(), level))).isTrue();
          }
        });
  }

  /** Repetitions in journals of their own, such as of two hosts, add up. */
  @Property(tries = 15)
  void callsOfAJournalAreThoseOfItsParts(@ForAll Random random) {
    Study study = Studies.paired(2, 2, "rounds: 3", "users: '8, 16, 24'");
    List<Slice> all = journal(study, random, 0.1).slices().toList();
    JudgedStudy whole = JudgedStudy.of(study, SampleSlices.journal(all));
    Map<Boolean, List<Slice>> parts =
        all.stream().collect(Collectors.partitioningBy(slice -> slice.key().repetition() == 1));
    for (JudgedCell cell : whole.cells()) {
      for (JudgedLevel level : cell.levels()) {
        long calls =
            parts.values().stream()
                .map(
                    part ->
                        JudgedStudy.of(study, SampleSlices.journal(part))
                            .cell(cell.name())
                            .orElseThrow())
                .flatMap(part -> part.level(level.level()).stream())
                .filter(part -> part.counts() == level.counts())
                .mapToLong(part -> part.together().calls().total())
                .sum();
        assertThat(level.together().calls().total()).isEqualTo(calls);
      }
    }
  }
}
