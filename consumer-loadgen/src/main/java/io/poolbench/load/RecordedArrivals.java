package io.poolbench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Arrivals that were counted in production by 10 ms, to be replayed at any mean rate. Bursts keep
 * their length: at twice the rate, twice as many requests arrive in each 10 ms.
 */
public final class RecordedArrivals {
  private static final String HEAD = "# arrivals in each 10 ms";
  private static final long BIN_NANOS = 10_000_000;

  private final int[] counts;

  RecordedArrivals(int... counts) {
    this.counts = counts.clone();
  }

  /**
   * Reads a recording.
   *
   * @throws IOException if the file is none, or has no arrival
   */
  public static RecordedArrivals read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.get(0).equals(HEAD)) {
      throw new IOException(file + " is no recording (valid: a file of observe --record)");
    }
    try {
      int[] counts = lines.stream().skip(1).mapToInt(RecordedArrivals::count).toArray();
      if (Arrays.stream(counts).noneMatch(count -> count > 0)) {
        throw new IOException(file + " has no arrival");
      }
      return new RecordedArrivals(counts);
    } catch (NumberFormatException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private static int count(String line) {
    int count = Integer.parseInt(line);
    if (count < 0) {
      throw new NumberFormatException("count of " + count);
    }
    return count;
  }

  public static void write(Path file, List<Integer> counts) throws IOException {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    counts.forEach(count -> text.append(count).append('\n'));
    Files.writeString(file, text);
  }

  public double perSecond() {
    return Arrays.stream(counts).asLongStream().sum() / (counts.length * BIN_NANOS / 1e9);
  }

  /**
   * Sequences by their mean rate. Each begins where the others have got to, so that short stretches
   * of load replay the whole recording; after its end it begins anew.
   */
  IntFunction<Arrivals> replayed(long seed) {
    AtomicLong reached = new AtomicLong();
    return perSecond -> new Replay(perSecond / perSecond(), reached, seed);
  }

  private final class Replay implements Arrivals {
    private final double factor;
    private final long first;
    private final AtomicLong reached;
    private final long seed;
    private long next;
    private long[] due = {};
    private int position;

    /**
     * @param reached the bin at which this sequence begins, moved on by it: a load may still use up
     *     the sequence of its last level when it begins the next one
     */
    private Replay(double factor, AtomicLong reached, long seed) {
      this.factor = factor;
      this.first = reached.get();
      this.reached = reached;
      this.seed = seed;
      this.next = first;
    }

    @Override
    public long nextNanos() {
      while (position == due.length) {
        due = due(next++);
        reached.accumulateAndGet(next, Math::max);
        position = 0;
      }
      return due[position++];
    }

    /** The requests of a bin, at random instants in it: the same ones for the same seed. */
    private long[] due(long bin) {
      SplittableRandom random = new SplittableRandom(seed + bin);
      double wanted = counts[(int) (bin % counts.length)] * factor;
      return random
          .longs((long) (wanted + random.nextDouble()), 0, BIN_NANOS)
          .map(offset -> (bin - first) * BIN_NANOS + offset)
          .sorted()
          .toArray();
    }

    @Override
    public Arrivals copy() {
      Replay copy = new Replay(factor, new AtomicLong(first), seed);
      copy.next = next;
      copy.due = due;
      copy.position = position;
      return copy;
    }
  }
}
