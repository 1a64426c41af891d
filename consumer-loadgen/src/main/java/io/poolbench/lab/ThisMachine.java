package io.poolbench.lab;

import io.poolbench.api.OwnedFolder;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.MachineAnswer.Facts;
import io.poolbench.lab.MachineAnswer.JdkHome;
import io.poolbench.lab.MachineAnswer.Reading;
import io.poolbench.load.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The machine of this JVM. */
public final class ThisMachine implements Machine {
  /** Commands of util-linux that scheduling and pinning need. */
  static final List<String> COMMANDS = List.of("taskset", "chrt", "renice");

  /** {@code SSH_CONNECTION} has the client's address and port, then the server's. */
  private static final int SSH_FIELDS = 4;

  private final Path home;
  private final String build;
  private final HostProbe probe;
  private final RedisLab redis = new RedisLab();
  private final Facts facts;
  private final Set<Path> folders = new HashSet<>();

  /** Those among the temporary files of this machine. */
  private final Map<Path, OwnedFolder> owned = new HashMap<>();

  private final Map<Long, BusinessNiceness> niceness = new HashMap<>();
  private final Map<Long, ProcessHandle> guarded = new ConcurrentHashMap<>();

  private ThisMachine(Path home, String build, Pinning pinning) {
    this.home = home;
    this.build = build;
    this.probe = new HostProbe(pinning, NanoClock.system());
    this.facts = readFacts();
  }

  /**
   * The machine of this JVM, before it is pinned to CPUs.
   *
   * @param home the folder of the release
   */
  public static ThisMachine of(Path home) throws InterruptedException {
    return of(home, "");
  }

  static ThisMachine of(Path home, String build) throws InterruptedException {
    return new ThisMachine(home, build, Pinning.detect());
  }

  Facts readFacts() {
    if (facts != null) {
      return facts;
    }
    HostFacts host = new HostFacts();
    JdkHome java =
        Jdks.at(Path.of(System.getProperty("java.home")))
            .map(JdkHome::of)
            .orElseGet(
                () ->
                    new JdkHome(
                        System.getProperty("java.home"), System.getProperty("java.version")));
    return new Facts(
        host.describe(host.cpus()),
        host.bootId(),
        address(),
        java,
        Jdks.ofThisHost().stream().map(JdkHome::of).toList(),
        COMMANDS.stream().filter(HostFacts::hasCommand).toList(),
        build);
  }

  /** The server address of the SSH login; without one, the address of this machine's name. */
  private static String address() {
    String[] login = Objects.requireNonNullElse(System.getenv("SSH_CONNECTION"), "").split(" ", -1);
    try {
      return login.length == SSH_FIELDS ? login[2] : InetAddress.getLocalHost().getHostAddress();
    } catch (UnknownHostException e) {
      return "";
    }
  }

  @Override
  public CommandShell shell() {
    return CommandShell.HERE;
  }

  @Override
  public Path home() {
    return home;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public <A extends Record> A ask(MachineRequest<A> request)
      throws LabException, InterruptedException {
    return request.answer(this);
  }

  @Override
  public Optional<ProviderHost> other() {
    return Optional.empty();
  }

  @Override
  public void require() {}

  /** Measures this machine's CPUs and Redis. */
  public HostProbe probe() {
    return probe;
  }

  public Pinning pinning() {
    return probe.pinning();
  }

  synchronized Path newFolder(String parent, String name) throws LabException {
    try {
      if (parent.isEmpty()) {
        OwnedFolder folder = OwnedFolder.create(name);
        owned.put(folder.path(), folder);
        return folder.path();
      }
      Path folder = Files.createTempDirectory(Path.of(parent), name);
      folders.add(folder);
      return folder;
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, "no new folder: " + e.getMessage(), e);
    }
  }

  synchronized void delete(Path folder, boolean filled) {
    OwnedFolder temporary = owned.remove(folder);
    if (temporary != null) {
      temporary.close();
      return;
    }
    if (!folders.remove(folder)) {
      throw new IllegalArgumentException("not created here: " + folder);
    }
    if (filled) {
      deleteAll(folder);
      return;
    }
    try {
      Files.deleteIfExists(folder);
    } catch (IOException notEmpty) {
      // Its files, such as a crash report, belong to the results.
    }
  }

  private static void deleteAll(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // A process that the program started may still write.
    }
  }

  synchronized Reading read(long pid, boolean host) {
    Optional<HostCounters> counters = host ? HostCounters.read() : Optional.empty();
    RedisGauge.Reading answers = probe.readRedis();
    return new Reading(
        ProcessThreads.read(pid).map(ProcessThreads::threads).orElse(List.of()),
        ControlGroups.of(pid).throttling().nanosByGroup(),
        counters.map(read -> read.stat().cpus()).orElse(Map.of()),
        counters.map(read -> read.processes().processes()).orElse(Map.of()),
        answers.answers().text(),
        answers.pendingNanos(),
        System.nanoTime());
  }

  synchronized BusinessNiceness niceness(long pid, int nice) {
    return niceness.computeIfAbsent(pid, first -> new BusinessNiceness(pid, nice));
  }

  void guard(long pid) {
    ProcessHandle.of(pid).ifPresent(process -> guarded.put(pid, process));
  }

  void end(long pid) {
    ProcessHandle process = guarded.remove(pid);
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** Completed when the guarded processes have ended. */
  CompletableFuture<Void> guardedEnded() {
    return CompletableFuture.allOf(
        guarded.values().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
  }

  void endGuarded() {
    guarded.keySet().forEach(this::end);
  }

  synchronized RedisLink use(MachineRequest.UseRedis request) throws LabException {
    RedisLink link = redis.link(request);
    probe.watch(link.address());
    return link;
  }

  synchronized void requireSeeded() throws LabException {
    redis.requireSeeded();
  }

  @Override
  public synchronized void close() {
    redis.close();
    probe.close();
    folders.forEach(ThisMachine::deleteAll);
    owned.values().forEach(OwnedFolder::close);
  }
}
