package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Locale;
import java.util.Objects;

/**
 * How often each cell of a study runs, every time in a fresh provider, and in which order.
 *
 * @param count how often
 * @param order of the cells within each round of repetitions
 * @param seed of a shuffled order
 */
public record Repetitions(int count, Order order, long seed) {
  /** Each cell once, as they are listed. */
  public static final Repetitions ONCE = new Repetitions(1, Order.LISTED, 1);

  private static final int MOST = 100;

  public Repetitions {
    Objects.requireNonNull(order, "order");
    InvalidSettingException.requireRange("repetitions", count, 1, MOST);
  }

  /** The order of cells. */
  public enum Order {
    /** As the study lists them. */
    LISTED,
    /** Each round in a random order of its own, so that a drift of the host meets all cells. */
    SHUFFLED;

    /** The name in a study. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
