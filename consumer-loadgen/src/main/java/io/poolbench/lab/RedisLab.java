package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.redis.DataSet;
import io.poolbench.redis.DataSetWriter;
import io.poolbench.redis.RedisServer;
import io.poolbench.redis.RedisUnavailableException;
import io.poolbench.spec.RedisSettings;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The Redis server of the cells, which is started and seeded for the first cell and kept for
 * further cells with the same settings. Not thread-safe.
 */
public final class RedisLab implements AutoCloseable {
  private RedisServer server;
  private RedisSettings serves;
  private CpuList servesOn;

  /**
   * Links a cell to a seeded Redis.
   *
   * @param cpus the CPUs of a Redis that is started here
   */
  public Link link(RedisSettings settings, CpuList cpus) throws LabException {
    try {
      List<String> notes = ready(settings, cpus);
      return new Link(server, notes);
    } catch (RedisUnavailableException e) {
      throw new LabException(ViolationCode.REDIS_UNAVAILABLE, e.getMessage(), e);
    }
  }

  /** Provides a Redis with these settings; returns the notes of a newly started one. */
  private List<String> ready(RedisSettings settings, CpuList cpus) {
    if (!same(settings, cpus)) {
      start(settings, cpus);
      return server.notes();
    }
    try {
      server.requireSame();
      return List.of();
    } catch (RedisUnavailableException e) {
      start(settings, cpus);
      List<String> notes = new ArrayList<>(server.notes());
      notes.add("Redis restarted or seeded again: " + e.getMessage());
      return notes;
    }
  }

  private boolean same(RedisSettings settings, CpuList cpus) {
    return serves != null
        && cpus.equals(servesOn)
        && settings.kind() == serves.kind()
        && settings.uri().equals(serves.uri())
        && settings.records() == serves.records();
  }

  private void start(RedisSettings settings, CpuList cpus) {
    close();
    server = settings.kind().start(settings.uri(), cpus.toString());
    DataSetWriter.write(new DataSet(settings.records()), server.uri());
    // Set last, so that a Redis that could not be seeded does not serve the next cell.
    serves = settings;
    servesOn = cpus;
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

  /**
   * The link of one cell to a seeded Redis.
   *
   * @param notes of the start, if Redis was started for this link
   */
  public record Link(RedisServer server, List<String> notes) {
    public Link {
      notes = List.copyOf(notes);
    }

    /** The URI for the provider; may contain a password. */
    public String uri() {
      return server.uri();
    }

    /** The unresolved address of Redis. */
    public InetSocketAddress address() {
      return InetSocketAddress.createUnresolved(server.host(), server.port());
    }

    /** A description of Redis, without its password. */
    public String description() {
      return server.description();
    }

    /** Fails if the seeded Redis is no longer available. */
    public void requireSeeded() throws LabException {
      try {
        server.requireSame();
      } catch (RedisUnavailableException e) {
        throw new LabException(ViolationCode.REDIS_UNAVAILABLE, "Redis lost: " + e.getMessage(), e);
      }
    }

    @Override
    public String toString() {
      return description();
    }
  }
}
