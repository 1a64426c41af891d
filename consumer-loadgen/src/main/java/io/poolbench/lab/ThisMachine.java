package io.poolbench.lab;

import io.poolbench.api.OwnedFolder;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.Jdks.Jdk;
import io.poolbench.study.RedisSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The machine of this JVM. */
public final class ThisMachine implements Machine, HostService {
  /** Commands of util-linux that scheduling and pinning need. */
  static final List<String> COMMANDS = List.of("taskset", "chrt", "renice");

  /** {@code SSH_CONNECTION} has the client's address and port, then the server's. */
  private static final int SSH_FIELDS = 4;

  private final Build build;
  private final Pinning pinning;
  private final HostProbe probe = new HostProbe();
  private final RedisLab redis = new RedisLab();
  private final Facts facts;

  /** Those that were created beside a log. */
  private final Set<Path> folders = new HashSet<>();

  /** Those among the temporary files of this machine. */
  private final Map<Path, OwnedFolder> owned = new HashMap<>();

  private final Map<Long, BusinessNiceness> niceness = new HashMap<>();
  private final Map<Long, ProcessHandle> guarded = new ConcurrentHashMap<>();

  private ThisMachine(Build build, Pinning pinning) {
    this.build = build;
    this.pinning = pinning;
    this.facts = detect(pinning);
  }

  /**
   * The machine of this JVM, before it is pinned to CPUs.
   *
   * @param home the folder of the release
   */
  public static ThisMachine of(Path home) throws LabException, InterruptedException {
    return new ThisMachine(Build.of(home), Pinning.detect());
  }

  private static Facts detect(Pinning pinning) {
    HostFacts host = new HostFacts();
    String home = System.getProperty("java.home");
    return new Facts(
        host.describe(host.cpus()),
        host.bootId(),
        address(),
        Jdks.at(Path.of(home)).orElseGet(() -> new Jdk(home, System.getProperty("java.version"))),
        Jdks.ofThisHost(),
        COMMANDS.stream()
            .filter(HostFacts::hasCommand)
            .filter(command -> pinning.available() || !command.equals(Pinning.COMMAND))
            .toList());
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
    return build.home();
  }

  @Override
  public Build build() {
    return build;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public HostService ask() {
    return this;
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
    return pinning;
  }

  @Override
  public Facts readFacts() {
    return facts;
  }

  @Override
  public void requireFiles(TargetFiles files) {
    files.require();
  }

  @Override
  public String digest(TargetFiles files) throws LabException {
    try {
      return files.digest();
    } catch (IOException e) {
      throw notStarted("files of the target cannot be read", e);
    }
  }

  @Override
  public int findPort(String address) throws LabException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(address))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw notStarted("no free port at " + address, e);
    }
  }

  @Override
  public List<String> findOpens(List<String> classPath, int jdk, List<String> given)
      throws LabException {
    try {
      return RequiredOpens.options(classPath, jdk, given);
    } catch (IOException e) {
      throw notStarted("class path of the target", e);
    }
  }

  private static LabException notStarted(String what, IOException e) {
    return new LabException(ViolationCode.PROVIDER_NOT_STARTED, what + ": " + e.getMessage(), e);
  }

  @Override
  public synchronized String newFolder(String parent, String name) throws LabException {
    try {
      if (parent.isEmpty()) {
        OwnedFolder folder = OwnedFolder.create(name);
        owned.put(folder.path(), folder);
        return folder.path().toString();
      }
      Path folder = Files.createTempDirectory(Path.of(parent), name);
      folders.add(folder);
      return folder.toString();
    } catch (IOException e) {
      throw notStarted("no new folder", e);
    }
  }

  @Override
  public synchronized void deleteFolder(String folder) {
    Path path = Path.of(folder);
    OwnedFolder temporary = owned.remove(path);
    if (temporary != null) {
      temporary.close();
    } else if (folders.remove(path)) {
      deleteIfEmpty(path);
    } else {
      throw new IllegalArgumentException("not created here: " + folder);
    }
  }

  private static void deleteIfEmpty(Path folder) {
    try {
      Files.deleteIfExists(folder);
    } catch (IOException notEmpty) {
      // Its files, such as a crash report, belong to the results.
    }
  }

  @Override
  public synchronized Reading readCounters(long pid, boolean host) {
    Optional<HostCounters> counters = host ? HostCounters.read() : Optional.empty();
    RedisGauge.Reading answers = probe.readRedis();
    return new Reading(
        ProcessThreads.read(pid).orElse(new ProcessThreads(List.of())),
        ControlGroups.of(pid).throttling(),
        counters.map(HostCounters::stat).orElse(new CpuTimes(Map.of())),
        counters.map(HostCounters::processes).orElse(new ProcessTable(Map.of())),
        answers.answers().text(),
        answers.pendingNanos(),
        System.nanoTime());
  }

  @Override
  public synchronized void setNiceness(long pid, int nice) throws InterruptedException {
    niceness.computeIfAbsent(pid, first -> new BusinessNiceness(pid, nice)).apply();
  }

  @Override
  public void pin(long pid, CpuList cpus) throws InterruptedException {
    boolean unused = pinning.pin(pid, cpus);
  }

  @Override
  public void requirePinned(long pid, CpuList cpus) throws LabException, InterruptedException {
    pinning.require(pid, cpus);
  }

  @Override
  public void pinSelf(CpuList cpus) throws InterruptedException {
    boolean unused = pinning.pinSelf(cpus);
  }

  @Override
  public void guard(long pid) {
    ProcessHandle.of(pid).ifPresent(process -> guarded.put(pid, process));
  }

  @Override
  public void end(long pid) {
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

  @Override
  public synchronized RedisLink useRedis(RedisSettings settings, CpuList cpus) throws LabException {
    RedisLink link = redis.link(settings, has(Pinning.COMMAND) ? cpus.toString() : "");
    probe.watch(link.address());
    return link;
  }

  @Override
  public synchronized void checkRedis() throws LabException {
    redis.requireSeeded();
  }

  @Override
  public void leaveRedis() {
    probe.unwatch();
  }

  @Override
  public synchronized void close() {
    redis.close();
    probe.close();
    folders.forEach(ThisMachine::deleteIfEmpty);
    owned.values().forEach(OwnedFolder::close);
  }
}
