package io.poolbench.agent;

import java.lang.reflect.Method;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * The methods of the agent that the changed classes of the provider call. All are public, because
 * callers are in other packages and class loaders. None but {@link #stubbed} throws: a failure of
 * the agent is reported, and the provider goes on as without it.
 */
public final class Hooks {
  /** Static, as bytecode can reach static fields only; set once before any class is changed. */
  private static volatile InstrumentedProvider target;

  private Hooks() {}

  static void install(InstrumentedProvider installed) {
    target = installed;
  }

  /** The pool that replaces the extension's; null if the extension is to build its own. */
  public static Executor poolAsked(Object extension, Object url) {
    return guarded(extension, () -> target.pool(extension, url), null);
  }

  private static <T> T guarded(Object caller, Supplier<T> code, T otherwise) {
    try {
      return code.get();
    } catch (Throwable failure) {
      target.failed(caller, failure);
      return otherwise;
    }
  }

  /** Runs code whose failure leaves something unknown. */
  private static void attempted(String unknown, Runnable code) {
    try {
      code.run();
    } catch (Throwable failure) {
      System.err.println("poolbench-provider-agent: " + unknown + ": " + failure);
    }
  }

  public static void exportBegun() {
    target.services().begun();
  }

  public static void exportEnded() {
    target.services().ended();
  }

  /** Reports that a service was exported, so that its server listens. */
  public static void exported(Object invoker) {
    try {
      target.exported(invoker);
    } catch (Throwable failure) {
      target.failed(invoker, failure);
    }
  }

  /** Reports an implementation of a service. A failure leaves its transactions unknown. */
  public static void implemented(Class<?> service, Object implementation) {
    attempted(
        "transactions not known", () -> target.services().implemented(service, implementation));
  }

  /** Reports that a pool of connections or a part of it was built. A failure leaves it unknown. */
  public static void connectionPoolBuilt(Object pool) {
    attempted("pool of connections not known", () -> target.connectionPoolBuilt(pool));
  }

  /**
   * The answer of a stub, after its time.
   *
   * @param handler of the reference, from whose class loader Dubbo's classes come
   * @return an array of the returned value; null if the method has no stub
   * @throws IllegalStateException if the value does not have the method's return type
   */
  public static Object[] stubbed(Object handler, Class<?> service, Method method) {
    return target.stubs().answer(handler.getClass().getClassLoader(), service, method);
  }

  /** Reports that a call of another service has ended. A failure leaves it unrecorded. */
  public static void referenceCalled(
      Object handler,
      Class<?> service,
      Method method,
      Object returned,
      Throwable thrown,
      long begunNanos) {
    ClassLoader dubbo = handler.getClass().getClassLoader();
    attempted(
        "call not recorded",
        () -> target.references().called(dubbo, service, method, returned, thrown, begunNanos));
  }

  public static SocketAddress bindAddress(Object bootstrap, SocketAddress configured) {
    return guarded(bootstrap, () -> target.bindAddress(bootstrap, configured), configured);
  }

  /** Reports that the thread begins a business method. */
  public static void callBegun() {
    try {
      target.calls().begun();
    } catch (Throwable failure) {
      target.failed(Hooks.class, failure);
    }
  }

  /** Reports that a business method ended, normally or not, on the thread that began it. */
  public static void callEnded() {
    try {
      target.calls().ended();
    } catch (Throwable failure) {
      target.failed(Hooks.class, failure);
    }
  }
}
