package io.poolbench.lab;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PoolRenewal;
import io.poolbench.api.ProviderCommand;
import io.poolbench.api.Ready;
import io.poolbench.api.WorkChange;
import io.poolbench.load.PoolState;
import io.poolbench.load.Probe;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Scheduling;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A provider in a JVM of its own, from start to end; as a {@link Probe} it reads the counters of a
 * window at its first endpoint, and those of its downstream service with them.
 *
 * <p>It ends when its standard input does, so it cannot outlive this JVM. For one thread.
 */
public final class ProviderProcess implements Probe<Counters, LabException>, RunningProvider {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  /** Long, as two hundred busy threads on one CPU leave little of it to the answering one. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration ALIVE_CHECK = Duration.ofSeconds(1);

  private final Program program;
  private final Process process;
  private final Path log;
  private final List<String> command;
  private final OutputStream lifeline;
  private final Ready ready;
  private final BusinessNiceness niceness;
  private final ProviderOutput output;
  private final List<ProviderScrape> scrapes;
  private final HostProbe host;
  private final Counters.Speeds speeds;
  private final Optional<ProviderProcess> downstream;

  private ProviderProcess(
      Program program,
      Process process,
      Path log,
      List<String> command,
      OutputStream lifeline,
      Ready ready,
      BusinessNiceness niceness,
      ProviderOutput output,
      HostProbe host,
      Counters.Speeds speeds,
      Optional<ProviderProcess> downstream) {
    this.program = program;
    this.process = process;
    this.log = log;
    this.command = command;
    this.lifeline = lifeline;
    this.ready = ready;
    this.niceness = niceness;
    this.output = output;
    this.host = host;
    this.speeds = speeds;
    this.downstream = downstream;
    this.scrapes =
        ready.endpoints().stream()
            .map(endpoint -> new ProviderScrape(endpoint.metricsPort(), ANSWER_TIMEOUT))
            .toList();
  }

  /**
   * Starts a provider and waits until it serves calls.
   *
   * @param host pins it, and measures the driver's CPUs
   * @param cpus the CPUs that it is pinned to, where the host can
   * @param log receives its output
   * @throws LabException where it does not become ready
   */
  public static ProviderProcess start(Program.Launch launch, HostProbe host, CpuList cpus, Path log)
      throws LabException, InterruptedException {
    return start(launch, host, cpus, log, Optional.empty());
  }

  /**
   * As {@link #start(Program.Launch, HostProbe, CpuList, Path)}, of a provider with a service that
   * it calls: that one ends with it, or where it does not start.
   */
  public static ProviderProcess start(
      Program.Launch launch,
      HostProbe host,
      CpuList cpus,
      Path log,
      Optional<ProviderProcess> downstream)
      throws LabException, InterruptedException {
    try {
      return started(launch, host, cpus, log, downstream);
    } catch (LabException | InterruptedException | RuntimeException e) {
      downstream.ifPresent(ProviderProcess::close);
      throw e;
    }
  }

