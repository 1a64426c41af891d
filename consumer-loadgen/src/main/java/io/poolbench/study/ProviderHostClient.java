package io.poolbench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.CellCheck;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.remote.PeerClient;
import io.poolbench.remote.PeerException;
import io.poolbench.remote.Token;
import io.poolbench.result.ProviderHost;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.TargetSettings;
import io.poolbench.store.CellJson;
import io.poolbench.study.HostOrder.Action;
import io.poolbench.study.HostOrder.Checked;
import io.poolbench.study.HostOrder.Facts;
import io.poolbench.study.HostOrder.OfCell;
import io.poolbench.study.HostOrder.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The lab daemon of the provider's host, as the driver knows it; from one cell to the next.
 * Thread-safe.
 */
public final class ProviderHostClient implements CellCheck, AutoCloseable {
  private static final long PING_MILLIS = 500;

  /** Longer than the start of a provider with its Redis, or its end. */
  private static final Duration ORDER_TIMEOUT = Duration.ofMinutes(3);

  private final String name;
  private final PeerClient client;
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DefaultThreadFactory("poolbench-order", true));
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("poolbench-ping", true));
  private volatile CompletableFuture<Outcome> lost = new CompletableFuture<>();

  private ProviderHostClient(String name, PeerClient client) {
    this.name = name;
    this.client = client;
    ScheduledFuture<?> unused =
        ticker.scheduleWithFixedDelay(this::ping, 0, PING_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Begins a session with the daemon at an address.
   *
   * @param address a {@code HOST:PORT}
   * @param token that both share
   * @param version of poolbench, which the daemon has to have too
   * @throws PeerException if it cannot be used
   */
  public static ProviderHostClient connect(String address, Token token, String version)
      throws PeerException {
    InetSocketAddress resolved = PeerClient.resolved("provider host", address);
    String title = "provider host " + address;
    String session = UUID.randomUUID().toString();
    return new ProviderHostClient(
        address, PeerClient.connect(title, resolved, token, version, session));
  }

  private void ping() {
    if (!lost.isDone()) {
      try {
        client.ping();
      } catch (PeerException e) {
        lost.completeExceptionally(e);
      }
    }
  }

  /** Whether it does not answer any more. */
  boolean isLost() {
    return lost.isDone();
  }

  /** What it is. */
  public ProviderHost host() {
    return new ProviderHost(
        name,
        client.facts(Facts.class).host(),
        client.roundTripMillis(),
        client.clockOffsetMillis());
  }

  /** The CPUs that providers can have. */
  CpuList cpus() {
    return CpuList.parse(host().host().cpus());
  }

  /** Where its providers listen. */
  public InetAddress address() {
    return client.address().getAddress();
  }

  /**
   * Checks that both hosts have what a cell names.
   *
   * @throws UncheckedIOException if the daemon does not answer
   */
  @Override
  public void check(Cell cell) {
    if (cell.provider() instanceof TargetSettings || cell.provider() instanceof RemoteSettings) {
      throw new InvalidSettingException(
          cell.provider() instanceof TargetSettings ? "target" : "provider.connect",
          "not with a provider host, which starts poolbench's own providers only");
    }
    try {
      CpuPlan.apart(cell.cpus(), cpus(), new HostFacts().cpus());
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException("cpus." + e.setting(), e.getMessage());
    }
    try {
      Checked checked =
          client
              .ask(
                  Action.CHECK.name(),
                  new OfCell(CellJson.write(cell)),
                  Outcome.class,
                  ORDER_TIMEOUT)
              .value(Checked.class);
      if (checked.setting() != null) {
        throw new InvalidSettingException(checked.setting(), checked.problem());
      }
    } catch (PeerException | LabException | JsonProcessingException e) {
      throw new UncheckedIOException(new IOException(e.getMessage(), e));
    }
  }

  /**
   * The answer to an order.
   *
   * @param body of the action; null of an action without one
   * @throws LabException if the daemon could not carry it out, or is lost
   */
  <T> T ask(Action action, Object body, Class<T> type) throws LabException, InterruptedException {
    CompletableFuture<Outcome> gone = lost;
    CompletableFuture<Outcome> answer =
        CompletableFuture.supplyAsync(() -> outcome(action, body), executor);
    try {
      Outcome outcome = (Outcome) CompletableFuture.anyOf(answer, gone).get();
      return outcome.value(type);
    } catch (ExecutionException e) {
      gone.completeExceptionally(e.getCause());
      throw new LabException(
          ViolationCode.PROVIDER_HOST_LOST, e.getCause().getMessage(), e.getCause());
    } catch (JsonProcessingException e) {
      throw new LabException(
          ViolationCode.PROVIDER_HOST_LOST, "provider host " + name + ": no answer", e);
    }
  }

  /**
   * Has an order carried out that has no other answer.
   *
   * @throws LabException if the daemon could not carry it out, or is lost
   */
  void order(Action action, Object body) throws LabException, InterruptedException {
    Boolean unused = ask(action, body, Boolean.class);
  }

  /** As {@link #order}; after an interrupt, which is kept, the next wait of a step ends. */
  void orderWithin(Action action, Object body) throws LabException {
    try {
      order(action, body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Outcome outcome(Action action, Object body) {
    try {
      return client.ask(action.name(), body, Outcome.class, ORDER_TIMEOUT);
    } catch (PeerException e) {
      throw new CompletionException(e);
    }
  }

  /** As {@link #ask}, without a wait for the answer. */
  <T> CompletableFuture<T> askLater(Action action, Object body, Class<T> type) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return outcome(action, body).value(type);
          } catch (LabException | JsonProcessingException e) {
            throw new CompletionException(e);
          }
        },
        executor);
  }

  /**
   * Begins a session again where the last one was lost: the daemon may have been started anew.
   *
   * @throws LabException if it cannot be reached
   */
  void requireSession() throws LabException {
    if (lost.isDone()) {
      try {
        client.hello();
        lost = new CompletableFuture<>();
      } catch (PeerException e) {
        throw new LabException(ViolationCode.PROVIDER_HOST_LOST, e.getMessage(), e);
      }
    }
  }

  /** Ends the session, with a provider that runs in it. */
  @Override
  public void close() {
    // Not interrupted: a ping that fails would end the session without a word to the daemon.
    ticker.shutdown();
    executor.shutdownNow();
    if (!lost.isDone()) {
      client.bye();
    }
    client.close();
  }
}
