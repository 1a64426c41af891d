package io.poolbench.agent;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.poolbench.core.AgentLaunch;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderRequest;
import io.poolbench.core.Release;
import io.poolbench.core.StartException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;

/** The provider in whose process the agent runs. Thread-safe. */
class InstrumentedProvider {
  private final AgentLaunch launch;

  /** Where drivers attach; null in a program that a driver has started. */
  private final AttachPoint attachPoint;

  private final BusinessCalls calls = new BusinessCalls();
  private final StubbedReferences stubs;
  private final RecordedReferences references;
  private final List<BuiltPool> pools = new CopyOnWriteArrayList<>();
  private final ServiceExports services = new ServiceExports();
  private final List<ObservedConnections> connectionPools = new CopyOnWriteArrayList<>();
  private final SampledProgram sampled;

  /** Whether the thread runs an extension that the agent called. */
  private final ThreadLocal<Boolean> building = ThreadLocal.withInitial(() -> false);

  private volatile boolean hasDubbo;
  private volatile String dubbo = DubboVersion.UNKNOWN;
  private Measurements measurements;
  private int port;
  private AgentOutput output;

  /** Whether there is a driver to measure for. */
  private boolean driven;

  private boolean ready;

  /** The line that reports that the provider cannot be measured; null if it can. */
  private volatile String broken;

  /** {@link #broken} before the driver attached. */
  private String brokenBefore;

  /** A program that a driver has started. */
  InstrumentedProvider(AgentLaunch launch, AgentOutput output, Instrumentation jvm) {
    this(launch, output, null, jvm);
  }

  /** A program that drivers attach to, once it exports a service. */
  InstrumentedProvider(AttachPoint attachPoint, Instrumentation jvm) {
    this(AgentLaunch.NONE, AgentOutput.NONE, attachPoint, jvm);
  }

  private InstrumentedProvider(
      AgentLaunch launch, AgentOutput output, AttachPoint attachPoint, Instrumentation jvm) {
    this.launch = launch;
    this.output = output;
    this.attachPoint = attachPoint;
    this.driven = attachPoint == null;
    this.stubs = new StubbedReferences(launch.stubs(), output);
    this.references = new RecordedReferences(launch.stubs().keySet());
    this.sampled = new SampledProgram(jvm);
    this.port = launch.port();
  }

  BusinessCalls calls() {
    return calls;
  }

  ServiceExports services() {
    return services;
  }

  StubbedReferences stubs() {
    return stubs;
  }

  RecordedReferences references() {
    return references;
  }

  /**
   * The pool that replaces an extension's; null if it is not a business pool, or if the agent or
   * another extension calls this extension.
   */
  Executor pool(Object extension, Object url) {
    DubboUrl asking = new DubboUrl(url);
    if (building.get() || asking.isConsumer()) {
      return null;
    }
    PoolBuilder configured = new PoolBuilder(extension, asking);
    readVersion(asking);
    int chosen = port();
    boolean asked = !launch.pool().isEmpty() && (chosen == 0 || chosen == asking.port());
    PoolBuilder builder = asked ? replaced(configured) : configured;
    BuiltPool pool =
        new BuiltPool(
            configured, () -> (ExecutorService) built(builder), asked, calls.unanswered());
    add(pool);
    return pool.executor();
  }

  private PoolBuilder replaced(PoolBuilder configured) {
    try {
      return configured.replacedBy(launch.pool());
    } catch (ReflectiveOperationException | LinkageError e) {
      // Dubbo's class for virtual threads is compiled for JDK 21.
      broken(
          AgentProtocol.POOL_NOT_REPLACED,
          String.format(
              "Dubbo %s has no pool '%s' on JDK %s",
              dubbo,
              launch.pool().get(AgentLaunch.THREADPOOL),
              System.getProperty("java.version")));
      return configured;
    }
  }

  private Executor built(PoolBuilder builder) {
    try {
      return unreported(builder);
    } catch (RuntimeException | Error e) {
      broken(
          AgentProtocol.POOL_NOT_REPLACED,
          builder.extension() + ": " + StartException.rootMessage(e));
      throw e;
    }
  }

  private Executor unreported(PoolBuilder builder) {
    building.set(true);
    try {
      return builder.build();
    } finally {
      building.remove();
    }
  }

  private synchronized void add(BuiltPool pool) {
    if (attachPoint != null) {
      // An application that is deployed again must not stay in memory.
      pools.removeIf(BuiltPool::hasEnded);
    }
    pools.add(pool);
    if (isChosen(pool)) {
      measure(pool);
    }
  }

  private boolean isChosen(BuiltPool pool) {
    return driven && pool.port() == port && !isDubbosOwn(pool);
  }

  /** Whether a pool runs none of the program's services, but services of Dubbo. */
  private boolean isDubbosOwn(BuiltPool pool) {
    return pool.isBuiltForDubbo()
        && services.ports().contains(pool.port())
        && !services.areRunBy(pool);
  }

