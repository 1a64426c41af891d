package io.poolbench.agent;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.instrument.Instrumentation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy.DiscoveryStrategy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.scaffold.TypeValidation;

/**
 * Makes the JDK's server sockets listen on loopback, whichever server uses them and however it is
 * configured. Servers with native sockets are left to {@link Listeners}.
 */
final class LoopbackSockets {
  private static final String CHANNEL = "sun.nio.ch.ServerSocketChannelImpl";

  private LoopbackSockets() {}

  /**
   * Changes both classes of the JDK, which are loaded before any agent. What cannot be changed
   * stays as it is, and is found as soon as it listens.
   */
  static void install(Instrumentation instrumentation) throws ClassNotFoundException {
    instrumentation.removeTransformer(
        new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED))
            .disableClassFormatChanges()
            .with(RedefinitionStrategy.RETRANSFORMATION)
            .with(new DiscoveryStrategy.Explicit(ServerSocket.class, Class.forName(CHANNEL)))
            .ignore(none())
            .type(namedOneOf(ServerSocket.class.getName(), CHANNEL))
            .transform(
                new AgentBuilder.Transformer.ForAdvice()
                    .include(LoopbackSockets.class.getClassLoader())
                    .advice(
                        named("bind")
                            .and(takesArguments(2))
                            .and(takesArgument(0, SocketAddress.class)),
                        ToLoopback.class.getName()))
            .installOn(instrumentation));
  }

  /**
   * Advice for {@code bind(SocketAddress, int)}. It uses classes of the JDK only, because those of
   * the agent are invisible to the changed classes.
   */
  static final class ToLoopback {
    private ToLoopback() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    @SuppressWarnings("UnusedVariable") // Assigns the argument of the changed method.
    static void enter(@Advice.Argument(value = 0, readOnly = false) SocketAddress address)
        throws UnknownHostException {
      if (address instanceof InetSocketAddress) {
        InetSocketAddress configured = (InetSocketAddress) address;
        if (configured.getAddress() != null && !configured.getAddress().isLoopbackAddress()) {
          address =
              new InetSocketAddress(
                  InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), configured.getPort());
        }
      }
    }
  }
}
