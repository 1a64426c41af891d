package io.poolbench.judge;

import io.poolbench.journal.Slice;
import io.poolbench.judge.CapacityEstimate.Basis;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The independent samples of one cell, or of several cells that were measured together: the rounds
 * of a paired run, or repetitions, each in a provider of its own unless the program runs already.
 *
 * @param numbers of the samples by what they are, from 0
 * @param providers the number of providers that ran
 */
record Samples(Basis basis, Map<Sample, Integer> numbers, int providers) {
  /** Fewer rounds do not show their spread. */
  static final int MIN_ROUNDS = 4;

  /** A level that was measured in fewer rounds shows nothing of its own: they may be a pause. */
  static final int MIN_ROUNDS_OF_LEVEL = 2;

  /**
   * The standard deviation of what a provider adds to the log-odds of each pool in it: compiled
   * code, memory, event loop, and what the host did meanwhile. Measured: 0.29 with six equal pools
   * in ten providers, docs/results/2026-11-29-providers.md.
   */
  static final double BETWEEN_PROVIDERS = 0.3;

  /**
   * The standard deviation of what it adds to one pool and not to those beside it. Measured there:
   * 0.06, at most 0.1.
   */
  static final double BETWEEN_POOLS = 0.1;

  /** A repetition, or with a round one of its rounds. */
  record Sample(int repetition, int round) implements Comparable<Sample> {
    private static final Comparator<Sample> IN_TIME =
        Comparator.comparingInt(Sample::repetition).thenComparingInt(Sample::round);

    static Sample ofRound(Slice slice) {
      return new Sample(slice.key().repetition(), slice.key().turn().round());
    }

    @Override
    public int compareTo(Sample other) {
      return IN_TIME.compare(this, other);
    }
  }

  Samples {
    Objects.requireNonNull(basis, "basis");
    numbers = Map.copyOf(numbers);
  }

  /** The samples of cells that were measured side by side in each round. */
  static Samples ofRounds(List<JudgedCell> cells) {
    int providers = providers(cells);
    Samples rounds = of(Basis.ROUNDS, cells);
    if (providers < MIN_ROUNDS && rounds.count() >= MIN_ROUNDS) {
      return rounds;
    }
    return cells.stream().anyMatch(cell -> cell.measured() > 1)
        ? of(Basis.REPETITIONS, cells)
        : of(Basis.BATCHES, cells);
  }

  /** The samples of a cell with a provider of its own. */
  static Samples ofRepetitions(JudgedCell cell) {
    return of(cell.measured() > 1 ? Basis.REPETITIONS : Basis.BATCHES, List.of(cell));
  }

  private static Samples of(Basis basis, List<JudgedCell> cells) {
    Map<Sample, Integer> numbers = new LinkedHashMap<>();
    cells.stream()
        .flatMap(JudgedCell::counting)
        .map(slice -> sample(basis, slice))
        .distinct()
        .sorted()
        .forEach(sample -> numbers.put(sample, numbers.size()));
    return new Samples(basis, numbers, Math.max(1, providers(cells)));
  }

  /** Cells that are measured together share their providers. */
  private static int providers(List<JudgedCell> cells) {
    return cells.stream().mapToInt(JudgedCell::providers).max().orElse(0);
  }

  private static Sample sample(Basis basis, Slice slice) {
    return switch (basis) {
      case ROUNDS -> Sample.ofRound(slice);
      case REPETITIONS -> new Sample(slice.key().repetition(), 0);
      case BATCHES -> new Sample(0, 0);
    };
  }

  int count() {
    return numbers.size();
  }

  /** The number of the sample that a slice belongs to. */
  int number(Slice slice) {
    return numbers.get(sample(basis, slice));
  }

  /**
   * The standard deviation of what providers add to the mean log-odds of each pool in them, which
   * the samples do not show.
   */
  double ofProviders() {
    return ofEach(BETWEEN_PROVIDERS);
  }

  /** The standard deviation of what they add to one pool and not to those beside it. */
  double ofPools() {
    return ofEach(BETWEEN_POOLS);
  }

  private double ofEach(double ofOne) {
    boolean isSeen = basis == Basis.REPETITIONS && providers > 1;
    return isSeen ? 0 : ofOne / Math.sqrt(providers);
  }
}
