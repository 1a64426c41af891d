package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolConfig;
import io.poolbench.study.Cell;
import io.poolbench.study.ProviderSettings;
import io.poolbench.study.RemoteSettings;
import io.poolbench.study.Scheduling;
import io.poolbench.study.StudyLoader.CellCheck;
import io.poolbench.study.TargetSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Checks that a host has what a cell requires: CPUs, JDK, scheduling, files of a target. Immutable.
 *
 * @param hasCommand whether the host has a command of that name
 * @param files as {@link TargetFiles#require}
 */
public record HostCheck(
    CpuList cpus,
    Predicate<String> hasCommand,
    Supplier<List<Jdks.Jdk>> jdks,
    Consumer<TargetFiles> files)
    implements CellCheck {
  /** Checks this machine, which uses these CPUs. */
  public HostCheck(CpuList cpus) {
    this(cpus, HostFacts::hasCommand, Jdks::ofThisHost, TargetFiles::require);
  }

  /** A check of the machine that a provider runs on. */
  public static CellCheck of(Machines machines) {
    Machine machine = machines.provider();
    if (!machine.isOther()) {
      return new HostCheck(machine.cpus());
    }
    HostCheck there =
        new HostCheck(
            machine.cpus(),
            machine::has,
            () -> machine.facts().jdks(),
            files -> require(machine, files));
    return cell -> {
      if (cell.provider() instanceof RemoteSettings) {
        throw new InvalidSettingException(
            "provider.connect", "not allowed with --provider-on, which starts the provider");
      }
      CpuPlan unused = machines.cpus(cell.cpus());
      there.checkProvider(cell);
    };
  }

  private static void require(Machine machine, TargetFiles files) {
    try {
      machine.ask().requireFiles(files);
    } catch (LabException e) {
      throw new UncheckedIOException(new IOException(e.getMessage(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    }
  }

  @Override
  public void check(Cell cell) {
    CpuPlan unused = CpuPlan.of(cell.cpus(), cpus);
    checkProvider(cell);
  }

  /**
   * Checks what the cell's provider requires, except CPUs; does nothing for one that runs already.
   */
  public void checkProvider(Cell cell) {
    if (cell.provider().runsAlready()) {
      return;
    }
    requireJdk(cell.provider());
    if (cell.provider() instanceof TargetSettings target) {
      files.accept(TargetFiles.of(target.program()));
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

  private void requireJdk(ProviderSettings provider) {
    Integer release = provider.jvm().release();
    if (release != null && Jdks.newest(release, jdks.get()).isEmpty()) {
      throw new InvalidSettingException(
          "provider.jvm.release",
          "no JDK %d on this host (found: %s; see doctor)".formatted(release, found()));
    }
    if (provider.pool() instanceof PoolConfig pool) {
      int feature = release == null ? Runtime.version().feature() : release;
      int least = pool.type().minJdk();
      if (feature < least) {
        throw new InvalidSettingException(
            "provider.threadpool",
            "%s requires JDK %d or newer, and the provider's is %d (set provider.jvm.release; found: %s)"
                .formatted(pool.type().id(), least, feature, found()));
      }
    }
  }

  private String found() {
    return jdks.get().stream()
        .map(Jdks.Jdk::feature)
        .distinct()
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }
}
