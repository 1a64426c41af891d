package io.poolbench.dubbo;

import io.poolbench.measure.Outcome;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.TimeoutException;
import org.apache.dubbo.rpc.RpcException;

/**
 * What an exception of Dubbo's proxy says about the call.
 *
 * <p>The proxy drops the status of the answer, so that a refusal is known by its text only: a
 * synchronous call throws {@link RpcException}, an asynchronous one ends with the {@link
 * RemotingException} that the former has as its cause.
 */
final class FailureClassifier {
  /** In what a provider answers for its full pool ({@code WrappedChannelHandler#sendFeedback}). */
  private static final String REFUSED = "thread pool is exhausted";

  private FailureClassifier() {}

  /** The outcome of a call that ended with this failure. */
  static Outcome outcome(Throwable failure) {
    Throwable cause = unwrapped(failure);
    if (cause instanceof TimeoutException
        || (cause instanceof RpcException rpc && rpc.isTimeout())) {
      return Outcome.TIMEOUT;
    }
    boolean fromTransport =
        cause instanceof RemotingException
            || (cause instanceof RpcException rpc && rpc.isNetwork());
    return fromTransport && String.valueOf(cause.getMessage()).contains(REFUSED)
        ? Outcome.REJECTED
        : Outcome.ERROR;
  }

  /**
   * Whether a call failed for want of a provider, so that the next would fail at once too, rather
   * than by what the service threw.
   */
  static boolean isUnanswered(Throwable failure) {
    Throwable cause = unwrapped(failure);
    boolean byDubbo = cause instanceof RpcException || cause instanceof RemotingException;
    return byDubbo && outcome(cause) == Outcome.ERROR;
  }

  /** What to tell of a failure: the first line of what Dubbo has wrapped, in many words. */
  static String reason(Throwable failure) {
    Throwable root = unwrapped(failure);
    while (root instanceof RpcException && root.getCause() != null) {
      root = unwrapped(root.getCause());
    }
    return root.toString().lines().findFirst().orElseThrow();
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
