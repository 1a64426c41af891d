package io.poolbench.server.web;

/**
 * The body of an answer, as JSON.
 *
 * @param endpoint the path without its slash
 * @param result {@code ok}, or the body of the downstream service
 */
record Answer(String endpoint, String result) {
  static Answer ok(String path) {
    return of(path, "ok");
  }

  static Answer of(String path, String result) {
    return new Answer(path.substring(1), result);
  }
}
