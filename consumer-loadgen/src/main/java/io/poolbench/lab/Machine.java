package io.poolbench.lab;

import io.poolbench.api.LaunchConfig;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.Host;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.MachineAnswer.Done;
import io.poolbench.lab.MachineAnswer.JdkHome;
import io.poolbench.lab.MachineRequest.CheckRedis;
import io.poolbench.lab.MachineRequest.LeaveRedis;
import io.poolbench.lab.MachineRequest.PinSelf;
import io.poolbench.lab.MachineRequest.UseRedis;
import io.poolbench.study.ProviderSettings.Jvm;
import io.poolbench.study.RedisSettings;
import java.nio.file.Path;
import java.util.List;
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

  /** Facts that do not change while the machine is used. */
  MachineAnswer.Facts facts();

  <A extends Record> A ask(MachineRequest<A> request) throws LabException, InterruptedException;

  /** The machine for the record of a cell; empty for this machine. */
  Optional<ProviderHost> other();

  /** Makes sure that it answers, before each cell. */
  void require() throws LabException, InterruptedException;

  /** Ends what was started for it. */
  @Override
  void close();

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

  /** The state of CPUs before a cell, on which nothing of the lab runs. */
  default HostProbe.State beforeCell(CpuPlan cpus) throws LabException, InterruptedException {
    return ask(new MachineRequest.ReadState(cpus.provider().toString(), cpus.driver().toString()));
  }

  /** Provides a seeded Redis on CPUs, and measures its response times until {@link #leaveRedis}. */
  default RedisLink useRedis(RedisSettings settings, CpuList cpus)
      throws LabException, InterruptedException {
    return ask(UseRedis.of(settings, cpus));
  }

  /** Fails if the seeded Redis is no longer available. */
  default void checkRedis() throws LabException, InterruptedException {
    Done unused = ask(new CheckRedis());
  }

  default void leaveRedis() {
    try {
      Done unused = ask(new LeaveRedis());
    } catch (LabException e) {
      // The machine is lost, and its Redis with it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Pins the process that answers for another machine, and what it starts, to the CPUs beside the
   * provider; returns whether the machine supports pinning.
   */
  default boolean pinBeside(CpuList cpus) throws LabException, InterruptedException {
    boolean pins = has(Pinning.COMMAND);
    if (pins && isOther()) {
      Done unused = ask(new PinSelf(cpus.toString()));
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
      return facts().java().jdk();
    }
    return Jdks.newest(jvm.release(), jdks())
        .orElseThrow(
            () ->
                new LabException(
                    ViolationCode.PROVIDER_NOT_STARTED,
                    "no JDK " + jvm.release() + " on the provider's host"));
  }

  default List<Jdks.Jdk> jdks() {
    return facts().jdks().stream().map(JdkHome::jdk).toList();
  }

  default boolean has(String command) {
    return facts().commands().contains(command);
  }
}
