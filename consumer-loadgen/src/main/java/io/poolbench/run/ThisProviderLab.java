package io.poolbench.run;

import io.poolbench.journal.Host;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.LogTail;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.ProviderControl;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RedisLab;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Timeline;
import io.poolbench.spec.Cell;
import io.poolbench.spec.StopLimits;
import io.poolbench.store.ResultJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The lab of the machine on which this process runs. Thread-safe. */
public final class ThisProviderLab implements ProviderLab {
  private static final int MAX_LOG_BYTES = 1 << 20;
  private static final String LOG = "provider.log";

  private final Lab lab;

  /** The folders of all sides of this machine, each named by the process id of its side. */
  private final Path folders;

  /** Logs of the last provider. */
  private final Path folder;

  private Backend backend;
  private ProviderProcess provider;
  private Started started;

  /**
   * Deletes the folders that killed sides have left.
   *
   * @param folders for the log of the provider, in a folder of this process
   */
  public ThisProviderLab(Path providers, Pinning pinning, Path folders) {
    this.folders = folders;
    this.folder = folders.resolve(Long.toString(ProcessHandle.current().pid()));
    deleteEnded();
    NanoClock clock = NanoClock.system();
    this.lab =
        new Lab(
            providers,
            new HostFacts().cpus(),
            pinning,
            new HostProbe(pinning, clock),
            new RedisLab(),
            clock,
            Timeline.from(Instant.now(), clock),
            StopLimits.DEFAULT,
            Optional.empty());
  }

  @Override
  public Host host() {
    return new HostFacts().describe(lab.hostCpus());
  }

  @Override
  public String bootId() {
    return new HostFacts().bootId();
  }

  @Override
  public void check(String cell) {
    require(ResultJson.read(cell));
  }

  private void require(Cell cell) {
    CpuPlan unused = CpuPlan.ofProviderHost(cell.cpus(), lab.hostCpus());
    new HostCheck(lab.hostCpus()).checkProvider(cell);
  }

  @Override
  public HostProbe.State beforeCell(String list) throws InterruptedException {
    CpuList measured = ofThisHost(list);
    return lab.probe().beforeCell(new CpuPlan(measured, measured));
  }

  private CpuList ofThisHost(String list) {
    return CpuPlan.named("cpus", list, lab.hostCpus());
  }

  private <T> T running(T part) throws LabException {
    if (part == null) {
      throw new LabException(ViolationCode.PROVIDER_UNREACHABLE, "no provider runs");
    }
    return part;
  }

  @Override
  public synchronized Started started() throws LabException {
    return running(started);
  }

  @Override
  public synchronized void checkRedis() throws LabException {
    running(backend).check();
  }

  @Override
  public synchronized ProviderControl start(List<String> texts, String redisUri, String bind)
      throws LabException, InterruptedException {
    stop();
    makeFolder();
    List<Cell> cells =
        texts.stream().map(ResultJson::read).map(cell -> cell.hostedAt(bind, redisUri)).toList();
    cells.forEach(this::require);
    CpuPlan cpus = CpuPlan.ofProviderHost(cells.get(0).cpus(), lab.hostCpus());
    List<String> notes = new ArrayList<>();
    boolean pinned = lab.pinning().available() && lab.pinning().pinSelf(cpus.driver());
    if (!pinned) {
      notes.add("provider not pinned to CPUs: no taskset on its host");
    } else if (cpus.shared() && cells.get(0).provider().readsRedis()) {
      notes.add(
          "Redis and provider share CPUs %s of the provider's host, unless Redis is external"
                  .formatted(cpus.provider())
              + " (cpus.provider leaves it others)");
    }
    StudyListener listener =
        new StudyListener() {
          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    backend = Backend.open(lab, listener, cells, cpus);
    try {
      provider = (ProviderProcess) backend.start(cpus, folder.resolve(LOG));
    } finally {
      if (provider == null) {
        stop();
      }
    }
    started =
        new Started(
            provider.ready().toLine(),
            backend.facts(provider),
            provider.command(),
            backend.redis(),
            backend.services(),
            pinned && backend.pins(),
            !cpus.shared(),
            notes);
    return provider;
  }

  private void makeFolder() throws LabException {
    try {
      deleteEnded();
      delete(folder);
      Files.createDirectories(folder);
    } catch (IOException | UncheckedIOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, "log of the provider: " + e.getMessage(), e);
    }
  }

  /** Another side may delete the same folders at the same time. */
  private void deleteEnded() {
    try (Stream<Path> all = Files.list(folders)) {
      for (Path each : all.toList()) {
        String pid = each.getFileName().toString();
        if (pid.matches("[0-9]{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          delete(each);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // What is left is deleted by the next side.
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  @Override
  public synchronized String end() {
    stop();
    return Files.exists(folder) ? log() : "";
  }

  private void stop() {
    if (provider != null) {
      provider.close();
      provider = null;
      started = null;
    }
    if (backend != null) {
      backend.close();
      backend = null;
    }
  }

  private String log() {
    try {
      return LogTail.text(folder.resolve(LOG), MAX_LOG_BYTES);
    } catch (IOException e) {
      return "(log cannot be read: " + e.getMessage() + ")";
    }
  }

  @Override
  public synchronized void close() {
    try {
      stop();
      lab.redis().close();
      lab.probe().close();
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
