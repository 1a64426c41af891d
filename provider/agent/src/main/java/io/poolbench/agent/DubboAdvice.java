package io.poolbench.agent;

import java.lang.reflect.Method;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import net.bytebuddy.asm.Advice;
import org.apache.dubbo.rpc.Invoker;

/**
 * The code that is inlined into methods of Dubbo and Netty. What it throws is suppressed, so that
 * it fails no call and no start; only {@link ReferenceCall} throws.
 */
final class DubboAdvice {
  private DubboAdvice() {}

  /** Advice for {@code ThreadPool.getExecutor(URL)}: replaces the extension's pool. */
  static final class PoolReplacement {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
    static Executor enter(@Advice.This Object extension, @Advice.Argument(0) Object url) {
      return Hooks.poolAsked(extension, url);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    @SuppressWarnings("UnusedVariable") // Assigns what the extension returns.
    static void exit(
        @Advice.Enter Executor replacement, @Advice.Return(readOnly = false) Executor executor) {
      if (replacement != null) {
        executor = replacement;
      }
    }
  }

  /** Advice for {@code AbstractProxyInvoker.invoke(Invocation)}, which calls a service's method. */
  static final class ServiceCall {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
      Hooks.callBegun();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
      Hooks.callEnded();
    }
  }

  /**
   * Advice for {@code InvokerInvocationHandler.invoke(Object, Method, Object[])}, which calls
   * another service: a stub answers in its place.
   */
  static final class ReferenceCall {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static Object[] enter(
        @Advice.This Object handler,
        @Advice.FieldValue("invoker") Invoker<?> invoker,
        @Advice.Argument(1) Method method) {
      return Hooks.stubbed(handler, invoker.getInterface(), method);
    }

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // Assigns what the method returns.
    static void exit(
        @Advice.Enter Object[] stubbed, @Advice.Return(readOnly = false) Object returned) {
      if (stubbed != null) {
        returned = stubbed[0];
      }
    }
  }

  /**
   * Advice for {@code InvokerInvocationHandler.invoke(Object, Method, Object[])}: records the call
   * of another service.
   */
  static final class RecordedCall {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter() {
      return System.nanoTime();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(
        @Advice.Enter long begunNanos,
        @Advice.This Object handler,
        @Advice.FieldValue("invoker") Invoker<?> invoker,
        @Advice.Argument(1) Method method,
        @Advice.Return Object returned,
        @Advice.Thrown Throwable thrown) {
      Hooks.referenceCalled(handler, invoker.getInterface(), method, returned, thrown, begunNanos);
    }
  }

  /** Advice for the constructor of {@code AbstractProxyInvoker(T, Class, URL)}. */
  static final class Implementation {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.Argument(0) Object implementation, @Advice.Argument(1) Class<?> service) {
      Hooks.implemented(service, implementation);
    }
  }

  /** Advice for the constructors of pools of connections. */
  static final class ConnectionPoolBuilt {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object pool) {
      Hooks.connectionPoolBuilt(pool);
    }
  }

  /** Advice for {@code Protocol.export(Invoker)}, which returns when the server listens. */
  static final class ProtocolExport {
    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) Object invoker) {
      Hooks.exported(invoker);
    }
  }

  /** Advice for {@code ServiceConfig.export(...)}, which encloses all steps of an export. */
  static final class ServiceConfigExport {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
      Hooks.exportBegun();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
      Hooks.exportEnded();
    }
  }

  /** Advice for Netty's {@code AbstractBootstrap.bind(SocketAddress)}: changes the bind address. */
  static final class Bind {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    @SuppressWarnings("UnusedVariable") // Assigns the argument of the provider's method.
    static void enter(
        @Advice.This Object bootstrap,
        @Advice.Argument(value = 0, readOnly = false) SocketAddress address) {
      address = Hooks.bindAddress(bootstrap, address);
    }
  }
}
