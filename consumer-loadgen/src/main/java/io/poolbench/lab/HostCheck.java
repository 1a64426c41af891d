package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.CellCheck;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.TargetSettings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Checks that a host has what a cell names: CPUs, JDK, scheduling, files of a target. Immutable.
 *
 * @param cpus the host's CPUs
 * @param hasCommand whether the host has a command of that name
 */
public record HostCheck(CpuList cpus, Predicate<String> hasCommand) implements CellCheck {
  /** The check of this host. */
  public HostCheck(CpuList cpus) {
    this(cpus, HostFacts::hasCommand);
  }

  @Override
  public void check(Cell cell) {
    try {
      CpuPlan.of(cell.cpus(), cpus);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException("cpus." + e.setting(), e.getMessage());
    }
    String home = cell.provider().jvm().home();
    if (!home.isEmpty() && !hasJava(home)) {
      throw new InvalidSettingException(
          "provider.jvm.home",
          "no bin/java in '" + home + "' (valid: a JDK's folder; default: the driver's JDK)");
    }
    if (cell.provider() instanceof TargetSettings target) {
      TargetFiles.require(target.program());
    }
    Scheduling scheduling = cell.provider().scheduling();
    Optional<String> command = scheduling.command();
    if (command.isPresent() && !hasCommand.test(command.get())) {
      throw new InvalidSettingException(
          "provider.scheduling",
          "'%s' needs the command %s of util-linux on the PATH (without it: other)"
              .formatted(scheduling.id(), command.get()));
    }
  }

  private static boolean hasJava(String home) {
    try {
      return Files.isExecutable(Path.of(home, "bin", "java"));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
