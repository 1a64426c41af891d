package io.poolbench.result;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Batches of one length, in which all calls are sent and answered. */
public final class SampleBatches {
  private SampleBatches() {}

  /** With the numbers of their windows, of their calls, and of their late ones by TP99. */
  public static Batches of(List<Integer> windows, double seconds, List<Long> ok, List<Long> late) {
    List<Long> none = Collections.nCopies(windows.size(), 0L);
    return new Batches(
        windows,
        Collections.nCopies(windows.size(), seconds),
        ok,
        none,
        none,
        none,
        Map.of("tp99", late),
        Map.of("tp99", none),
        Map.of(),
        none);
  }
}
