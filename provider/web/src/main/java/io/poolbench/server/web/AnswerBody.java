package io.poolbench.server.web;

/** The body of an answer, as JSON; {@code endpoint} is the path without its slash. */
record AnswerBody(String endpoint, String result) {
  static AnswerBody ok(String path) {
    return of(path, "ok");
  }

  static AnswerBody of(String path, String result) {
    return new AnswerBody(path.substring(1), result);
  }
}
