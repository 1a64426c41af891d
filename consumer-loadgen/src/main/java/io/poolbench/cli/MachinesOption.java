package io.poolbench.cli;

import io.poolbench.config.ConfigException;
import io.poolbench.config.Durations;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.lab.Build;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.run.Generators;
import io.poolbench.run.ProviderSide;
import io.poolbench.run.StudyRunner.Machines;
import io.poolbench.spec.MachineCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

final class MachinesOption {
  @Option(
      names = "--provider-on",
      paramLabel = "COMMAND",
      description = "Run the provider behind this command, such as 'ssh sut'.")
  private String providerOn;

  @Option(
      names = "--load-from",
      paramLabel = "COMMAND",
      description =
          "Make the load behind this command, such as 'ssh load1' or 'kubectl exec -i load-0 --';"
              + " may be given several times.")
  private List<String> loadFrom = new ArrayList<>();

  @Option(
      names = "--least-generators",
      paramLabel = "N",
      description = "Continue while N of the load generators are left (default: all).")
  private Integer least;

  @Option(
      names = "--silence",
      paramLabel = "DURATION",
      converter = RunCommand.DurationConverter.class,
      description = "A machine that sends nothing for this time is lost (default: 10s).")
  private Duration silence;

  /** These options over those of a study; fails if one is for machines of which there are none. */
  MachineCommands over(MachineCommands study) {
    MachineCommands all =
        new MachineCommands(
            providerOn == null ? study.provider() : providerOn,
            loadFrom.isEmpty() ? study.load() : loadFrom,
            least == null ? study.leastGenerators() : least,
            silence == null ? study.silence() : silence);
    if (least != null && all.load().isEmpty()) {
      throw ConfigException.of(
          "--least-generators " + least, "no load generator (valid: beside --load-from)");
    }
    if (silence != null && all.provider() == null && all.load().isEmpty()) {
      throw ConfigException.of(
          "--silence", "no other machine (valid: beside --provider-on or --load-from)");
    }
    if (all.silence().toMillis() == 0) {
      throw ConfigException.of(
          silence == null ? "machines.silence" : "--silence",
          Durations.print(all.silence()) + " is out of range (valid: 1ms or more)");
    }
    return all;
  }

  /** The commands of a study that these options do not replace. */
  List<String> untyped(MachineCommands study) {
    List<String> commands = new ArrayList<>(loadFrom.isEmpty() ? study.load() : List.of());
    if (providerOn == null && study.provider() != null) {
      commands.add(0, study.provider());
    }
    return commands;
  }

  static Machines start(MachineCommands commands) throws LabException {
    if (commands.provider() == null && commands.load().isEmpty()) {
      return Machines.none();
    }
    Build build = Build.of(Poolbench.home());
    Optional<ProviderSide> provider = Optional.empty();
    Generators generators = Generators.none();
    try {
      if (commands.provider() != null) {
        provider = Optional.of(ProviderSide.start(commands.provider(), build, commands.silence()));
      }
      if (!commands.load().isEmpty()) {
        generators =
            Generators.start(
                commands.load(), commands.leastGenerators(), build, commands.silence());
      }
      return new Machines(provider, generators);
    } catch (LabException | RuntimeException e) {
      generators.close();
      provider.ifPresent(ProviderSide::close);
      throw e;
    }
  }

  /** The same options for another command. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    if (silence != null) {
      arguments.addAll(List.of("--silence", silence.toMillis() + "ms"));
    }
    if (providerOn != null) {
      arguments.addAll(List.of("--provider-on", providerOn));
    }
    loadFrom.forEach(command -> arguments.addAll(List.of("--load-from", command)));
    if (least != null) {
      arguments.addAll(List.of("--least-generators", least.toString()));
    }
    return arguments;
  }

  /** A check that the provider's host has the CPUs that a cell names. */
  static CellCheck check(Optional<ProviderSide> provider) {
    return provider
        .<CellCheck>map(both -> both)
        .orElseGet(() -> new HostCheck(new HostFacts().cpus()));
  }
}
