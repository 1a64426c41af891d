package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.poolbench.load.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.TimeoutException;
import org.apache.dubbo.rpc.RpcException;

/**
 * Determines the outcome of a call from the exception of Dubbo's proxy.
 *
 * <p>The proxy drops the status of the answer, so a rejection is recognized only by its text: a
 * synchronous call throws {@link RpcException}, an asynchronous call ends with the {@link
 * RemotingException} that is the cause of the former.
 */
final class FailureClassifier {
  /** Part of the answer where the pool is full ({@code WrappedChannelHandler#sendFeedback}). */
  private static final String REJECTED_TEXT = "thread pool is exhausted";

  /**
   * Part of the answer where {@code ExecuteLimitFilter} refused the call. The answer is a failure
   * of the service, whose text begins with its exception.
   */
  private static final String LIMITED_TEXT = "cause: The service using threads greater than <";

  private static final ByteBuf LIMITED_BYTES =
      Unpooled.copiedBuffer(LIMITED_TEXT, StandardCharsets.US_ASCII).asReadOnly();

  /** The failure reason of calls that a limit refused. */
  static final String LIMITED = "limit";

  private FailureClassifier() {}

  static Outcome outcome(Throwable failure) {
    Throwable cause = unwrapped(failure);
    if (cause instanceof TimeoutException
        || (cause instanceof RpcException rpc && rpc.isTimeout())) {
      return Outcome.TIMEOUT;
    }
    if (isLimited(cause)) {
      return Outcome.REJECTED;
    }
    boolean fromTransport =
        cause instanceof RemotingException
            || (cause instanceof RpcException rpc && rpc.isNetwork());
    return fromTransport && String.valueOf(cause.getMessage()).contains(REJECTED_TEXT)
        ? Outcome.REJECTED
        : Outcome.ERROR;
  }

  /** Whether the exception in an encoded answer says that a limit refused the call. */
  static boolean isLimited(ByteBuf buffer, int start, int bytes) {
    return DubboFrame.hasText(buffer, start, bytes, LIMITED_BYTES);
  }

  private static boolean isLimited(Throwable cause) {
    return (cause instanceof RpcException rpc && rpc.isLimitExceed())
        || ((cause instanceof RpcException || cause instanceof RemotingException)
            && String.valueOf(cause.getMessage()).contains(LIMITED_TEXT));
  }

  /**
   * Whether a call that failed within its send did so for lack of a provider, so that the next
   * would fail at once, too.
   */
  static boolean isUnanswered(Throwable failure) {
    Throwable cause = unwrapped(failure);
    boolean byDubbo = cause instanceof RpcException || cause instanceof RemotingException;
    return byDubbo && outcome(cause) == Outcome.ERROR;
  }

  /** The first line of the cause that Dubbo has wrapped. */
  static String reason(Throwable failure) {
    Throwable root = unwrapped(failure);
    if (isLimited(root)) {
      return LIMITED;
    }
    while (root instanceof RpcException && root.getCause() != null) {
      root = unwrapped(root.getCause());
    }
    return text(root);
  }

  /**
   * The first line of a failure's text, or its class: the text is made by the application's code.
   */
  static String text(Throwable failure) {
    String name = failure.getClass().getName();
    try {
      return failure.toString().lines().findFirst().orElse(name);
    } catch (RuntimeException | LinkageError | StackOverflowError withoutText) {
      return name;
    }
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
