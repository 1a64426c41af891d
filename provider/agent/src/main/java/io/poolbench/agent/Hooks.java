package io.poolbench.agent;

import java.net.SocketAddress;
import java.util.concurrent.Executor;

/**
 * What the provider's classes call once the agent has changed them. All of it is public, as it is
 * called from other packages and loaders.
 */
public final class Hooks {
  /** Set once, before any class is changed: bytecode can reach static fields only. */
  private static volatile Target target;

  private Hooks() {}

  static void install(Target installed) {
    target = installed;
  }

  /** The pool in place of the one that the extension would build; null: it is to build its own. */
  public static Executor poolAsked(Object extension, Object url) {
    return target.pool(extension, url);
  }

  /** The export of a service begins, with everything that it takes. */
  public static void exportBegun() {
    target.exportBegun();
  }

  /** The export of a service ended, normally or not. */
  public static void exportEnded() {
    target.exportEnded();
  }

  /** A service is exported: its server listens. */
  public static void exported(Object invoker) {
    target.exported(invoker);
  }

  /** The address at which a server is to listen. */
  public static SocketAddress bindAddress(Object bootstrap, SocketAddress configured) {
    return target.bindAddress(bootstrap, configured);
  }

  public static long callBegun() {
    return target.calls().begun();
  }

  /** A business method ended on the thread on which it began, normally or not. */
  public static void callEnded(Class<?> service, String method, long begunNanos) {
    target.calls().ended(service, method, begunNanos);
  }
}
