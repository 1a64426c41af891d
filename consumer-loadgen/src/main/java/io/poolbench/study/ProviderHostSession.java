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
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lab of a provider host for one driver: one provider at a time, with what it runs on. Orders
 * are carried out one after the other. Thread-safe.
 */
final class ProviderHostSession implements Peer.Session {
  private static final int MAX_LOG_BYTES = 1 << 20;

  private final Lab lab;
  private final InetAddress bound;
  private final ReentrantLock turn = new ReentrantLock();
  private Thread worker; // guarded by this
  private boolean ended; // guarded by this

  /** Of the provider that was started last; null before the first one. */
  private Path log;

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
      case ALIVE -> {
        running().check();
        yield true;
      }
      case POOL -> running().poolState(body.asInt()).join();
      case PIN -> {
        running().pin(ofThisHost(body.asText()));
        yield true;
      }
      case REQUIRE_PINNED -> {
        running().requirePinned(ofThisHost(body.asText()));
        yield true;
      }
      case CPU_ITERATIONS -> {
        running().cpuIterations(body.asLong());
        yield true;
      }
      case RENEW_POOL -> {
        running().renewPool(body.asInt());
        yield true;
      }
      case DELAY_REDIS -> {
        running();
        backend.delayRedisBy(body(body, AddedLatency.class));
        yield true;
      }
      case CHECK_REDIS -> {
        running();
        backend.check();
        yield true;
      }
      case LOG_TAIL -> new Lines(running().logTail());
      case END -> {
        end();
        yield log == null ? "" : text(log);
      }
    };
  }

  private static <T> T body(JsonNode body, Class<T> type) throws JsonProcessingException {
    return PeerJson.MAPPER.treeToValue(body, type);
  }

  private CpuList ofThisHost(String list) {
    CpuList named = CpuList.parse(list);
    if (!named.within(lab.hostCpus())) {
      throw new InvalidSettingException(
          "cpus", "CPUs " + list + " not available (available: " + lab.hostCpus() + ")");
    }
    return named;
  }

  private ProviderProcess running() throws LabException {
    if (provider == null) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE, "no provider runs in this session", List.of());
    }
    return provider;
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
    log = newLog();
    StudyListener listener =
        new StudyListener() {
          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    backend = Backend.open(lab, listener, cells, cpus);
    try {
      provider = (ProviderProcess) backend.start(cpus, log);
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

  private Path newLog() throws LabException {
    try {
      deleteLog();
      return Files.createTempFile("poolbench-provider", ".log");
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_NOT_STARTED, "log of the provider: " + e.getMessage(), e);
    }
  }

  private void deleteLog() throws IOException {
    if (log != null) {
      Files.deleteIfExists(log);
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

  private static String text(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long skipped = Math.max(0, file.length() - MAX_LOG_BYTES);
      byte[] end = new byte[(int) (file.length() - skipped)];
      file.seek(skipped);
      file.readFully(end);
      return new String(end, StandardCharsets.UTF_8);
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
      deleteLog();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      turn.unlock();
    }
  }
}
