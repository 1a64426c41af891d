package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;

/**
 * How often each cell of a study runs, every time in a fresh provider, and in which order: round by
 * round, each cell once in each.
 *
 * @param count how many rounds there are
 * @param order of the cells within a round
 * @param seed of a shuffled order, 0..2147483647; the same seed brings the same order
 */
public record Repetitions(int count, Order order, long seed) {
  /** Each cell once, as they are listed. */
  public static final Repetitions ONCE = new Repetitions(1, Order.LISTED, 1);

  /** More than any median needs. */
  public static final int MOST = 100;

  public Repetitions {
    Objects.requireNonNull(order, "order");
    InvalidSettingException.requireRange("repetitions", count, 1, MOST);
    InvalidSettingException.requireRange("seed", seed, 0, Integer.MAX_VALUE);
  }

  /**
   * The cells in the order in which a round runs them.
   *
   * @param round from 1 to {@link #count}
   * @param listed in the study's order
   */
  public <T> List<T> round(int round, List<T> listed) {
    Objects.checkIndex(round - 1, count);
    List<T> cells = new ArrayList<>(listed);
    if (order == Order.SHUFFLED) {
      // One generator for all rounds: those of neighbouring seeds begin alike.
      Random random = new Random(seed);
      for (int shuffle = 1; shuffle <= round; shuffle++) {
        Collections.shuffle(cells, random);
      }
    }
    return List.copyOf(cells);
  }

  /** The order of the cells within a round. */
  public enum Order {
    /** As the study lists them. */
    LISTED,
    /** Each round in a random order of its own, so that a drift of the host meets all cells. */
    SHUFFLED;

    /** The name in a study. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The order of a study that asks for none. Shuffling turns a host's drift from a bias into
     * spread, which only repetitions show: without them it would merely hide the order.
     *
     * @param count how often each cell runs
     */
    public static Order usual(int count) {
      return count > 1 ? SHUFFLED : LISTED;
    }
  }
}