  private void measure(BuiltPool pool) {
    if (attachPoint != null) {
      pool.keep();
    }
    if (measurements == null) {
      measurements = new Measurements();
    }
    measurements.add(pool);
  }

  /** Measures for a driver until {@link #detach}: the pool of its port, or of the first service. */
  synchronized void attach(AgentLaunch asked, AgentOutput driver) {
    output = driver;
    driven = true;
    ready = false;
    brokenBefore = broken;
    if (broken != null) {
      output.line(broken);
    }
    port = asked.port();
    services.first().ifPresent(first -> choose(first.url().port()));
    services.forEach(this::requireOwnPool);
    for (BuiltPool pool : pools) {
      if (isChosen(pool)) {
        if (asked.port() != 0) {
          measure(pool);
        }
        if (!asked.pool().isEmpty()) {
          use(pool, asked.pool());
        }
      }
    }
  }

  /** Puts back all that was changed since {@link #attach}, and measures no longer. */
  synchronized void detach() {
    if (!driven) {
      return;
    }
    pools.forEach(pool -> putBack(pool::restore));
    connectionPools.forEach(known -> putBack(known::restore));
    putBack(sampled::close);
    if (measurements != null) {
      measurements.close();
      measurements = null;
    }
    driven = false;
    ready = true;
    broken = brokenBefore;
    port = 0;
    output = AgentOutput.NONE;
  }

