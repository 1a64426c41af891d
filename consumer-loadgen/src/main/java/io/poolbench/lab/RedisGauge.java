package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.core.DaemonThread;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Measures how long Redis takes to answer a {@code PING} from the driver, 20 times a second. This
 * shows a Redis that stalls; the provider's reads may also be slow because the provider lacks CPU
 * time.
 *
 * <p>Any answer counts, even an error because a password is missing. With TLS there is no answer,
 * and the response time is unknown. Thread-safe.
 */
final class RedisGauge implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final int CONNECT_MILLIS = 5_000;
  private static final long MAX_NANOS = Duration.ofHours(1).toNanos();
  private static final byte[] PING = "PING\r\n".getBytes(US_ASCII);

  private final Histogram answers = new Histogram(3);
  private final InetSocketAddress address;
  private final Socket socket = new Socket();
  private long sentNanos;
  private boolean pending;

  /** Starts to measure a Redis, on a thread on the driver's CPUs. */
  RedisGauge(InetSocketAddress address) {
    this.address = address;
    Thread unused = DaemonThread.start(this::run, "redis-gauge");
  }

  /**
   * @param answers response times
   * @param pendingNanos how long a request has been pending; 0 without one
   */
  record Reading(Durations answers, long pendingNanos) {
    static final Reading NONE = new Reading(Durations.NONE, 0);

    /** What was answered since an earlier reading; unknown without a Redis. */
    Counters gainedSince(Reading earlier) {
      Counters gained =
          Counters.ofRecorded(Map.of(CounterNames.REDIS_ANSWERS, answers.minus(earlier.answers)));
      return pendingNanos == 0
          ? gained
          : gained.and(
              Counters.ofHighest(Map.of(CounterNames.REDIS_PENDING, (double) pendingNanos)));
    }
  }

  private void run() {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.connect(
          new InetSocketAddress(address.getHostString(), address.getPort()), CONNECT_MILLIS);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      while (true) {
        ask();
        out.write(PING);
        for (int read = in.read(); read != '\n'; read = in.read()) {
          if (read < 0) {
            answered(false);
            return; // TLS, or the end of Redis, which the provider's reads show
          }
        }
        answered(true);
        LockSupport.parkNanos(INTERVAL.toNanos());
      }
    } catch (IOException e) {
      answered(false);
    }
  }

  private synchronized void ask() {
    sentNanos = System.nanoTime();
    pending = true;
  }

  private synchronized void answered(boolean indeed) {
    pending = false;
    if (indeed) {
      answers.recordValue(Math.min(System.nanoTime() - sentNanos, MAX_NANOS));
    }
  }

  synchronized Reading read() {
    return new Reading(Durations.copyOf(answers), pending ? System.nanoTime() - sentNanos : 0);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It ends with this process.
    }
  }
}
