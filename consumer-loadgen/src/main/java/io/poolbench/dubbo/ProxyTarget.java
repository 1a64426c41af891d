package io.poolbench.dubbo;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.ReconnectPause;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.dubbo.rpc.RpcContext;

/**
 * A client that calls Dubbo's reference asynchronously, at the cost of a non-blocking consumer.
 * Completions run in Dubbo's consumer pool, or directly on its Netty workers. {@code sentNanos} is
 * read before the call of the proxy, {@code answeredNanos} where its future completes.
 */
final class ProxyTarget extends ReferenceTarget {
  private static final String THREAD_NAME = "poolbench-proxy";

  private final ScheduledThreadPoolExecutor aside;

  private ProxyTarget(TargetConfig config, int slots, Completion completion, boolean direct)
      throws IOException {
    super(config, slots, completion, /* async= */ true, direct);
    this.aside =
        new ScheduledThreadPoolExecutor(
            1, new DefaultThreadFactory(THREAD_NAME, /* daemon= */ true));
  }

  /** Completes calls in Dubbo's consumer pool, which is Dubbo's default. */
  static ProxyTarget open(TargetConfig config, int slots, Completion completion)
      throws IOException {
    return new ProxyTarget(config, slots, completion, /* direct= */ false);
  }

  /** Completes calls on the Netty workers. */
  static ProxyTarget openDirect(TargetConfig config, int slots, Completion completion)
      throws IOException {
    return new ProxyTarget(config, slots, completion, /* direct= */ true);
  }

  @Override
  public void send(int slot) {
    int variant = nextVariant(slot);
    long sentNanos = sendNow(slot);
    CompletableFuture<Object> future;
    try {
      Object unused = invoke(variant);
      future = RpcContext.getServiceContext().getCompletableFuture();
    } catch (RuntimeException e) {
      long failedNanos = System.nanoTime();
      later(() -> failed(slot, e, sentNanos, failedNanos), ReconnectPause.UNSENT_NANOS);
      return;
    }
    Ending ending = new Ending(slot, variant, sentNanos);
    CompletableFuture<Object> unused = future.whenComplete(ending);
    ending.sender = null;
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
    private final long sentNanos;

    /** The sending thread until {@code send} returns. No other thread ever equals it. */
    private Thread sender = Thread.currentThread();

    Ending(int slot, int variant, long sentNanos) {
      this.slot = slot;
      this.variant = variant;
      this.sentNanos = sentNanos;
    }

    @Override
    public void accept(Object answer, Throwable failure) {
      long answeredNanos = System.nanoTime();
      if (failure != null && FailureClassifier.isUnanswered(failure)) {
        later(() -> end(answer, failure, answeredNanos), ReconnectPause.UNSENT_NANOS);
      } else if (sender == Thread.currentThread()) {
        later(() -> end(answer, failure, answeredNanos), 0);
      } else {
        end(answer, failure, answeredNanos);
      }
    }

    private void end(Object answer, Throwable failure, long answeredNanos) {
      if (failure == null) {
        answered(slot, variant, answer, sentNanos, answeredNanos);
      } else {
        failed(slot, failure, sentNanos, answeredNanos);
      }
    }
  }

  @Override
  public void close() {
    aside.shutdownNow();
    super.close();
  }
}
