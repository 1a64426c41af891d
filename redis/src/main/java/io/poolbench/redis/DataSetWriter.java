package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.poolbench.api.UserInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public final class DataSetWriter {
  private static final int BATCH_RECORDS = 1000;
  private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(30);

  private final DataSet dataSet;
  private final RedisSession session;
  private final RedisAsyncCommands<byte[], byte[]> commands;

  private DataSetWriter(DataSet dataSet, RedisSession session) {
    this.dataSet = dataSet;
    this.session = session;
    this.commands = session.connection().async();
  }

  /** Writes all users in pipelined batches, and counts the keys. */
  public static void write(DataSet dataSet, String uri) {
    try (RedisSession session = RedisSession.open(RedisUri.of(uri))) {
      session.connection().setAutoFlushCommands(false);
      new DataSetWriter(dataSet, session).write();
    }
  }

  private void write() {
    try {
      for (int first = 0; first < dataSet.records(); first += BATCH_RECORDS) {
        write(first, Math.min(BATCH_RECORDS, dataSet.records() - first));
      }
      long found = 0;
      for (int first = 0; first < dataSet.records(); first += BATCH_RECORDS) {
        found += count(first, Math.min(BATCH_RECORDS, dataSet.records() - first));
      }
      if (found != dataSet.records()) {
        throw new RedisException(
            found + " of " + dataSet.records() + " users found after writing (is it evicting?)");
      }
    } catch (RedisException e) {
      throw session.failure(e);
    }
  }

  private void write(int first, int size) {
    List<RedisFuture<String>> writes = new ArrayList<>(size);
    for (int i = first; i < first + size; i++) {
      writes.add(commands.set(key(i), dataSet.user(i).encode()));
    }
    await(writes);
  }

  private long count(int first, int size) {
    byte[][] keys = new byte[size][];
    Arrays.setAll(keys, i -> key(first + i));
    return await(List.of(commands.exists(keys))).get(0);
  }

  private <T> List<T> await(List<RedisFuture<T>> futures) {
    session.connection().flushCommands();
    if (!LettuceFutures.awaitAll(BATCH_TIMEOUT, futures.toArray(RedisFuture<?>[]::new))) {
      throw new RedisException("no answer after " + BATCH_TIMEOUT.toSeconds() + " s");
    }
    return futures.stream().map(future -> future.toCompletableFuture().join()).toList();
  }

  private byte[] key(int index) {
    return UserInfo.key(dataSet.pin(index)).getBytes(UTF_8);
  }
}
