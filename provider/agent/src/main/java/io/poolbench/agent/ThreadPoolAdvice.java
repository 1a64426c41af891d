package io.poolbench.agent;

import java.util.concurrent.Executor;
import net.bytebuddy.asm.Advice;

/** Advice for {@code ThreadPool.getExecutor(URL)}: replaces the extension's pool by the agent's. */
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