  /** What fails does not keep the rest from being put back. */
  private static void putBack(Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | LinkageError e) {
      System.err.println("poolbench-provider-agent: not put back: " + e);
    }
  }

  /**
   * Selects the port of the first service, if none is configured. The first pool is no indication,
   * as Dubbo's own services may have had pools built for other ports.
   */
  private synchronized void choose(int portOfService) {
    if (driven && port == 0) {
      port = portOfService;
      pools.stream().filter(this::isChosen).forEach(this::measure);
    }
  }

  private void readVersion(DubboUrl url) {
    DubboVersion version = DubboVersion.of(url.loader());
    dubbo = version.toString();
    if (!version.isSupported()) {
      broken(AgentProtocol.UNSUPPORTED_DUBBO, "Dubbo " + dubbo + " (valid: 2.7 to 3.3)");
    }
  }

  void loaded(String className) {
    if (!hasDubbo && className.startsWith("org.apache.dubbo.")) {
      hasDubbo = true;
    }
  }

  boolean hasDubbo() {
    return hasDubbo;
  }

  void exported(Object invoker) {
    ExportedService service = new ExportedService(invoker);
    if (service.isDubbosOwn()) {
      return;
    }
    choose(service.url().port());
    // A program that runs may export a service again, such as with other settings of a registry.
    if (attachPoint == null && services.contradict(service)) {
      broken(
          AgentProtocol.PORT_NOT_EXPORTED,
          "two protocols share port "
              + service.url().port()
              + ", with different pools (valid: target.port, the port of one of them)");
    }
    services.add(service);
    requireOwnPool(service);
    if (attachPoint != null) {
      attachPoint.open(this);
    }
  }

  private void requireOwnPool(ExportedService service) {
    if (service.url().hasOwnExecutor() && service.url().port() == port()) {
      broken(
          AgentProtocol.POOL_NOT_REPLACED,
          "service " + service.type().getName() + " has an executor of its own, set in code");
    }
  }

  /** The same pool may be given by each of its constructors. */
  synchronized void connectionPoolBuilt(Object pool) {
    connectionPools.removeIf(known -> !known.isInUse());
    if (connectionPools.stream().noneMatch(known -> known.isOf(pool))) {
      ObservedConnections.of(pool).ifPresent(connectionPools::add);
    }
  }

  /** The address at which a server listens: the study's, which is loopback by default. */
  SocketAddress bindAddress(Object bootstrap, SocketAddress configured) {
    return attachPoint == null
            && bootstrap.getClass().getSimpleName().equals("ServerBootstrap")
            && configured instanceof InetSocketAddress
        ? new InetSocketAddress(launch.bindHost(), ((InetSocketAddress) configured).getPort())
        : configured;
  }

  private synchronized int port() {
    return port;
  }

  /** Reports that the provider cannot be measured; only the first such report is written. */
  void broken(String code, String reason) {
    if (broken != null) {
      return;
    }
    synchronized (this) {
      if (broken == null) {
        broken = output.broken(code, reason);
      }
    }
  }

  /**
   * Reports that the agent failed in the provider, which goes on without it.
   *
   * @param in the object, the class, or the name of the class that called the agent
   */
  void failed(Object in, Throwable failure) {
    Object place = in == null || in instanceof String || in instanceof Class ? in : in.getClass();
    broken(AgentProtocol.AGENT_FAILED, "agent failed in " + place + ": " + failure);
  }

  /**
   * Ends the process if it listens at an address that other hosts can reach, unless the study asks
   * for one.
   */
  void requireLoopback(Listeners listeners) {
    if (launch.isOnLoopback()) {
      listeners
          .open()
          .ifPresent(
              open -> {
                broken(
                    AgentProtocol.OPEN_LISTENER,
                    "target listens at "
                        + open.getAddress().getHostAddress()
                        + ":"
                        + open.getPort()
                        + " (valid: 127.0.0.1, by a property of what listens there; or bind: any)");
                LabInput.endProcess(1);
              });
    }
  }

  /** Reports that the provider accepts calls, if so; returns whether a report was written. */
  synchronized boolean reportIfReady(boolean mainIsIdle) {
    Optional<BuiltPool> pool = pools.stream().filter(this::isChosen).findFirst();
    if (!ready && broken == null && pool.isPresent() && mainIsIdle && services.areComplete(port)) {
      ready = true;
      output.line(AgentProtocol.READY + ready(pool.get()));
    }
    return ready || broken != null;
  }

  synchronized boolean isReady() {
    return ready;
  }

  /** The JSON of a READY line, as that of every provider. */
  private JsonObject ready(BuiltPool pool) {
    JsonObject endpoint = new JsonObject();
    endpoint.addProperty("port", port);
    endpoint.add("pool", pool.shape());
    JsonArray endpoints = new JsonArray();
    endpoints.add(endpoint);
    JsonObject ready = new JsonObject();
    ready.addProperty(
        "pid", Long.valueOf(ManagementFactory.getRuntimeMXBean().getName().split("@", 2)[0]));
    ready.add("poolbench", new Gson().toJsonTree(Release.of(InstrumentedProvider.class)));
    ready.addProperty("facts", "Dubbo " + dubbo + ", Java " + System.getProperty("java.version"));
    ready.add("endpoints", endpoints);
    return ready;
  }

  /** The ports of all services; empty if one of them is the measured port. */
  SortedSet<Integer> otherPorts() {
    SortedSet<Integer> ports = services.ports();
    return ports.contains(port()) ? new TreeSet<>() : ports;
  }

  /** Answers a request, as {@link ProviderRequest.Handler#answer}. */
  synchronized JsonObject answer(String command, String argument) {
    List<BuiltPool> measured = pools.stream().filter(this::isChosen).collect(Collectors.toList());
    if (measured.isEmpty()) {
      throw new IllegalArgumentException("no pool is measured");
    }
    switch (command) {
      case AgentProtocol.COUNTERS:
        return measurements.values();
      case AgentProtocol.HISTOGRAMS:
        return measurements.histograms();
      case AgentProtocol.REPORT:
        return report();
      case AgentProtocol.SAMPLE_SITES:
        if (!Boolean.parseBoolean(argument)) {
          return JsonParser.parseString(sampled.end()).getAsJsonObject();
        }
        sampled.begin(
            pool -> measured.stream().anyMatch(each -> each.isRunBy(pool)),
            services.classes(),
            connectionPools.stream()
                .flatMap(ObservedConnections::pool)
                .collect(Collectors.toList()));
        break;
      case AgentProtocol.RESIZE_CONNECTIONS:
        String[] sizeAndName = argument.split(" ", 2);
        int size = Integer.parseInt(sizeAndName[0]);
        ObservedConnections.name(connectionPools);
        connectionPools.forEach(pool -> pool.resize(sizeAndName[1], size));
        break;
      case AgentProtocol.RENEW_POOL:
        measured.forEach(BuiltPool::renew);
        break;
      case AgentProtocol.USE_POOL:
        measured.forEach(pool -> use(pool, AgentLaunch.of(argument).pool()));
        break;
      default:
        throw ProviderRequest.unknown(command);
    }
    return new JsonObject();
  }

  /** The pool stays if it cannot be replaced, which the driver finds as it reads the pool back. */
  private void use(BuiltPool pool, Map<String, String> parameters) {
    try {
      PoolBuilder builder =
          parameters.isEmpty() ? pool.configured() : pool.configured().replacedBy(parameters);
      pool.use(() -> (ExecutorService) unreported(builder), parameters.isEmpty());
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      System.err.println(
          "poolbench-provider-agent: pool not replaced: " + StartException.rootMessage(e));
    }
  }

  /** The options of heap, collector and modules; properties may have secrets. */
  private static JsonArray jvmOptions() {
    JsonArray options = new JsonArray();
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-X") || option.startsWith("--add-"))
        .forEach(options::add);
    return options;
  }

  private JsonObject report() {
    JsonArray built = new JsonArray();
    pools.stream().filter(pool -> !isDubbosOwn(pool)).forEach(pool -> built.add(pool.toJson()));
    JsonObject report = new JsonObject();
    report.addProperty("dubbo", dubbo);
    report.addProperty("java", System.getProperty("java.version"));
    report.add("jvmOptions", jvmOptions());
    report.add("pools", built);
    report.add("services", services.toJson());
    JsonArray classPath = new JsonArray();
    services.loadedFrom().forEach(classPath::add);
    report.add("classPath", classPath);
    report.add("references", references.toJson());
    return report;
  }
}
