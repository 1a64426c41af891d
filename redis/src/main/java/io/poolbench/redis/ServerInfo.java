package io.poolbench.redis;

/**
 * From the answer to {@code INFO server}.
 *
 * @param version such as {@code 7.0.15}; {@code unknown} where it is not said
 * @param runId the identity of that server process; empty where it is not said
 */
record ServerInfo(String version, String runId) {
  static ServerInfo parse(String info) {
    return new ServerInfo(field(info, "redis_version", "unknown"), field(info, "run_id", ""));
  }

  private static String field(String info, String name, String otherwise) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse(otherwise);
  }
}
