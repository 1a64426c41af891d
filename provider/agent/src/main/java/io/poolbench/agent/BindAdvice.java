package io.poolbench.agent;

import java.net.SocketAddress;
import net.bytebuddy.asm.Advice;

/** Advice for Netty's {@code AbstractBootstrap.bind(SocketAddress)}: changes the bind address. */
final class BindAdvice {
  private BindAdvice() {}

  @Advice.OnMethodEnter
  @SuppressWarnings("UnusedVariable") // Assigns the argument of the provider's method.
  static void enter(
      @Advice.This Object bootstrap,
      @Advice.Argument(value = 0, readOnly = false) SocketAddress address) {
    address = Hooks.bindAddress(bootstrap, address);
  }
}
