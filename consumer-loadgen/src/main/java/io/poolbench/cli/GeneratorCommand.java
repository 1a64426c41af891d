package io.poolbench.cli;

import io.poolbench.generator.GeneratorRegistration;
import io.poolbench.generator.GeneratorServer;
import io.poolbench.remote.PeerException;
import io.poolbench.remote.Token;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a share of the calls of studies that run elsewhere, until it is ended. */
@Command(
    name = "generator",
    description = "Make a share of the calls of 'poolbench run --generators'.")
final class GeneratorCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "20990",
      description = "Port to listen on (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--registry",
      paramLabel = "URL",
      description = "Register there, such as zookeeper://192.0.2.1:2181.")
  private String registry;

  @Mixin private ListenOption listen;

  @Override
  public Integer call() throws PeerException {
    InetSocketAddress address = listen.address(port);
    Token token = listen.token();
    try (Interruption interruption = new Interruption();
        GeneratorServer server = GeneratorServer.start(address, token, Poolbench.Version.text());
        GeneratorRegistration registration =
            registry == null ? null : GeneratorRegistration.of(registry, address)) {
      announce("generator at " + ListenOption.text(address));
      if (registration != null) {
        announce(
            "registered at %s as %s"
                .formatted(registry, ListenOption.text(registration.address())));
      }
      new CountDownLatch(1).await();
      return ExitCode.DONE.code();
    } catch (IOException e) {
      Poolbench.error(
          spec, "cannot listen on %s: %s".formatted(ListenOption.text(address), e.getMessage()));
      return ExitCode.LAB_FAILED.code();
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED.code();
    }
  }

  private void announce(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
