package io.poolbench.redis;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Named;
import java.util.List;

/** The source of a Redis server. */
public enum RedisKind implements Named {
  /** The first available of: the URI, a container, an embedded server. */
  AUTO {
    @Override
    public RedisServer start(String uri, String cpuList) {
      try {
        return TESTCONTAINERS.start(uri, cpuList);
      } catch (RedisUnavailableException e) {
        return EMBEDDED.start(uri, cpuList).withNote("no Redis container: " + e.getMessage());
      }
    }
  },
  /** A running server, named by a URI. */
  EXTERNAL {
    @Override
    public RedisServer start(String uri, String cpuList) {
      return RedisServer.at(RedisUri.of(uri), "external", List.of(), () -> {});
    }
  },
  /** A container, started by Testcontainers. */
  TESTCONTAINERS {
    @Override
    public RedisServer start(String uri, String cpuList) {
      return ContainerRedis.start(ContainerRedis.image(), cpuList);
    }
  },
  /** A process, started from a bundled binary. */
  EMBEDDED {
    @Override
    public RedisServer start(String uri, String cpuList) {
      return EmbeddedRedis.start(cpuList, List.of());
    }
  };

  /**
   * Starts a Redis, or connects to a running one.
   *
   * @param uri of an external Redis, {@code redis://[:password@]host[:port][/db]}; ignored by other
   *     kinds
   * @param cpuList the CPUs of a started Redis, in the kernel's list format ({@code 0-3,8}); empty
   *     = any
   * @throws InvalidSettingException if the URI is malformed
   * @throws RedisUnavailableException if there is no such Redis
   */
  public abstract RedisServer start(String uri, String cpuList);

  public boolean usesUri() {
    return this == EXTERNAL;
  }

  /** The kind to use in a study with this URI (empty = none). */
  public RedisKind resolve(String uri) {
    return this == AUTO && !uri.isEmpty() ? EXTERNAL : this;
  }

  /** Checks the URI of an external Redis without connecting. */
  public void requireUri(String uri) {
    if (usesUri() && uri.isEmpty()) {
      throw new InvalidSettingException(
          "uri", "missing (valid: redis://[:password@]host[:port][/db])");
    }
    if (usesUri()) {
      RedisUri unused = RedisUri.of(uri);
    }
  }
}