  private static ProviderProcess started(
      Program.Launch launch,
      HostProbe host,
      CpuList cpus,
      Path log,
      Optional<ProviderProcess> downstream)
      throws LabException, InterruptedException {
    Program program = launch.program();
    Scheduling scheduling = launch.scheduling();
    List<String> scheduled = new ArrayList<>(scheduling.launcher());
    scheduled.addAll(program.command(launch.providers(), launch.jvm()));
    List<String> command = host.pinning().on(cpus, List.copyOf(scheduled));
    Process process;
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
      program.folder().ifPresent(folder -> builder.directory(folder.toFile()));
      builder.environment().putAll(program.environment());
      process = builder.start();
    } catch (IOException e) {
      throw new LabException(
          program.failure(ViolationCode.PROVIDER_NOT_STARTED),
          program.title() + " start failed: " + e.getMessage(),
          e);
    }
    try {
      OutputStream lifeline = process.getOutputStream();
      ProviderOutput output = ProviderOutput.of(process, log, program.readyLine());
      Ready ready = handOver(launch, process, lifeline, log, output);
      BusinessNiceness niceness = new BusinessNiceness(ready.pid(), scheduling.businessNiceness());
      Counters.Speeds speeds =
          new Counters.Speeds(host.providerSpeed(launch.jvm()), host.driverSpeed());
      return new ProviderProcess(
          program,
          process,
          log,
          command,
          lifeline,
          ready,
          niceness,
          output,
          host,
          speeds,
          downstream);
    } catch (LabException | InterruptedException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static Ready handOver(
      Program.Launch launch,
      Process process,
      OutputStream lifeline,
      Path log,
      ProviderOutput output)
      throws LabException, InterruptedException {
    Duration timeout = launch.program().startTimeout();
    try {
      StringWriter text = new StringWriter();
      launch.config().store(text, null);
      text.append(LaunchConfig.END_OF_CONFIG).append('\n');
      lifeline.write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
      lifeline.flush();
      return output.awaitReady(timeout);
    } catch (IOException | ExecutionException e) {
      throw new StartFailure(launch.program(), output, log).ofEnded(process, STOP_TIMEOUT);
    } catch (TimeoutException e) {
      throw new StartFailure(launch.program(), output, log).ofSilent(lifeline, STOP_TIMEOUT);
    }
  }

  HostProbe host() {
    return host;
  }

  Counters.Speeds speeds() {
    return speeds;
  }

  /** The ports and facts that it reported when it became ready. */
  public Ready ready() {
    return ready;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(ready.pid());
  }

  @Override
  public List<Integer> ports() {
    return ready.endpoints().stream().map(Ready.Endpoint::port).toList();
  }

  @Override
  public Optional<EffectivePool> pool(int endpoint) {
    return Optional.of(ready.endpoints().get(endpoint).pool());
  }

  @Override
  public OptionalInt metricsPort(int endpoint) {
    return OptionalInt.of(ready.endpoints().get(endpoint).metricsPort());
  }

  @Override
  public String facts() {
    return ready.facts().text();
  }

  /** The first endpoint, of a provider that has one. */
  public Ready.Endpoint endpoint() {
    return ready.endpoints().get(0);
  }

  @Override
  public List<String> command() {
    return command;
  }

  @Override
  public List<String> logTail() {
    return LogTail.of(log);
  }

  /**
   * Reads the counters at an endpoint, which does not change them, after it has set the niceness of
   * business threads that started since the last reading.
   *
   * @throws LabException where they cannot be read
   */
  ProviderCounters counters(int endpoint) throws LabException, InterruptedException {
    niceness.apply();
    ProviderScrape scrape = scrapes.get(endpoint);
    ProviderCounters own =
        scraped(
            () -> {
              Map<String, Double> values = ProviderCounters.values(scrape.metrics());
              Optional<ProcessThreads> threads = ProcessThreads.read(ready.pid());
              return new ProviderCounters(
                  values, ProviderCounters.histograms(scrape.histograms()), threads);
            });
    return downstream.isPresent() ? own.withLateness(downstream.get().counters(0)) : own;
  }

  /**
   * Reads the counters of an endpoint and of this host, for a driver on another one.
   *
   * @param alone whether what the provider runs on has CPUs of its own
   * @throws LabException where the provider's cannot be read
   */
  public HostedReading reading(int endpoint, boolean alone)
      throws LabException, InterruptedException {
    return HostedReading.of(counters(endpoint), ready.pid(), alone, host);
  }

  /** The state of an endpoint's pool, without a wait for the answer. */
  public CompletableFuture<PoolState> poolState(int endpoint) {
    return scrapes
        .get(endpoint)
        .metricsLater()
        .thenApply(lines -> ProviderCounters.pool(ProviderCounters.values(lines)))
        .exceptionally(unreadable -> PoolState.UNKNOWN);
  }

  /**
   * Reads what its agent reports, of a program of others.
   *
   * @throws LabException where it cannot be read
   */
  public TargetReport target() throws LabException, InterruptedException {
    return scraped(scrapes.get(0)::target);
  }

  /** Something that a provider's port for metrics answers. */
  private interface Reading<T> {
    T read() throws InterruptedException, TimeoutException, ExecutionException;
  }

  private <T> T scraped(Reading<T> reading) throws LabException, InterruptedException {
    try {
      return reading.read();
    } catch (TimeoutException e) {
      throw new LabException(
          program.failure(ViolationCode.PROVIDER_UNREACHABLE),
          "metrics scrape timed out after " + ANSWER_TIMEOUT.toSeconds() + " s",
          LogTail.of(log));
    } catch (ExecutionException e) {
      // A process that ends closes its connections a moment before it counts as ended.
      if (process.waitFor(ALIVE_CHECK.toSeconds(), TimeUnit.SECONDS)) {
        throw ended();
      }
      throw new LabException(
          program.failure(ViolationCode.PROVIDER_UNREACHABLE),
          "metrics scrape failed: " + e.getCause().getMessage(),
          LogTail.of(log));
    }
  }

  @Override
  public void pin(CpuList cpus) throws InterruptedException {
    host.pinning().pin(ready.pid(), cpus);
  }

  @Override
  public void requirePinned(CpuList cpus) throws LabException, InterruptedException {
    host.pinning().require(ready.pid(), cpus);
  }

  @Override
  public void cpuIterations(long rounds) throws LabException, InterruptedException {
    carryOut(new WorkChange(rounds));
  }

  @Override
  public void renewPool(int endpoint) throws LabException, InterruptedException {
    carryOut(new PoolRenewal(endpoint));
  }

  private void carryOut(ProviderCommand command) throws LabException, InterruptedException {
    try {
      lifeline.write((command.toLine() + "\n").getBytes(StandardCharsets.ISO_8859_1));
      lifeline.flush();
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          "provider command failed: " + e.getMessage(),
          LogTail.of(log));
    }
    long deadline = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
    while (System.nanoTime() - deadline < 0 && process.isAlive()) {
      if (command.equals(output.confirmed(ALIVE_CHECK))) {
        return;
      }
    }
    throw new LabException(
        ViolationCode.PROVIDER_UNREACHABLE,
        "provider command not confirmed: " + command.toLine(),
        LogTail.of(log));
  }

