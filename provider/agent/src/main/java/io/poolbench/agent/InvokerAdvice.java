package io.poolbench.agent;

import net.bytebuddy.asm.Advice;
import org.apache.dubbo.rpc.Invocation;

/** Advice for {@code AbstractProxyInvoker.invoke(Invocation)}, which calls the service's method. */
final class InvokerAdvice {
  private InvokerAdvice() {}

  @Advice.OnMethodEnter
  static long enter() {
    return Hooks.callBegun();
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit(
      @Advice.Enter long begunNanos,
      @Advice.FieldValue("type") Class<?> service,
      @Advice.Argument(0) Invocation invocation) {
    Hooks.callEnded(service, invocation.getMethodName(), begunNanos);
  }
}
