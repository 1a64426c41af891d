package io.poolbench.agent;

import net.bytebuddy.asm.Advice;

/** Advice for {@code ServiceConfig.export(...)}, which encloses all steps of a service's export. */
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
