package io.poolbench.cli;

import io.poolbench.dubbo.MessageRegistry;
import io.poolbench.generator.GeneratorException;
import io.poolbench.generator.GeneratorRegistration;
import io.poolbench.generator.Generators;
import io.poolbench.generator.Token;
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
   * @throws GeneratorException if one cannot be used
   */
  Generators connect() throws GeneratorException, InterruptedException {
    if (generators.isEmpty()) {
      return Generators.none();
    }
    if (tokenFile == null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--generators: no token (valid: with --token-file)");
    }
    Token token = Token.read(tokenFile);
    return Generators.connect(addresses(), least, token, Poolbench.Version.text());
  }

  private List<String> addresses() throws GeneratorException, InterruptedException {
    return MessageRegistry.isUrl(generators)
        ? GeneratorRegistration.find(generators)
        : List.of(generators.split(",", -1));
  }
}
