package io.poolbench.server.web;

import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.InProgress;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/**
 * A filter that measures how long requests hold the container's threads. It is the first filter,
 * for each dispatch of a request. Thread-safe; takes no lock.
 */
final class RequestMeter implements Filter {
  private final InProgress held = new InProgress(System::nanoTime);
  private final Distribution holds = Distribution.ofNanos();
  private final LongAdder answered = new LongAdder();
  private final InProgress openAsync = new InProgress(System::nanoTime);
  private final LongAdder endedAsyncNanos = new LongAdder();

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean first = request.getDispatcherType() == DispatcherType.REQUEST;
    long started = System.nanoTime();
    held.begin(started);
    try {
      chain.doFilter(request, response);
    } finally {
      // The container dispatches the request to no other thread before this one returns.
      if (first) {
        countEnd(request);
      }
      holds.record(System.nanoTime() - started);
      held.end(started);
    }
  }

  private void countEnd(ServletRequest request) {
    if (request.isAsyncStarted()) {
      long now = System.nanoTime();
      openAsync.begin(now);
      request.getAsyncContext().addListener(new AsyncEnd(now));
    } else {
      answered.increment();
    }
  }

  int held() {
    return held.count();
  }

  /** Number of threads in the application, integrated over time, in nanoseconds. */
  long heldNanos() {
    return holds.sum() + held.ageNanos();
  }

  /** Times for which a dispatch of a request held its thread. */
  Distribution holds() {
    return holds;
  }

  long answered() {
    return answered.sum();
  }

  /** Number of unanswered requests whose first thread was released. */
  int openAsync() {
    return openAsync.count();
  }

  /** {@link #openAsync()}, integrated over time, in nanoseconds. */
  long openAsyncNanos() {
    return endedAsyncNanos.sum() + openAsync.ageNanos();
  }

  private final class AsyncEnd implements AsyncListener {
    private final long sinceNanos;

    AsyncEnd(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }

    @Override
    public void onComplete(AsyncEvent event) {
      openAsync.end(sinceNanos);
      endedAsyncNanos.add(System.nanoTime() - sinceNanos);
      answered.increment();
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
