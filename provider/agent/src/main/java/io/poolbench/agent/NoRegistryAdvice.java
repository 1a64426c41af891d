package io.poolbench.agent;

import net.bytebuddy.asm.Advice;

/**
 * Of {@code RegistryConfig.getAddress()}: Dubbo's own word for no registry, in whatever form one is
 * configured. A system property reaches only some of them.
 */
final class NoRegistryAdvice {
  private NoRegistryAdvice() {}

  @Advice.OnMethodExit
  @SuppressWarnings("UnusedVariable") // Assigns what the method returns.
  static void exit(@Advice.Return(readOnly = false) String address) {
    address = "N/A";
  }

  /** Of its use as a centre of configuration or metadata, to which Dubbo connects as well. */
  static final class AsCenter {
    private AsCenter() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // Assigns what the method returns.
    static void exit(@Advice.Return(readOnly = false) Boolean used) {
      used = Boolean.FALSE;
    }
  }
}
