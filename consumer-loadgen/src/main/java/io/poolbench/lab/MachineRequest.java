package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.MachineAnswer.Done;
import io.poolbench.lab.MachineAnswer.Facts;
import io.poolbench.lab.MachineAnswer.Finding;
import io.poolbench.lab.MachineAnswer.Port;
import io.poolbench.lab.MachineAnswer.Reading;
import io.poolbench.lab.MachineAnswer.Text;
import io.poolbench.lab.MachineAnswer.Words;
import io.poolbench.redis.RedisKind;
import io.poolbench.study.RedisSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;

/**
 * What the lab asks of a {@link Machine}. The same class carries it out on this machine and in the
 * host process of another one, where it arrives as JSON.
 *
 * @param <A> the answer, a record
 */
sealed interface MachineRequest<A extends Record> {
  A answer(ThisMachine machine) throws LabException, InterruptedException;

  Class<A> answerType();

  /** A request that only changes something. */
  sealed interface Change extends MachineRequest<Done> {
    void apply(ThisMachine machine) throws LabException, InterruptedException;

    @Override
    default Done answer(ThisMachine machine) throws LabException, InterruptedException {
      apply(machine);
      return new Done();
    }

    @Override
    default Class<Done> answerType() {
      return Done.class;
    }
  }

  record ReadFacts() implements MachineRequest<Facts> {
    @Override
    public Facts answer(ThisMachine machine) {
      return machine.readFacts();
    }

    @Override
    public Class<Facts> answerType() {
      return Facts.class;
    }
  }

  /** Checks that the files of a target exist; {@code jar} is null if it has none. */
  record CheckFiles(String jar, List<String> classpath, String folder)
      implements MachineRequest<Finding> {
    @Override
    public Finding answer(ThisMachine machine) {
      return TargetFiles.check(this);
    }

    @Override
    public Class<Finding> answerType() {
      return Finding.class;
    }
  }

  /** A port that is free now. */
  record FindPort(String host) implements MachineRequest<Port> {
    @Override
    public Port answer(ThisMachine machine) throws LabException {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
        return new Port(socket.getLocalPort());
      } catch (IOException e) {
        throw new LabException(
            ViolationCode.PROVIDER_NOT_STARTED,
            "no free port at " + host + ": " + e.getMessage(),
            e);
      }
    }

    @Override
    public Class<Port> answerType() {
      return Port.class;
    }
  }

  /** As {@link RequiredOpens#options}. */
  record FindOpens(List<String> classPath, int jdk, List<String> given)
      implements MachineRequest<Words> {
    @Override
    public Words answer(ThisMachine machine) throws LabException {
      try {
        return new Words(RequiredOpens.options(classPath, jdk, given));
      } catch (IOException e) {
        throw new LabException(
            ViolationCode.PROVIDER_NOT_STARTED, "class path of the target: " + e.getMessage(), e);
      }
    }

    @Override
    public Class<Words> answerType() {
      return Words.class;
    }
  }

  /** Creates a folder that only this user can open; an empty parent = that of temporary files. */
  record NewFolder(String parent, String name) implements MachineRequest<Text> {
    @Override
    public Text answer(ThisMachine machine) throws LabException {
      return new Text(machine.newFolder(parent, name).toString());
    }

    @Override
    public Class<Text> answerType() {
      return Text.class;
    }
  }

  /** Deletes a folder that was created: with its files, or only if it is empty. */
  record DeleteFolder(String folder, boolean filled) implements Change {
    @Override
    public void apply(ThisMachine machine) {
      machine.delete(Path.of(folder), filled);
    }
  }

  /** The state of CPUs before a cell. */
  record ReadState(String provider, String driver) implements MachineRequest<HostProbe.State> {
    @Override
    public HostProbe.State answer(ThisMachine machine) throws InterruptedException {
      return machine
          .probe()
          .beforeCell(new CpuPlan(CpuList.parse(provider), CpuList.parse(driver)));
    }

    @Override
    public Class<HostProbe.State> answerType() {
      return HostProbe.State.class;
    }
  }

  /** Reads the kernel's counters of a provider; those of the host, too, if asked. */
  record ReadCounters(long pid, boolean host) implements MachineRequest<Reading> {
    @Override
    public Reading answer(ThisMachine machine) {
      return machine.read(pid, host);
    }

    @Override
    public Class<Reading> answerType() {
      return Reading.class;
    }
  }

  /** Sets the niceness of the business threads that started since the last request. */
  record SetNiceness(long pid, int niceness) implements Change {
    @Override
    public void apply(ThisMachine machine) throws InterruptedException {
      machine.niceness(pid, niceness).apply();
    }
  }

  /** Pins a process, if the host supports it; as {@link Pinning#require} if it must succeed. */
  record Pin(long pid, String cpus, boolean required) implements Change {
    @Override
    public void apply(ThisMachine machine) throws LabException, InterruptedException {
      if (required) {
        machine.pinning().require(pid, CpuList.parse(cpus));
      } else {
        boolean unused = machine.pinning().pin(pid, CpuList.parse(cpus));
      }
    }
  }

  /** Pins the process that answers: the lab's processes beside the provider. */
  record PinSelf(String cpus) implements Change {
    @Override
    public void apply(ThisMachine machine) throws InterruptedException {
      boolean unused = machine.pinning().pinSelf(CpuList.parse(cpus));
    }
  }

  /** Ends a process with the lab, even if it does not end with its input. */
  record Guard(long pid) implements Change {
    @Override
    public void apply(ThisMachine machine) {
      machine.guard(pid);
    }
  }

  /** Ends a guarded process, if it still runs. */
  record End(long pid) implements Change {
    @Override
    public void apply(ThisMachine machine) {
      machine.end(pid);
    }
  }

  /** Provides a seeded Redis, and measures its response times until {@link LeaveRedis}. */
  record UseRedis(RedisKind kind, String uri, int records, String cpus)
      implements MachineRequest<RedisLink> {
    static UseRedis of(RedisSettings settings, CpuList cpus) {
      return new UseRedis(settings.kind(), settings.uri(), settings.records(), cpus.toString());
    }

    @Override
    public RedisLink answer(ThisMachine machine) throws LabException {
      return machine.use(this);
    }

    @Override
    public Class<RedisLink> answerType() {
      return RedisLink.class;
    }

    /** Hides the password. */
    @Override
    public String toString() {
      return "UseRedis[kind=%s, records=%d]".formatted(kind, records);
    }
  }

  /** Fails if the seeded Redis is no longer available. */
  record CheckRedis() implements Change {
    @Override
    public void apply(ThisMachine machine) throws LabException {
      machine.requireSeeded();
    }
  }

  record LeaveRedis() implements Change {
    @Override
    public void apply(ThisMachine machine) {
      machine.probe().unwatch();
    }
  }
}
