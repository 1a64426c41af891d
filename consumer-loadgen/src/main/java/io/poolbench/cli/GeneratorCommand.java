package io.poolbench.cli;

import io.poolbench.generator.GeneratorException;
import io.poolbench.generator.GeneratorRegistration;
import io.poolbench.generator.GeneratorServer;
import io.poolbench.generator.Token;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a share of the calls of studies that run elsewhere, until it is ended. */
@Command(
    name = "generator",
    description = "Make a share of the calls of 'poolbench run --generators'.")
final class GeneratorCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "20990",
      description = "Port to listen on (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "loopback",
      description =
          "Address to listen on, such as 192.0.2.7, or any (default: ${DEFAULT-VALUE}, which no other"
              + " host reaches).")
  private String bind;

  @Option(
      names = "--registry",
      paramLabel = "URL",
      description = "Register there, such as zookeeper://192.0.2.1:2181.")
  private String registry;

  @Option(
      names = "--token-file",
      required = true,
      paramLabel = "FILE",
      description = "The token that coordinator and generators share: 16 characters or more.")
  private Path tokenFile;

  @Override
  public Integer call() throws GeneratorException {
    if (port < 1 || port > MAX_PORT) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--port: invalid port " + port + " (1.." + MAX_PORT + ")");
    }
    InetSocketAddress address = new InetSocketAddress(host(), port);
    if (address.isUnresolved()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--bind: unknown host '" + bind + "'");
    }
    Token token = Token.read(tokenFile);
    try (Interruption interruption = new Interruption();
        GeneratorServer server = GeneratorServer.start(address, token, Poolbench.Version.text());
        GeneratorRegistration registration =
            registry == null ? null : GeneratorRegistration.of(registry, address)) {
      announce("generator at " + text(address));
      if (registration != null) {
        announce("registered at %s as %s".formatted(registry, text(registration.address())));
      }
      new CountDownLatch(1).await();
      return ExitCode.DONE.code();
    } catch (IOException e) {
      Poolbench.error(spec, "cannot listen on %s: %s".formatted(text(address), e.getMessage()));
      return ExitCode.LAB_FAILED.code();
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED.code();
    }
  }

  private String host() {
    return switch (bind) {
      case "any" -> "0.0.0.0";
      case "loopback" -> "127.0.0.1";
      default -> bind;
    };
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private void announce(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
