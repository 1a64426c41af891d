package io.poolbench.server.web;

/** The body of an answer, as JSON; {@code endpoint} is the path without its slash. */
record Answer(String endpoint, String result) {
  static Answer ok(String path) {
    return of(path, "ok");
  }

  static Answer of(String path, String result) {
    return new Answer(path.substring(1), result);
  }
}
