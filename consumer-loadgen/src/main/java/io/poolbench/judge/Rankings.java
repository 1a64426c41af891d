package io.poolbench.judge;

import io.poolbench.stats.AllPairs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rankings of all pairs of cells. Cells of a paired study are compared by rounds, which
 * disturbances of both cells have in common; other cells, and those of two runs, by repetitions.
 */
public final class Rankings {
  private Rankings() {}

  /** The rankings of a study's cells, in its order. */
  public static List<Ranking> of(JudgedStudy study) {
    return of(EstimatedCell.of(study), study);
  }

  /** The rankings of cells of a study, or of the groups of a cell; phases have no capacity. */
  public static List<Ranking> of(List<EstimatedCell> cells, JudgedStudy study) {
    List<Ranking> rankings = new ArrayList<>();
    byUnit(cells.stream().filter(cell -> !cell.isOfPhases()).toList())
        .forEach(
            group -> {
              int pairs = group.size() * (group.size() - 1) / 2;
              List<PairTest> tests = new ArrayList<>();
              for (int i = 0; i < group.size(); i++) {
                for (int j = i + 1; j < group.size(); j++) {
                  tests.add(
                      study.study().paired() == null
                          ? PairTest.byRepetitions(group.get(i), group.get(j), pairs)
                          : PairTest.byRounds(group.get(i), group.get(j), pairs));
                }
              }
              rankings.addAll(corrected(tests, group.size()));
            });
    return rankings;
  }

  /** The ranking of two cells of a study; by themselves if one is a group or a phase. */
  public static Optional<Ranking> ofPair(
      List<Ranking> ofStudy, JudgedCell one, JudgedCell other, JudgedStudy study) {
    return ofStudy.stream()
        .filter(pair -> pair.isAbout(one, other))
        .findFirst()
        .or(
            () ->
                of(List.of(EstimatedCell.of(one, study), EstimatedCell.of(other, study)), study)
                    .stream()
                    .findFirst());
  }

  /**
   * The rankings of pairs of cells of two runs, the baseline first. A run of one repetition decides
   * nothing between runs.
   */
  public static List<Ranking> between(List<List<EstimatedCell>> pairs) {
    return pairs.stream()
        .map(pair -> PairTest.byRepetitions(pair.get(0), pair.get(1), pairs.size()))
        .map(test -> test.decided(pairs.size() * test.capacity(), 1, pairs.size()))
        .toList();
  }

  /** Groups cells that can be compared: users cannot be compared with requests per second. */
  static List<List<EstimatedCell>> byUnit(List<EstimatedCell> cells) {
    Map<String, List<EstimatedCell>> byUnit =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    cell -> cell.workload().setting(), LinkedHashMap::new, Collectors.toList()));
    return List.copyOf(byUnit.values());
  }

  private static List<Ranking> corrected(List<PairTest> tests, int cells) {
    double[] capacities =
        AllPairs.corrected(cells, tests.stream().mapToDouble(PairTest::capacity).toArray());
    double[] late =
        AllPairs.corrected(cells, tests.stream().mapToDouble(PairTest::lateCalls).toArray());
    List<Ranking> rankings = new ArrayList<>();
    for (PairTest test : tests) {
      int number = rankings.size();
      rankings.add(test.decided(capacities[number], late[number], tests.size()));
    }
    return rankings;
  }
}
