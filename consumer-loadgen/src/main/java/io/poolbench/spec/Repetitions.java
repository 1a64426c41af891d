package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Named;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * Rounds that run each cell of a study once, each time in a fresh provider.
 *
 * @param seed of a shuffled order, 0..2147483647; the same seed gives the same order
 */
public record Repetitions(int count, Order order, long seed) {
  public static final int MAX = 100;

  public Repetitions {
    Objects.requireNonNull(order, "order");
    InvalidSettingException.requireRange("repetitions", count, 1, MAX);
    InvalidSettingException.requireRange("seed", seed, 0, Integer.MAX_VALUE);
  }

  /** The cells in the order of a round, from 1. */
  public <T> List<T> round(int round, List<T> listed) {
    Objects.checkIndex(round - 1, count);
    return order == Order.SHUFFLED ? shuffled(seed, round, listed) : List.copyOf(listed);
  }

  /**
   * The random order of a round, from 1, in which all orders are equally likely; the same seed
   * gives the same orders.
   */
  static <T> List<T> shuffled(long seed, int round, List<T> listed) {
    // One generator for all rounds, because generators with neighbouring seeds start alike.
    Random random = new Random(seed);
    List<T> shuffled = new ArrayList<>(listed);
    for (int shuffle = 1; shuffle <= round; shuffle++) {
      Collections.shuffle(shuffled, random);
    }
    return List.copyOf(shuffled);
  }

  public enum Order implements Named {
    LISTED,
    /** Each round has its own random order, so that a drift of the host affects all cells. */
    SHUFFLED;

    /**
     * The default order. Shuffling turns a drift of the host from a bias into spread, which only
     * repetitions reveal; without repetitions it would merely hide the order.
     */
    public static Order usual(int count) {
      return count > 1 ? SHUFFLED : LISTED;
    }
  }
}
