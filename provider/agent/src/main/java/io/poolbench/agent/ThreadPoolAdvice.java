package io.poolbench.agent;

import java.util.concurrent.Executor;
import net.bytebuddy.asm.Advice;

/** Of {@code ThreadPool.getExecutor(URL)}: the agent's pool in place of the extension's. */
final class ThreadPoolAdvice {
  private ThreadPoolAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
  static Executor enter(@Advice.This Object extension, @Advice.Argument(0) Object url) {
    return Hooks.poolAsked(extension, url);
  }

  @Advice.OnMethodExit
  @SuppressWarnings("UnusedVariable") // Assigns what the extension returns.
  static void exit(
      @Advice.Enter Executor replacement, @Advice.Return(readOnly = false) Executor executor) {
    if (replacement != null) {
      executor = replacement;
    }
  }
}
