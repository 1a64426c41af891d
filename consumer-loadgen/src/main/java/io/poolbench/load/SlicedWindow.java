package io.poolbench.load;

import io.poolbench.load.MeasuredWindow.Batch;
import io.poolbench.load.MeasuredWindow.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Reduces a window slice by slice: each slice becomes a batch of counts, and its histograms are
 * merged into one of the window's parts. Memory therefore grows by some hundred bytes per slice,
 * not by its histograms. For one thread.
 */
final class SlicedWindow {
  /** Slices kept before they are merged: each merge allocates a histogram of the part's size. */
  static final int UNMERGED = 16;

  private final int slices;
  private final int partCount;
  private final List<Long> limitsNanos;
  private final List<Part> parts = new ArrayList<>();
  private final List<Part> unmerged = new ArrayList<>();
  private final List<Batch> batches = new ArrayList<>();

  /** For each batch and limit, the time for which ended calls had lasted longer than the limit. */
  private final List<long[]> beyond = new ArrayList<>();

  private PendingCalls pending = PendingCalls.NONE;

  /**
   * @param slices the number of slices that will be added
   * @param parts the number of parts; as many as slices if there are fewer
   * @param limitsNanos response times from which calls are counted as late
   */
  SlicedWindow(int slices, int parts, List<Long> limitsNanos) {
    this.slices = slices;
    this.partCount = parts;
    this.limitsNanos = List.copyOf(limitsNanos);
  }

  /** The batches of these slices. */
  static List<Batch> batches(List<Part> slices, List<Long> limitsNanos) {
    SlicedWindow window = new SlicedWindow(slices.size(), 1, limitsNanos);
    slices.forEach(window::count);
    return window.batches();
  }

  void add(Part slice) {
    count(slice);
    unmerged.add(slice);
    boolean full = part(batches.size()) != part(batches.size() - 1);
    if (full || unmerged.size() == UNMERGED) {
      Part merged = Part.merge(unmerged);
      unmerged.clear();
      (full ? parts : unmerged).add(merged);
    }
  }

  private int part(int slice) {
    return (int) ((long) slice * partCount / slices);
  }

  /** The parts of the slices so far that are complete. */
  List<Part> parts() {
    return List.copyOf(parts);
  }

  /** The slices so far; calls pending at the end of the last one are overdue by their age. */
  List<Batch> batches() {
    List<long[]> all = beyond.stream().map(long[]::clone).toList();
    int last = batches.size() - 1;
    pending.agesNanos().forEach(age -> addBeyond(all, last, age, 1));
    List<Batch> closed = new ArrayList<>(batches.size());
    long untilClosed = batches.stream().mapToLong(Batch::nanos).sum();
    for (Batch batch : batches) {
      long opened = closed.isEmpty() ? Long.MAX_VALUE : untilClosed;
      untilClosed -= batch.nanos();
      long end = untilClosed;
      closed.add(
          batch.with(
              batch.window(),
              limitsNanos.stream().map(limit -> pending.reached(limit, end, opened)).toList(),
              Arrays.stream(all.get(closed.size())).boxed().toList()));
    }
    return closed;
  }

  private void count(Part slice) {
    batches.add(Batch.of(slice, limitsNanos, List.of(), List.of()));
    beyond.add(new long[limitsNanos.size()]);
    Interval interval = slice.interval();
    pending = interval.pending();
    int last = batches.size() - 1;
    Histogram response = interval.response();
    for (HistogramIterationValue bucket : response.recordedValues()) {
      long nanos = response.medianEquivalentValue(bucket.getValueIteratedTo());
      addBeyond(beyond, last, nanos, bucket.getCountAtValueIteratedTo());
    }
    if (interval.timeout() > 0) {
      long mean = interval.timeoutNanos() / interval.timeout();
      addBeyond(beyond, last, mean, interval.timeout());
    }
  }

  /**
   * Adds the time for which calls that lasted {@code nanos} until the end of a slice had exceeded
   * each limit, to this slice and to earlier ones.
   */
  private void addBeyond(List<long[]> sums, int last, long nanos, long calls) {
    for (int limit = 0; limit < limitsNanos.size(); limit++) {
      long left = nanos - limitsNanos.get(limit);
      for (int slice = last; slice >= 0 && left > 0; slice--) {
        long here = Math.min(left, batches.get(slice).nanos());
        sums.get(slice)[limit] += calls * here;
        left -= here;
      }
    }
  }
}
