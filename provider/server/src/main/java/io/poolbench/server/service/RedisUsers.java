package io.poolbench.server.service;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.poolbench.api.UserInfo;
import io.poolbench.api.UserRecord;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.ThreadTally;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The users as Redis stores them, read over connections that all threads share: each thread takes
 * them in turn.
 *
 * <p>Thread-safe. Where a connection is lost, reads over it fail at once until it is back; it comes
 * back by itself.
 */
public final class RedisUsers implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Bounds the wait of the calls that were under way when a connection got lost. */
  private static final long READ_TIMEOUT_MILLIS = 5_000;

  /** The least that Lettuce takes; a connection stays with one of them. */
  private static final int EVENT_LOOPS = 2;

  private final ClientResources resources;
  private final RedisClient client;
  private final List<RedisAsyncCommands<String, byte[]>> connections;
  private final RoundRobin turns;
  private final Distribution reads = Distribution.ofNanos();
  private final ThreadTally readTime = new ThreadTally();
  private final LongAdder failedReads = new LongAdder();

  /**
   * Connects.
   *
   * @param connectionCount how many connections threads share, 1 or more
   * @throws RedisException where Redis cannot be reached or refuses the credentials
   */
  public RedisUsers(RedisURI uri, int connectionCount) {
    turns = new RoundRobin(connectionCount);
    resources =
        ClientResources.builder()
            .ioThreadPoolSize(EVENT_LOOPS)
            .computationThreadPoolSize(EVENT_LOOPS)
            // Lettuce records every command by itself wherever HdrHistogram is on the class path.
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .build();
    client = RedisClient.create(resources, uri);
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .socketOptions(SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
            .build());
    try {
      connections = Stream.generate(this::connect).limit(connectionCount).toList();
    } catch (RedisException e) {
      close();
      throw e;
    }
  }

  private RedisAsyncCommands<String, byte[]> connect() {
    return client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).async();
  }

  /**
   * Reads one user, waiting for the answer.
   *
   * @throws IllegalArgumentException where there is no such user
   * @throws IllegalStateException where Redis did not answer
   */
  UserInfo find(String pin) {
    long start = System.nanoTime();
    UserInfo user;
    try {
      byte[] stored = read(UserRecord.key(pin));
      user = stored == null ? null : UserRecord.decode(stored);
    } finally {
      long took = System.nanoTime() - start;
      reads.record(took);
      readTime.add(took);
    }
    if (user == null) {
      failedReads.increment();
      throw new IllegalArgumentException("no user has the pin '" + pin + "'");
    }
    return user;
  }

  private byte[] read(String key) {
    try {
      return LettuceFutures.awaitOrCancel(
          connections.get(turns.next()).get(key), READ_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RedisException e) {
      failedReads.increment();
      // Without its cause: the consumer has not Lettuce's classes and could not read the answer.
      throw new IllegalStateException("Redis did not answer: " + e.getMessage());
    }
  }

  /** From the command to its decoded answer or its failure, of every read. */
  public Distribution reads() {
    return reads;
  }

  /** The same, by the thread that waited. */
  public ThreadTally readTime() {
    return readTime;
  }

  /** How many reads Redis did not answer, or with no user: such as one that has lost its data. */
  public long failedReads() {
    return failedReads.sum();
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, CONNECT_TIMEOUT);
    resources.shutdown(0, CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).syncUninterruptibly();
  }
}
