package io.poolbench.server.web;

/** The paths of a web provider. Each answers {@code GET} with a small JSON object. */
final class WebPath {
  /** Answers at once. */
  public static final String NODELAY = "/nodelay";

  /** Waits on the container's thread for work in the worker pool. */
  public static final String SYNC = "/sync";

  /** Works in the worker pool, and releases the container's thread meanwhile. */
  public static final String ASYNC = "/async";

  /** Calls the downstream service on the container's thread. */
  public static final String BLOCKING = "/blocking";

  /** Calls the downstream service on a thread of Spring's task executor. */
  public static final String CALLABLE = "/callable";

  private WebPath() {}
}
