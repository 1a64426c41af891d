package io.poolbench.cli;

import io.poolbench.dubbo.ZooKeeperRegistry;
import io.poolbench.generator.GeneratorRegistration;
import io.poolbench.generator.Generators;
import io.poolbench.remote.PeerException;
import io.poolbench.remote.Token;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options to let load generators make the calls. */
final class GeneratorsOption {
  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--generators",
      paramLabel = "ADDRESSES",
      description =
          "Let these load generators make the calls ('poolbench generator' on each):"
              + " HOST:PORT,HOST:PORT or the registry that has them, zookeeper://HOST:PORT.")
  private String generators = "";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "The token that the generators share.")
  private Path tokenFile;

  @Option(
      names = "--least-generators",
      paramLabel = "N",
      description = "Go on with N of them where others are lost (default: all).")
  private Integer least;

  /**
   * Connects to the generators; none without the option.
   *
   * @throws PeerException if one cannot be used
   */
  Generators connect() throws PeerException, InterruptedException {
    if (generators.isEmpty()) {
      return Generators.none();
    }
    Token token = token("--generators");
    return Generators.connect(addresses(), least, token, Poolbench.Version.text());
  }

  /**
   * The token.
   *
   * @param option that needs it
   * @throws PeerException if it cannot be read
   */
  Token token(String option) throws PeerException {
    if (tokenFile == null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), option + ": no token (valid: with --token-file)");
    }
    return Token.read(tokenFile);
  }

  private List<String> addresses() throws PeerException, InterruptedException {
    return ZooKeeperRegistry.isUrl(generators)
        ? GeneratorRegistration.find(generators)
        : List.of(generators.split(",", -1));
  }
}
