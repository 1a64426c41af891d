package io.poolbench.lab;

import io.poolbench.api.LaunchConfig;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.Host;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.ProviderSettings.Jvm;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A machine on which the lab starts processes: this one, or one that is reached by a command.
 * Thread-safe.
 */
public sealed interface Machine extends AutoCloseable permits ThisMachine, OtherMachine {
  /** The shell that starts a process there. */
  CommandShell shell();

  /** The folder of the release there. */
  Path home();

  /** The build of this machine, which every process of the lab must have. */
  Build build();

  /** Facts that do not change while the machine is used. */
  HostService.Facts facts();

  HostService ask();

  /** The machine for the record of a cell; empty for this machine. */
  Optional<ProviderHost> other();

  /** Makes sure that it answers, before each cell. */
  void require() throws LabException, InterruptedException;

  /** Ends what was started for it. */
  @Override
  void close();

  /** What a lost machine does by itself, such as to delete a folder. */
  interface Cleanup {
    void askOf(HostService host) throws LabException, InterruptedException;
  }

  default void cleanUp(Cleanup request) {
    try {
      request.askOf(ask());
    } catch (LabException lost) {
      // See above.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  default boolean isOther() {
    return other().isPresent();
  }

  default Host host() {
    return facts().host();
  }

  /** The CPUs that the lab may use there. */
  default CpuList cpus() {
    return CpuList.parse(host().cpus());
  }

  /** The address that a provider listens on: the named one, or the machine's if none is named. */
  default String bind(String named) {
    boolean unnamed = named.equals(LaunchConfig.LOOPBACK) || named.equals("0.0.0.0");
    return unnamed && isOther() ? facts().address() : named;
  }

  /**
   * Pins the process that answers for another machine, and what it starts, to the CPUs beside the
   * provider; returns whether the machine supports pinning.
   */
  default boolean pinBeside(CpuList cpus) throws LabException, InterruptedException {
    boolean pins = has(Pinning.COMMAND);
    if (pins && isOther()) {
      ask().pinSelf(cpus);
    }
    return pins;
  }

  /**
   * The JDK of a JVM.
   *
   * @throws LabException if the machine has none of the release
   */
  default Jdks.Jdk jdk(Jvm jvm) throws LabException {
    if (jvm.release() == null) {
      return facts().java();
    }
    return Jdks.newest(jvm.release(), facts().jdks())
        .orElseThrow(
            () ->
                new LabException(
                    ViolationCode.PROVIDER_NOT_STARTED,
                    "no JDK " + jvm.release() + " on the provider's host"));
  }

  default boolean has(String command) {
    return facts().commands().contains(command);
  }
}
