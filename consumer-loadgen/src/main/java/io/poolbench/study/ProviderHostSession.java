package io.poolbench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.JvmOptions;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.LogTail;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RedisLab;
import io.poolbench.measure.NanoClock;
import io.poolbench.measure.Timeline;
import io.poolbench.redis.AddedLatency;
import io.poolbench.remote.Peer;
import io.poolbench.remote.PeerException;
import io.poolbench.remote.PeerJson;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.WebSettings;
import io.poolbench.store.CellJson;
import io.poolbench.study.HostOrder.Action;
import io.poolbench.study.HostOrder.Checked;
import io.poolbench.study.HostOrder.Lines;
import io.poolbench.study.HostOrder.OfCell;
import io.poolbench.study.HostOrder.Outcome;
import io.poolbench.study.HostOrder.StartOrder;
import io.poolbench.study.HostOrder.Started;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The lab of a provider host for one driver: one provider at a time, with what it runs on. Orders
 * are carried out one after the other. Thread-safe.
 */
final class ProviderHostSession implements Peer.Session {
  private static final int MAX_LOG_BYTES = 1 << 20;
  private static final String LOG = "provider.log";

  private final Lab lab;
  private final InetAddress bound;
  private final ReentrantLock turn = new ReentrantLock();
  private Thread worker; // guarded by this
  private boolean ended; // guarded by this

  /** Has the logs of the provider that was started last; null before the first one. */
  private Path folder;

  private CpuPlan cpus;
  private Backend backend;
  private ProviderProcess provider;

  /**
   * @param providers the folder of the modules of providers
   * @param hostCpus of this host
   * @param bound the address that the daemon listens on, and its providers with it
   */
  ProviderHostSession(Path providers, CpuList hostCpus, Pinning pinning, InetAddress bound) {
    NanoClock clock = NanoClock.system();
    this.lab =
        new Lab(
            providers,
            hostCpus,
            pinning,
            new HostProbe(pinning, clock),
            new RedisLab(),
            clock,
            Timeline.from(Instant.now(), clock));
    this.bound = bound;
  }

  @Override
  public Outcome answer(String action, JsonNode body)
      throws PeerException, JsonProcessingException, InterruptedException {
    Action order = Action.valueOf(action);
    turn.lockInterruptibly();
    try {
      begin();
      return Outcome.of(result(order, body));
    } catch (LabException e) {
      return Outcome.of(e);
    } catch (InterruptedException e) {
      throw ended();
    } finally {
      finish();
      turn.unlock();
    }
  }

  private synchronized void begin() throws PeerException {
    if (ended) {
      throw ended();
    }
    worker = Thread.currentThread();
  }

  private synchronized void finish() {
    worker = null;
    if (ended) {
      // The thread is one of many orders' and may have been interrupted a moment too late.
      boolean unused = Thread.interrupted();
    }
  }

  private static PeerException ended() {
    return PeerException.failure("session ended");
  }

  private Object result(Action action, JsonNode body)
      throws LabException, JsonProcessingException, InterruptedException {
    return switch (action) {
      case CHECK -> checked(CellJson.read(body(body, OfCell.class).cell()));
      case BEFORE_CELL -> {
        CpuList measured = ofThisHost(body.asText());
        yield lab.probe().beforeCell(new CpuPlan(measured, measured));
      }
      case START -> start(body(body, StartOrder.class));
      case READ -> running().reading(body.asInt(), !cpus.shared());
      case ALIVE -> done(() -> running().check());
      case POOL -> running().poolState(body.asInt()).join();
      case PIN -> done(() -> running().pin(ofThisHost(body.asText())));
      case REQUIRE_PINNED -> done(() -> running().requirePinned(ofThisHost(body.asText())));
      case CPU_ITERATIONS -> done(() -> running().cpuIterations(body.asLong()));
      case RENEW_POOL -> done(() -> running().renewPool(body.asInt()));
      case DELAY_REDIS -> done(() -> serving().delayRedisBy(body(body, AddedLatency.class)));
      case CHECK_REDIS -> done(() -> serving().check());
      case LOG_TAIL -> new Lines(running().logTail());
      case END -> {
        end();
        yield folder == null ? "" : log();
      }
    };
  }

  /** An order whose answer is that it was carried out. */
  private interface Work {
    void carryOut() throws LabException, JsonProcessingException, InterruptedException;
  }

  private static boolean done(Work work)
      throws LabException, JsonProcessingException, InterruptedException {
    work.carryOut();
    return true;
  }

  private static <T> T body(JsonNode body, Class<T> type) throws JsonProcessingException {
    return PeerJson.MAPPER.treeToValue(body, type);
  }

  private CpuList ofThisHost(String list) {
    return CpuPlan.named("cpus", list, lab.hostCpus());
  }

  private ProviderProcess running() throws LabException {
    if (provider == null) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE, "no provider runs in this session");
    }
    return provider;
  }

  /** What the provider runs on. */
  private Backend serving() throws LabException {
    running();
    return backend;
  }

  private Checked checked(Cell cell) {
    try {
      require(cell);
      return new Checked(null, null);
    } catch (InvalidSettingException e) {
      return new Checked(e.setting(), e.getMessage());
    }
  }

  /** Whoever has the token may have this host run our providers only, on its own JDKs. */
  private void require(Cell cell) {
    if (!(cell.provider() instanceof DubboSettings || cell.provider() instanceof WebSettings)) {
      throw new InvalidSettingException(
          "provider", "not started on a provider host (valid: poolbench's own providers)");
    }
    if (!cell.provider().jvm().home().isEmpty()) {
      throw new InvalidSettingException(
          "provider.jvm.home", "not allowed on a provider host (valid: provider.jvm.release)");
    }
    JvmOptions.check(cell.provider().jvm().options());
    new HostCheck(lab.hostCpus()).checkProvider(cell);
  }

  private Started start(StartOrder order) throws LabException, InterruptedException {
    end();
    List<Cell> cells =
        order.cells().stream()
            .map(CellJson::read)
            .map(cell -> cell.hostedAt(bound.getHostAddress(), order.redisUri()))
            .toList();
    cells.forEach(this::require);
    cpus = CpuPlan.ofProviderHost(cells.get(0).cpus(), lab.hostCpus());
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
    folder = newFolder();
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
        end();
      }
    }
    return new Started(
        provider.ready().toLine(),
        backend.facts(provider),
        provider.command(),
        backend.redis(),
        pinned,
        notes);
  }

  private Path newFolder() throws LabException {
    try {
      deleteFolder();
      return Files.createTempDirectory("poolbench-provider-");
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, "log of the provider: " + e.getMessage(), e);
    }
  }

  private void deleteFolder() throws IOException {
    if (folder != null && Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void end() {
    if (provider != null) {
      provider.close();
      provider = null;
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

  /** Ends the provider and what it runs on. */
  @Override
  public void close() {
    synchronized (this) {
      ended = true;
      if (worker != null) {
        worker.interrupt();
      }
    }
    turn.lock();
    try {
      end();
      lab.redis().close();
      lab.probe().close();
      deleteFolder();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      turn.unlock();
    }
  }
}
