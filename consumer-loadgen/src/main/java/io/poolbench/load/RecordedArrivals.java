package io.poolbench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Arrivals that were counted in production by 10 ms, to be replayed at any mean rate. Bursts keep
 * their length: at twice the rate, twice as many requests arrive in each 10 ms.
 */
public final class RecordedArrivals {
  private static final String HEAD = "# arrivals in each 10 ms";
  private static final long BIN_NANOS = 10_000_000;

  /** What a recording may last. */
  public static final Duration MAX_LENGTH = Duration.ofHours(24);

  private static final int MAX_BINS = (int) (MAX_LENGTH.toNanos() / BIN_NANOS);
  private static final int MAX_COUNT = 1_000_000;
  private static final double GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

  private final int[] counts;

  RecordedArrivals(int... counts) {
    this.counts = counts.clone();
  }

  /**
   * Reads a recording.
   *
   * @throws IOException if the file is none, is longer than {@link #MAX_LENGTH}, or has no arrival
   */
  public static RecordedArrivals read(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw noRecording(file);
    }
    try (BufferedReader text = Files.newBufferedReader(file, ISO_8859_1)) {
      if (!HEAD.equals(line(text))) {
        throw noRecording(file);
      }
      IntStream.Builder counts = IntStream.builder();
      int read = 0;
      for (String line = line(text); line != null; line = line(text)) {
        if (read++ == MAX_BINS) {
          throw new IOException(file + " is too long (valid: up to 24h)");
        }
        int count = count(line);
        if (count < 0 || count > MAX_COUNT) {
          throw new IOException(
              "%s: count %d is '%s' (valid: 0..%d)".formatted(file, read, line, MAX_COUNT));
        }
        counts.add(count);
      }
      RecordedArrivals recorded = new RecordedArrivals(counts.build().toArray());
      if (recorded.maxCount() == 0) {
        throw new IOException(file + " has no arrival");
      }
      return recorded;
    }
  }

  /** Negative if the line is no number. */
  private static int count(String line) {
    try {
      return Integer.parseInt(line);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static IOException noRecording(Path file) {
    return new IOException(file + " is no recording (valid: a file of observe --record)");
  }

  /** The next line, or so much of it that it is no valid one; null at the end. */
  private static String line(BufferedReader text) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = text.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n' && line.length() <= HEAD.length(); next = text.read()) {
      line.append((char) next);
    }
    return line.toString();
  }

  public static void write(Path file, List<Integer> counts) throws IOException {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    counts.stream().limit(MAX_BINS).forEach(count -> text.append(count).append('\n'));
    Files.writeString(file, text);
  }

  private int maxCount() {
    return Arrays.stream(counts).max().orElse(0);
  }

  /**
   * Fails if this rate needs more arrivals in a bin than are replayed.
   *
   * @throws IOException with the highest rate that is valid
   */
  public void requireReplayable(int perSecond) throws IOException {
    double highest = MAX_COUNT / (double) maxCount() * perSecond();
    if (perSecond > highest) {
      throw new IOException(
          "%d requests/s are more than %d in 10 ms of the recording (valid: up to %.0f requests/s)"
              .formatted(perSecond, MAX_COUNT, Math.floor(highest)));
    }
  }

  public double perSecond() {
    return Arrays.stream(counts).asLongStream().sum() / (counts.length * BIN_NANOS / 1e9);
  }

  public Duration length() {
    return Duration.ofNanos(counts.length * BIN_NANOS);
  }

  /**
   * Sequences by their mean rate. Each begins where the others have got to, so that short stretches
   * of load replay the whole recording; after its end it begins anew.
   */
  Replays replayed(long seed) {
    return new Replays(seed);
  }

  /** See {@link #replayed}. Rounds begin while no sequence is read. */
  final class Replays implements IntFunction<Arrivals> {
    private final AtomicLong reached = new AtomicLong();
    private final long seed;

    private Replays(long seed) {
      this.seed = seed;
    }

    /**
     * Makes the next sequence begin elsewhere: multiples of the golden ratio spread over the
     * recording evenly, however many rounds there are (Weyl's sequence).
     *
     * @param round from 1, which begins with the recording
     */
    void beginRound(int round) {
      reached.set((long) ((round - 1) * GOLDEN_RATIO % 1 * counts.length));
    }

    @Override
    public Arrivals apply(int perSecond) {
      return new Replay(perSecond / perSecond(), reached, seed);
    }
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
