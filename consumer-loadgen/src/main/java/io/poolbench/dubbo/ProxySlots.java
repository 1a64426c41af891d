package io.poolbench.dubbo;

import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.measure.Outcome;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls of both proxies: chooses a slot's next request, and determines its outcome. One answer
 * in so many is compared with the expected value; Dubbo has decoded them all.
 *
 * <p>A slot's state is used by its one call in flight only: the send of a slot's next call
 * happens-after the completion of the last.
 */
final class ProxySlots {
  private final MeasuredCall call;

  private final AtomicInteger cursor = new AtomicInteger();

  private final int compareOneIn;
  private final FailureReasons reasons;
  private final Target.Completion completion;
  private final long[] sequences;
  private final int[] uncompared;
  private final long[] sentNanos;

  ProxySlots(TargetConfig config, int slots, Target.Completion completion) {
    this.call = config.call();
    this.compareOneIn = config.settings().decodeOneIn();
    this.reasons = config.reasons();
    this.completion = completion;
    this.sequences = new long[slots];
    this.uncompared = new int[slots];
    this.sentNanos = new long[slots];
    for (int slot = 0; slot < slots; slot++) {
      sequences[slot] = VariantSequence.seed(slot);
      uncompared[slot] = compareOneIn - 1;
    }
  }

  int nextVariant(int slot) {
    if (call.isCycled()) {
      return Integer.remainderUnsigned(cursor.getAndIncrement(), call.variants());
    }
    sequences[slot] = VariantSequence.next(sequences[slot]);
    return VariantSequence.variant(sequences[slot], call.variants());
  }

  /** Stamps a slot's call as sent now; returns the instant. */
  long send(int slot) {
    long now = System.nanoTime();
    sentNanos[slot] = now;
    return now;
  }

  /** When a slot's last call was sent; any thread. */
  long sentNanos(int slot) {
    return sentNanos[slot];
  }

  void answered(int slot, int variant, Object answer, long sentNanos, long answeredNanos) {
    Outcome outcome = Outcome.OK;
    if (++uncompared[slot] >= compareOneIn) {
      uncompared[slot] = 0;
      Optional<String> mismatch = call.mismatch(variant, answer);
      mismatch.ifPresent(reasons::count);
      outcome = mismatch.isEmpty() ? Outcome.OK : Outcome.ERROR;
    }
    completion.completed(slot, outcome, sentNanos, answeredNanos);
  }

  void failed(int slot, Throwable failure, long sentNanos, long answeredNanos) {
    reasons.count(FailureClassifier.reason(failure));
    completion.completed(slot, FailureClassifier.outcome(failure), sentNanos, answeredNanos);
  }
}
