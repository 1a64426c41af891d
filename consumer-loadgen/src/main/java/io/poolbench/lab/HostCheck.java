package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.CellCheck;
import io.poolbench.spec.Cell;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Whether this host has what a cell names: its CPUs, its JDK. Immutable.
 *
 * @param cpus the CPUs that there are
 */
public record HostCheck(CpuList cpus) implements CellCheck {
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
          "there is no bin/java in '" + home + "'; valid: a JDK's folder, or leave it out");
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
