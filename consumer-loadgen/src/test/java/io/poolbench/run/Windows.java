package io.poolbench.run;

import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.Batch;
import java.util.List;
import java.util.Optional;

/** Counters of a simulated provider: how many windows were measured before. */
record Windows(int count) implements Cumulative<Windows> {
  @Override
  public Windows continuedBy(Windows opened, Windows closed) {
    return new Windows(count + closed.count - opened.count);
  }

  /** A window that begins at its number, in nanoseconds, with batches of its calls. */
  static MeasuredWindow<Windows> numbered(int number, List<Batch> batches) {
    return new MeasuredWindow<>(
        number,
        number + 1,
        List.of(),
        batches,
        new Windows(number),
        new Windows(number + 1),
        Optional.empty(),
        List.of());
  }

  /** A window with one batch of one call. */
  static MeasuredWindow<Windows> numbered(int number) {
    return numbered(
        number,
        List.of(new Batch(1, 1, 1, 1, 0, 0, 0, 0, 0, List.of(), List.of(), List.of(), 0, 0, 0, 0)));
  }
}
