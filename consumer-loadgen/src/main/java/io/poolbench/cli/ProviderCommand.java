package io.poolbench.cli;

import io.poolbench.remote.PeerException;
import io.poolbench.remote.Token;
import io.poolbench.study.ProviderHostServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts, pins, measures and ends providers for studies that run elsewhere, until it is ended. */
@Command(
    name = "provider",
    description = "Run the providers of 'poolbench run --provider-host' on this host.")
final class ProviderCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(names = "--serve", description = "Wait for drivers on other hosts, one at a time.")
  private boolean serve;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "20991",
      description = "Port to listen on (default: ${DEFAULT-VALUE}).")
  private int port;

  @Mixin private ListenOption listen;

  @Override
  public Integer call() throws PeerException {
    if (!serve) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "nothing to run (valid: provider --serve)");
    }
    InetSocketAddress address = listen.address(port);
    Token token = listen.token();
    try (Interruption interruption = new Interruption();
        ProviderHostServer server =
            ProviderHostServer.start(
                address,
                token,
                Poolbench.Version.text(),
                Poolbench.home().resolve(Path.of("provider")))) {
      spec.commandLine().getOut().println("provider host at " + ListenOption.text(address));
      spec.commandLine().getOut().flush();
      new CountDownLatch(1).await();
      return ExitCode.DONE.code();
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED.code();
    } catch (IOException e) {
      Poolbench.error(
          spec, "cannot listen on %s: %s".formatted(ListenOption.text(address), e.getMessage()));
      return ExitCode.LAB_FAILED.code();
    }
  }
}
