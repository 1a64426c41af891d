package io.poolbench.run;

import static java.util.Comparator.comparingLong;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.config.ConfigException;
import io.poolbench.lab.Build;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Load;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Probe;
import io.poolbench.result.CellEnvironment.GeneratorHost;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Study;
import io.poolbench.spec.Workload;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The load generators of a run, which all its cells share; none if the driver makes the calls. For
 * one thread.
 */
public final class Generators implements AutoCloseable {
  /** Distance of the generators' seeds; groups and calls of a load use the numbers after a seed. */
  private static final long SEED_DISTANCE = 1L << 40;

  /** By name, in the order of their commands. */
  private final Map<String, Member> members;

  private final int least;
  private final Connector connector;
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DefaultThreadFactory("poolbench-order", true));

  @FunctionalInterface
  interface Connector {
    /** Starts the generator of a name: its command, numbered if several commands are equal. */
    Member connect(String name) throws LabException;
  }

  /**
   * @param least the least number of generators with which a study goes on
   * @param connector restarts lost generators
   */
  Generators(Map<String, Member> members, int least, Connector connector) {
    this.members = new LinkedHashMap<>(members);
    this.least = least;
    this.connector = connector;
  }

  public static Generators none() {
    return new Generators(
        Map.of(),
        0,
        name -> {
          throw new IllegalStateException(name);
        });
  }

  /**
   * Starts generators.
   *
   * @param commands at least one; each starts a process
   * @param least the least number of generators with which a study goes on; null = all
   * @param build the build that they must run
   * @param silence a generator that sends nothing for this long is lost
   * @throws ConfigException if {@code least} is invalid or a generator runs another build
   */
  public static Generators start(
      List<String> commands, Integer least, Build build, Duration silence) throws LabException {
    if (least != null && (least < 1 || least > commands.size())) {
      throw ConfigException.of(
          "generators to go on with", "%d (valid: 1..%d)".formatted(least, commands.size()));
    }
    Map<String, String> named = new LinkedHashMap<>();
    for (String command : commands) {
      String name = command;
      for (int number = 2; named.containsKey(name); number++) {
        name = command + " #" + number;
      }
      named.put(name, command);
    }
    Connector connector = name -> Member.start(name, named.get(name), build, silence);
    Map<String, Member> members = new LinkedHashMap<>();
    try {
      for (String name : named.keySet()) {
        members.put(name, connector.connect(name));
      }
      return new Generators(members, least == null ? members.size() : least, connector);
    } catch (LabException | RuntimeException e) {
      members.values().forEach(Member::close);
      throw e;
    }
  }

  /**
   * The network round trip from each generator that is not lost to a provider, in milliseconds, by
   * name.
   */
  public Map<String, Double> roundTripMillis(InetSocketAddress provider) throws LabException {
    Map<String, Double> millis = new LinkedHashMap<>();
    for (Member member : members.values()) {
      if (!member.isLost()) {
        String host = provider.getAddress().getHostAddress();
        try {
          double own = member.generator().roundTripMillis(host, provider.getPort());
          millis.put("generator " + member.name(), own);
        } catch (LabException e) {
          requireLost(member, e);
        }
      }
    }
    return millis;
  }

  /** Rethrows what a generator that is not lost reports, with its name. */
  private static void requireLost(Member member, LabException problem) throws LabException {
    if (!member.isLost()) {
      throw problem.code() == ViolationCode.GENERATOR_FAILED
          ? new LabException(
              problem.code(), "generator " + member.name() + ": " + problem.getMessage(), problem)
          : problem;
    }
  }

  private void replaceLost(Consumer<String> notes) {
    for (Map.Entry<String, Member> each : members.entrySet()) {
      if (each.getValue().isLost()) {
        try {
          each.getValue().close();
          each.setValue(connector.connect(each.getKey()));
        } catch (ConfigException | LabException e) {
          notes.accept("not started again: " + e.getMessage());
        }
      }
    }
  }

  public boolean isEmpty() {
    return members.isEmpty();
  }

  public List<GeneratorHost> hosts() {
    return members.values().stream().map(Member::host).toList();
  }

  /**
   * Fails if a generator needs more connections for a study than it may open.
   *
   * @throws ConfigException for the first such generator
   */
  public void require(Study study) {
    for (Cell cell : study.cells()) {
      requireDescriptors(cell, List.copyOf(members.values()));
    }
  }

  private static void requireDescriptors(Cell cell, List<Member> members) {
    for (int at = 0; at < members.size(); at++) {
      Member member = members.get(at);
      int connections = connections(cell, weights(members), at);
      if (connections > member.facts().freeDescriptors()) {
        throw ConfigException.of(
            "generator " + member.name(),
            "connections of '%s': %,d (limit %,d free file descriptors; see ulimit -n)"
                .formatted(cell.name(), connections, member.facts().freeDescriptors()));
      }
    }
  }

  /** The connections of a generator: each method of each group has its own. */
  private static int connections(Cell cell, List<Integer> weights, int at) {
    LoadSchedule load = cell.load();
    Integer own = share(cell, weights, at).connections();
    CalledMethod method = cell.driver().method();
    if (load.groups().isEmpty()) {
      return method.weighted().size() * connections(own, load, weights, at);
    }
    return load.groups().stream()
        .mapToInt(
            group ->
                group.weighted(method, "method").size()
                    * connections(own, load.of(group), weights, at))
        .sum();
  }

  private static int connections(Integer own, LoadSchedule load, List<Integer> weights, int at) {
    int calls = load.workload().maxInFlight(load.maxLevel());
    return own == null ? shares(calls, weights).get(at) : own;
  }

  private static List<Integer> weights(List<Member> members) {
    return members.stream().map(member -> member.facts().cpus()).toList();
  }

  /**
   * Opens the load of a cell, without generators that are lost meanwhile. No call is made yet.
   *
   * @param provider address of the provider, as seen from this machine
   * @param notes receives why a generator is lost
   */
  public Load open(
      Cell cell,
      InetSocketAddress provider,
      long seed,
      FailureReasons reasons,
      NanoClock clock,
      Consumer<String> notes)
      throws LabException, InterruptedException {
    replaceLost(notes);
    List<Member> left = members.values().stream().filter(member -> !member.isLost()).toList();
    List<Integer> weights = weights(left);
    List<LoadParts.Part> parts = new ArrayList<>();
    try {
      requireDescriptors(cell, left);
      for (int at = 0; at < left.size(); at++) {
        Generator.LoadOrder order =
            new Generator.LoadOrder(
                left.get(at).cells().of(cell.calledBy(share(cell, weights, at))),
                provider.getAddress().getHostAddress(),
                provider.getPort(),
                seed + at * SEED_DISTANCE,
                slots(cell.load(), weights, at));
        try {
          parts.add(new LoadParts.Part(left.get(at), left.get(at).generator().open(order)));
        } catch (LabException e) {
          requireLost(left.get(at), e);
          notes.accept(e.getMessage());
        }
      }
      if (parts.size() < least) {
        throw new LabException(
            ViolationCode.GENERATOR_LOST,
            "generators left: %d (limit %d)".formatted(parts.size(), least),
            List.of());
      }
    } catch (ConfigException e) {
      throw new LabException(ViolationCode.GENERATOR_FAILED, e.getMessage(), e);
    } catch (LabException | InterruptedException e) {
      parts.forEach(part -> part.load().close());
      throw e;
    }
    return new DistributedLoad(
        cell.load(), new LoadParts(parts, least, executor, notes), reasons, clock);
  }

  /**
   * One generator may have to take all users of a closed loop if the others are lost. The limit on
   * an open loop's calls in flight is split among the generators.
   */
  private static List<Integer> slots(LoadSchedule schedule, List<Integer> weights, int at) {
    return schedule.groups().isEmpty()
        ? List.of(slots(schedule.workload(), schedule.maxLevel(), weights, at))
        : schedule.groups().stream()
            .map(group -> slots(group.workload(), group.maxLevel(), weights, at))
            .toList();
  }

  private static int slots(Workload workload, int maxLevel, List<Integer> weights, int at) {
    return workload instanceof Workload.Open
        ? Math.max(1, shares(workload.maxInFlight(maxLevel), weights).get(at))
        : maxLevel;
  }

  /**
   * Splits {@code whole} in proportion to weights, by the largest remainder method. Each share
   * differs by less than 1 from its exact value; of equal remainders the first is rounded up.
   *
   * @param whole 0 or more
   * @param weights above 0
   */
  static List<Integer> shares(int whole, List<Integer> weights) {
    long all = weights.stream().mapToLong(weight -> weight).sum();
    List<Integer> shares = new ArrayList<>();
    weights.forEach(weight -> shares.add((int) ((long) whole * weight / all)));
    int left = whole - shares.stream().mapToInt(share -> share).sum();
    IntStream.range(0, weights.size())
        .boxed()
        .sorted(comparingLong((Integer at) -> -((long) whole * weights.get(at) % all)))
        .limit(left)
        .forEach(at -> shares.set(at, shares.get(at) + 1));
    return List.copyOf(shares);
  }

  /** The driver's settings of one generator, with its share of the connections, at least one. */
  private static DriverSettings share(Cell cell, List<Integer> weights, int at) {
    Integer all = cell.driver().connections();
    return all == null
        ? cell.driver()
        : cell.driver().over(Math.max(1, shares(all, weights).get(at)));
  }

  /** The probe for a load's steps: the provider's, extended by the generators' if there are any. */
  public static Probe<Counters, LabException> probe(
      Load load, Probe<Counters, LabException> provider) {
    return load instanceof DistributedLoad distributed ? distributed.beside(provider) : provider;
  }

  /** Stops the generators and their loads. */
  @Override
  public void close() {
    members.values().forEach(Member::close);
    executor.shutdownNow();
  }
}
