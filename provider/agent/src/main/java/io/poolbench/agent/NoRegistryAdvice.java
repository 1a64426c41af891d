package io.poolbench.agent;

import net.bytebuddy.asm.Advice;

/**
 * Advice for {@code RegistryConfig.getAddress()}: returns {@code N/A}, Dubbo's value for no
 * registry. Unlike a system property it works for every form of configuration.
 */
final class NoRegistryAdvice {
  private NoRegistryAdvice() {}

  @Advice.OnMethodExit
  @SuppressWarnings("UnusedVariable") // Assigns what the method returns.
  static void exit(@Advice.Return(readOnly = false) String address) {
    address = "N/A";
  }

  /** Advice for a registry's use as configuration or metadata center. */
  static final class AsCenter {
    private AsCenter() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // Assigns what the method returns.
    static void exit(@Advice.Return(readOnly = false) Boolean used) {
      used = Boolean.FALSE;
    }
  }
}
