package io.poolbench.dubbo;

import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.dubbo.WireSlots.VariantSequence;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.Target;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client that calls Dubbo's reference: chooses a slot's next request, and determines its outcome.
 * One answer in {@code decodeOneIn} is compared with the expected value; Dubbo decodes all of them.
 * A call that fails because there is no provider is completed after {@link
 * ReconnectPause#UNSENT_NANOS}.
 *
 * <p>Only the one call in flight uses a slot's state: the send of a slot's next call happens-after
 * the completion of the last.
 */
abstract class ReferenceTarget implements Target {
  private final ConsumerReference reference;
  private final MeasuredCall call;
  private final AtomicInteger cursor = new AtomicInteger();

  private final int compareOneIn;
  private final FailureReasons reasons;
  private final Completion completion;
  private final long[] sequences;
  private final int[] uncompared;
  private final long[] sentNanos;

  ReferenceTarget(
      TargetConfig config, int slots, Completion completion, boolean async, boolean direct)
      throws IOException {
    this.reference = new ConsumerReference(config, async, direct);
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

  final int nextVariant(int slot) {
    if (call.isCycled()) {
      return Integer.remainderUnsigned(cursor.getAndIncrement(), call.variants());
    }
    sequences[slot] = VariantSequence.next(sequences[slot]);
    return VariantSequence.variant(sequences[slot], call.variants());
  }

  /** Records that a slot's call is sent now; returns the time ({@link System#nanoTime}). */
  final long sendNow(int slot) {
    long now = System.nanoTime();
    sentNanos[slot] = now;
    return now;
  }

  @Override
  public final long sentNanos(int slot) {
    return sentNanos[slot];
  }

  final Object invoke(int variant) {
    return call.invoke(reference.service(), variant);
  }

  final void answered(int slot, int variant, Object answer, long sentNanos, long answeredNanos) {
    Outcome outcome = Outcome.OK;
    if (++uncompared[slot] >= compareOneIn) {
      uncompared[slot] = 0;
      Optional<String> mismatch = call.mismatch(variant, answer);
      mismatch.ifPresent(reasons::count);
      outcome = mismatch.isEmpty() ? Outcome.OK : Outcome.ERROR;
    }
    completion.completed(slot, outcome, sentNanos, answeredNanos);
  }

  final void failed(int slot, Throwable failure, long sentNanos, long answeredNanos) {
    reasons.count(FailureClassifier.reason(failure));
    completion.completed(slot, FailureClassifier.outcome(failure), sentNanos, answeredNanos);
  }

  @Override
  public void close() {
    reference.close();
  }
}
