package io.poolbench.cli;

import io.poolbench.remote.PeerException;
import io.poolbench.remote.Token;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Where a process that works for a coordinator listens, and whom it answers. */
final class ListenOption {
  private static final int MAX_PORT = 65_535;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "loopback",
      description =
          "Address to listen on, such as 192.0.2.7, or any (default: ${DEFAULT-VALUE}, which no other"
              + " host reaches).")
  private String bind;

  @Option(
      names = "--token-file",
      required = true,
      paramLabel = "FILE",
      description = "The token that all machines of a run share: 16 characters or more.")
  private Path tokenFile;

  /** The address at a port. */
  InetSocketAddress address(int port) {
    if (port < 1 || port > MAX_PORT) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--port: invalid port " + port + " (1.." + MAX_PORT + ")");
    }
    InetSocketAddress address = new InetSocketAddress(host(), port);
    if (address.isUnresolved()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--bind: unknown host '" + bind + "'");
    }
    return address;
  }

  private String host() {
    return switch (bind) {
      case "any" -> "0.0.0.0";
      case "loopback" -> "127.0.0.1";
      default -> bind;
    };
  }

  /** The numeric form of an address. */
  static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  Token token() throws PeerException {
    return Token.read(tokenFile);
  }
}
