package io.poolbench.dubbo;

import io.poolbench.api.RandomDelay;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.dubbo.WireSlots.VariantSequence;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.PunctualThreadFactory;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.SplitMix64;
import io.poolbench.load.Target;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.dubbo.rpc.RpcContext;

/**
 * A client that calls Dubbo's reference asynchronously, at the cost of a non-blocking consumer.
 * Completions run in Dubbo's consumer pool. {@code sentNanos} is read before the call of the proxy,
 * {@code answeredNanos} where its future completes. With a network latency, calls are completed,
 * and their time is stamped, by a timer's thread.
 *
 * <p>One answer in {@code decodeOneIn} is compared with the expected value; Dubbo decodes all of
 * them. A call that fails because there is no provider is completed after {@link
 * ReconnectPause#UNSENT_NANOS}.
 *
 * <p>Only the one call in flight uses a slot's state: the send of a slot's next call happens-after
 * the completion of the last.
 */
final class ProxyTarget implements Target {
  private static final String THREAD_NAME = "poolbench-proxy";

  private final ConsumerReference reference;
  private final MeasuredCall call;
  private final AtomicInteger cursor = new AtomicInteger();

  private final int compareOneIn;
  private final RandomDelay network;
  private final long timeoutMillis;
  private final FailureReasons reasons;
  private final Completion completion;
  private final long[] sequences;
  private final int[] uncompared;
  private final long[] sentNanos;
  private final ScheduledThreadPoolExecutor aside;

  ProxyTarget(TargetConfig config, int slots, Completion completion) throws IOException {
    this.reference = new ConsumerReference(config, /* async= */ true);
    this.call = config.call();
    this.compareOneIn = config.settings().decodeOneIn();
    this.network = config.provider().network();
    this.timeoutMillis = config.settings().timeoutMillis();
    this.reasons = config.reasons();
    this.completion = completion;
    this.sequences = new long[slots];
    this.uncompared = new int[slots];
    this.sentNanos = new long[slots];
    for (int slot = 0; slot < slots; slot++) {
      sequences[slot] = VariantSequence.seed(slot);
      uncompared[slot] = compareOneIn - 1;
    }
    this.aside = new ScheduledThreadPoolExecutor(1, new PunctualThreadFactory(THREAD_NAME));
  }

  @Override
  public void send(int slot) {
    int variant = nextVariant(slot);
    Ending ending = new Ending(slot, variant, System.nanoTime());
    sentNanos[slot] = ending.sent;
    CompletableFuture<Object> future;
    try {
      Object unused = call.invoke(reference.service(), variant);
      future = RpcContext.getServiceContext().getCompletableFuture();
    } catch (RuntimeException e) {
      long failedNanos = System.nanoTime();
      later(() -> ending.end(null, e, failedNanos), ReconnectPause.UNSENT_NANOS);
      return;
    }
    CompletableFuture<Object> unused = future.whenComplete(ending);
    ending.sender = null;
  }

  private int nextVariant(int slot) {
    if (call.isCycled()) {
      return Integer.remainderUnsigned(cursor.getAndIncrement(), call.variants());
    }
    sequences[slot] = SplitMix64.next(sequences[slot]);
    return VariantSequence.variant(sequences[slot], call.variants());
  }

  @Override
  public long sentNanos(int slot) {
    return sentNanos[slot];
  }

  private void later(Runnable end, long pauseNanos) {
    try {
      ScheduledFuture<?> unused = aside.schedule(end, pauseNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The target is closed, so its calls need no completion.
      if (!aside.isShutdown()) {
        throw e;
      }
    }
  }

  /** Completes one call, but never on the stack of its own send. */
  private final class Ending implements BiConsumer<Object, Throwable> {
    private final int slot;
    private final int variant;
    private final long sent;

    /** The sending thread until {@code send} returns. No other thread ever equals it. */
    private Thread sender = Thread.currentThread();

    Ending(int slot, int variant, long sent) {
      this.slot = slot;
      this.variant = variant;
      this.sent = sent;
    }

    @Override
    public void accept(Object answer, Throwable failure) {
      long answeredNanos = System.nanoTime();
      boolean withinSend = sender == Thread.currentThread();
      if (failure != null && withinSend && FailureClassifier.isUnanswered(failure)) {
        later(() -> end(answer, failure, answeredNanos), ReconnectPause.UNSENT_NANOS);
        return;
      }
      long delayNanos = isTimeout(failure) ? 0 : network.nextNanos();
      if (delayNanos > 0) {
        delay(answer, failure, delayNanos, answeredNanos);
      } else if (withinSend) {
        later(() -> end(answer, failure, answeredNanos), 0);
      } else {
        end(answer, failure, answeredNanos);
      }
    }

    private static boolean isTimeout(Throwable failure) {
      return failure != null && FailureClassifier.outcome(failure) == Outcome.TIMEOUT;
    }

    private void delay(Object answer, Throwable failure, long delayNanos, long answeredNanos) {
      long leftNanos = sent + TimeUnit.MILLISECONDS.toNanos(timeoutMillis) - answeredNanos;
      if (delayNanos <= leftNanos) {
        later(() -> end(answer, failure, System.nanoTime()), delayNanos);
      } else {
        later(this::timeOut, leftNanos);
      }
    }

    private void timeOut() {
      reasons.count("no answer within " + timeoutMillis + " ms");
      completion.completed(slot, Outcome.TIMEOUT, sent, System.nanoTime());
    }

    private void end(Object answer, Throwable failure, long answeredNanos) {
      Outcome outcome = Outcome.OK;
      if (failure != null) {
        reasons.count(FailureClassifier.reason(failure));
        outcome = FailureClassifier.outcome(failure);
      } else if (++uncompared[slot] >= compareOneIn) {
        uncompared[slot] = 0;
        Optional<String> mismatch = call.mismatch(variant, answer);
        mismatch.ifPresent(reasons::count);
        outcome = mismatch.isEmpty() ? Outcome.OK : Outcome.ERROR;
      }
      completion.completed(slot, outcome, sent, answeredNanos);
    }
  }

  @Override
  public void close() {
    aside.shutdownNow();
    reference.close();
  }
}
