package io.poolbench.server.service;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.concurrent.ScheduledFuture;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.RandomDelay;
import io.poolbench.api.UserInfo;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.ThreadTally;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Reads users from Redis over connections that all threads share; each thread uses them round
 * robin. A read takes longer than Redis by an added latency: the thread that reads parks for it
 * after Redis has answered, and an asynchronous read ends by a timer.
 *
 * <p>Thread-safe. Reads over a lost connection fail at once until the connection is restored
 * automatically.
 */
public final class RedisUsers implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Bounds the wait of calls in flight when a connection is lost. */
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

  /** Lettuce's minimum; each connection stays on one event loop. */
  private static final int EVENT_LOOPS = 2;

  private final long readTimeoutMillis;
  private final ClientResources resources;
  private final RedisClient client;
  private final List<RedisAsyncCommands<String, byte[]>> connections;
  private final RoundRobin roundRobin;
  private final RandomDelay latency;
  private final Distribution reads = Distribution.ofNanos();
  private final ThreadTally readTime = new ThreadTally();
  private final LongAdder failedReads = new LongAdder();

  public RedisUsers(
      RedisURI uri, int connectionCount, Fidelity fidelity, AddedLatency addedLatency) {
    this(uri, connectionCount, fidelity, addedLatency, READ_TIMEOUT);
  }

  RedisUsers(
      RedisURI uri,
      int connectionCount,
      Fidelity fidelity,
      AddedLatency addedLatency,
      Duration readTimeout) {
    latency = new RandomDelay(addedLatency);
    readTimeoutMillis = readTimeout.toMillis();
    roundRobin = new RoundRobin(connectionCount);
    resources =
        ClientResources.builder()
            .ioThreadPoolSize(EVENT_LOOPS)
            .computationThreadPoolSize(EVENT_LOOPS)
            // Lettuce records every command if HdrHistogram is on the class path.
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .build();
    client = RedisClient.create(resources, uri);
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
            .timeoutOptions(timeouts(fidelity))
            .build());
    try {
      connections = Stream.generate(this::connect).limit(connectionCount).toList();
    } catch (RedisException e) {
      close();
      throw e;
    }
  }

  /**
   * Disables Lettuce's own timeouts unless stock behaviour is required; the waiting thread limits
   * each read. Lettuce adds each timeout to the queue of one timer, which empties the queue every
   * 100 ms. If more than 1,024 are added meanwhile, one thread has to extend the queue while all
   * others spin. If that thread loses the CPU, it waits for a time slice of each of them: 200
   * threads on one CPU answer nothing for 1 to 2 s.
   */
  private static TimeoutOptions timeouts(Fidelity fidelity) {
    return fidelity == Fidelity.STOCK
        ? ClientOptions.DEFAULT_TIMEOUT_OPTIONS
        : TimeoutOptions.builder().timeoutCommands(false).build();
  }

  private RedisAsyncCommands<String, byte[]> connect() {
    return client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).async();
  }

  /** Changes the latency added to the reads that Redis answers from now on. */
  public void delayBy(AddedLatency addedLatency) {
    latency.change(addedLatency);
  }

  UserInfo find(String pin) {
    long start = System.nanoTime();
    UserInfo user;
    try {
      byte[] stored = read(UserInfo.key(pin));
      park(latency.nextNanos());
      user = decoded(stored);
    } finally {
      long took = System.nanoTime() - start;
      reads.record(took);
      readTime.add(took);
    }
    return required(user, pin);
  }

  private byte[] read(String key) {
    try {
      return LettuceFutures.awaitOrCancel(sent(key), readTimeoutMillis, TimeUnit.MILLISECONDS);
    } catch (RedisException e) {
      throw unanswered(e);
    }
  }

  /** Keeps the thread, or the virtual thread, waiting; ends early if it is interrupted. */
  private void park(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos;
        left > 0 && !Thread.currentThread().isInterrupted();
        left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  /**
   * Reads one user asynchronously.
   *
   * @param answer receives the user, or the failure that {@link #find(String)} would throw: on the
   *     thread that reads Redis' answer, on the calling thread if the answer has already arrived,
   *     or on a timer's thread after an added latency or a timeout
   */
  void find(String pin, BiConsumer<UserInfo, RuntimeException> answer) {
    long start = System.nanoTime();
    CompletableFuture<byte[]> unused =
        sent(UserInfo.key(pin))
            .toCompletableFuture()
            .orTimeout(readTimeoutMillis, TimeUnit.MILLISECONDS)
            .whenComplete(
                (stored, failure) -> {
                  long delayNanos = failure == null ? latency.nextNanos() : 0;
                  if (delayNanos == 0) {
                    end(stored, failure, start, pin, answer);
                  } else {
                    later(() -> end(stored, null, start, pin, answer), delayNanos);
                  }
                });
  }

  private void later(Runnable task, long delayNanos) {
    ScheduledFuture<?> unused =
        resources.eventExecutorGroup().schedule(task, delayNanos, TimeUnit.NANOSECONDS);
  }

  private void end(
      byte[] stored,
      Throwable failure,
      long start,
      String pin,
      BiConsumer<UserInfo, RuntimeException> answer) {
    UserInfo user = null;
    RuntimeException failed = null;
    try {
      user = ended(stored, failure, start, pin);
    } catch (RuntimeException e) {
      failed = e;
    }
    answer.accept(user, failed);
  }

  private UserInfo ended(byte[] stored, Throwable failure, long start, String pin) {
    UserInfo user;
    try {
      if (failure != null) {
        throw unanswered(failure);
      }
      user = decoded(stored);
    } finally {
      reads.record(System.nanoTime() - start);
    }
    return required(user, pin);
  }

  private RedisFuture<byte[]> sent(String key) {
    return connections.get(roundRobin.next()).get(key);
  }

  private static UserInfo decoded(byte[] stored) {
    return stored == null ? null : UserInfo.decode(stored);
  }

  private UserInfo required(UserInfo user, String pin) {
    if (user == null) {
      failedReads.increment();
      throw new IllegalArgumentException("no user with pin '" + pin + "'");
    }
    return user;
  }

  private IllegalStateException unanswered(Throwable failure) {
    failedReads.increment();
    // Without its cause: the consumer lacks Lettuce's classes and could not decode the answer.
    return new IllegalStateException(
        "Redis did not answer: "
            + Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName()));
  }

  /**
   * Durations of all reads, from the command to the decoded answer or the failure, with the added
   * latency.
   */
  public Distribution reads() {
    return reads;
  }

  /** Durations of the reads that a thread waited for, by thread. */
  public ThreadTally readTime() {
    return readTime;
  }

  /** Reads that failed or found no user, for example because Redis lost its data. */
  public long failedReads() {
    return failedReads.sum();
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, CONNECT_TIMEOUT);
    resources.shutdown(0, CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).syncUninterruptibly();
  }
}
