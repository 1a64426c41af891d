package io.poolbench.agent;

import net.bytebuddy.asm.Advice;

/** Advice for {@code Protocol.export(Invoker)}, which returns when the server listens. */
final class ExportAdvice {
  private ExportAdvice() {}

  @Advice.OnMethodExit
  static void exit(@Advice.Argument(0) Object invoker) {
    Hooks.exported(invoker);
  }
}