  @Override
  public Counters read() throws LabException, InterruptedException {
    return Counters.read(this, 0, null);
  }

  @Override
  public Probe<Counters, LabException> probe(int endpoint, Supplier<Long> reconnects) {
    return new Probe<>() {
      @Override
      public Counters read() throws LabException, InterruptedException {
        return Counters.read(ProviderProcess.this, endpoint, reconnects.get());
      }

      @Override
      public void check() throws LabException {
        ProviderProcess.this.check();
      }

      @Override
      public CompletableFuture<PoolState> pool() {
        return poolState(endpoint);
      }
    };
  }

  /**
   * Checks that it still runs, as it was asked to.
   *
   * @throws LabException where it has ended, or reports what it cannot do
   */
  @Override
  public void check() throws LabException {
    if (output.broken().isPresent()) {
      throw output.broken().get().failure();
    }
    if (!process.isAlive()) {
      throw ended();
    }
    if (downstream.isPresent()) {
      downstream.get().check();
    }
  }

  private LabException ended() {
    return new LabException(
        program.failure(ViolationCode.PROVIDER_ENDED),
        program.title() + " ended: exit code " + process.exitValue(),
        LogTail.of(log));
  }

  /** Ends it, and then its downstream service: in order if it can, by force otherwise. */
  @Override
  public void close() {
    try {
      lifeline.close();
    } catch (IOException e) {
      process.destroyForcibly(); // the pipe is broken: it has ended already
    }
    try {
      if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    downstream.ifPresent(ProviderProcess::close);
  }
}
