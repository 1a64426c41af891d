package io.poolbench.agent;

import net.bytebuddy.asm.Advice;

/** Of {@code ServiceConfig.export(...)}: all that it takes to export a service. */
final class ServiceConfigAdvice {
  private ServiceConfigAdvice() {}

  @Advice.OnMethodEnter
  static void enter() {
    Hooks.exportBegun();
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit() {
    Hooks.exportEnded();
  }
}
