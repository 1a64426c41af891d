package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.redis.DataSet;
import io.poolbench.redis.DataSetWriter;
import io.poolbench.redis.RedisKind;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.study.RedisSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The Redis server of the cells, which is started and seeded for the first cell and kept for
 * further cells with the same settings. Not thread-safe.
 */
final class RedisLab implements AutoCloseable {
  private RedisServer server;
  private Served serves;

  private record Served(RedisKind kind, String uri, int records, String cpus) {}

  /**
   * Links a cell to a seeded Redis.
   *
   * @param cpus a kernel list; empty where processes cannot be pinned
   */
  RedisLink link(RedisSettings settings, String cpus) throws LabException {
    Served request = new Served(settings.kind(), settings.uri(), settings.records(), cpus);
    try {
      List<String> notes = ready(request);
      return new RedisLink(server.uri(), server.host(), server.port(), server.description(), notes);
    } catch (RedisUnavailableException e) {
      throw new LabException(ViolationCode.REDIS_UNAVAILABLE, e.getMessage(), e);
    }
  }

  /** Provides a Redis with these settings; returns the notes of a newly started one. */
  private List<String> ready(Served request) {
    if (!request.equals(serves)) {
      start(request);
      return server.notes();
    }
    try {
      server.requireSame();
      return List.of();
    } catch (RedisUnavailableException e) {
      start(request);
      List<String> notes = new ArrayList<>(server.notes());
      notes.add("Redis restarted or seeded again: " + e.getMessage());
      return notes;
    }
  }

  private void start(Served request) {
    close();
    server = request.kind().start(request.uri(), request.cpus());
    DataSetWriter.write(new DataSet(request.records()), server.uri());
    // Set last, so that a Redis that could not be seeded does not serve the next cell.
    serves = request;
  }

  /** Fails if the seeded Redis is no longer available. */
  void requireSeeded() throws LabException {
    try {
      server.requireSame();
    } catch (RedisUnavailableException e) {
      throw new LabException(ViolationCode.REDIS_UNAVAILABLE, "Redis lost: " + e.getMessage(), e);
    }
  }

  /** Stops a Redis that was started here. */
  @Override
  public void close() {
    serves = null;
    if (server != null) {
      server.close();
      server = null;
    }
  }
}
