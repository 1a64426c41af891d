package io.poolbench.generator;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.Load;
import io.poolbench.load.Probe;
import io.poolbench.measure.FailureReasons;
import io.poolbench.measure.NanoClock;
import io.poolbench.result.GeneratorHost;
import io.poolbench.result.ViolationCode;
import io.poolbench.side.Build;
import io.poolbench.side.SideException;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Study;
import io.poolbench.spec.Workload;
import io.poolbench.store.CellJson;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The load generators of a run, from one cell to the next; none where the driver itself makes the
 * calls. For one thread.
 */
public final class Generators implements AutoCloseable {
  /** Far from each other: groups and the calls of a load have the numbers after the seed. */
  private static final long SEED_DISTANCE = 1L << 40;

  /** By the commands that start them, in their order. */
  private final Map<String, Member> members;

  private final int least;
  private final Connector connector;
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DefaultThreadFactory("poolbench-order", true));

  /** Starts a generator. */
  @FunctionalInterface
  interface Connector {
    /** Starts the one of a name: its command, with a number where several have the same. */
    Member connect(String name) throws SideException;
  }

  /**
   * @param members by their names
   * @param least with how many of them a study goes on
   * @param connector starts lost ones again
   */
  Generators(Map<String, Member> members, int least, Connector connector) {
    this.members = new LinkedHashMap<>(members);
    this.least = least;
    this.connector = connector;
  }

  /** No generators: the driver itself makes the calls. */
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
   * @param commands that give a process each, at least one
   * @param least with how many of them a study goes on where others are lost; null = all
   * @param build that they run
   * @param silence a generator that sends nothing for so long is lost
   * @throws SideException if one cannot be used
   */
  public static Generators start(
      List<String> commands, Integer least, Build build, Duration silence) throws SideException {
    if (least != null && (least < 1 || least > commands.size())) {
      throw SideException.mistake(
          "generators to go on with: %d (valid: 1..%d)".formatted(least, commands.size()));
    }
    Map<String, String> named = new LinkedHashMap<>();
    for (String command : commands) {
      String name = command;
      for (int number = 2; named.containsKey(name); number++) {
        name = command + " #" + number;
      }
      named.put(name, command);
    }
    Connector connector =
        name -> GeneratorProcess.start(name, named.get(name), build, silence).member();
    Map<String, Member> members = new LinkedHashMap<>();
    try {
      for (String name : named.keySet()) {
        members.put(name, connector.connect(name));
      }
      return new Generators(members, least == null ? members.size() : least, connector);
    } catch (SideException | RuntimeException e) {
      members.values().forEach(member -> member.generator().close());
      throw e;
    }
  }

  /**
   * The round trip of each one's network to a provider, by name.
   *
   * @throws LabException if one does not reach it
   */
  public Map<String, Double> roundTripMillis(InetSocketAddress provider) throws LabException {
    Map<String, Double> millis = new LinkedHashMap<>();
    for (Member member : members.values()) {
      if (!member.isLost()) {
        String host = provider.getAddress().getHostAddress();
        double own = member.generator().roundTripMillis(host, provider.getPort());
        millis.put("generator " + member.host().address(), own);
      }
    }
    return millis;
  }

  /** Starts those again that are lost. */
  private void replaceLost(Consumer<String> notes) {
    for (Map.Entry<String, Member> each : members.entrySet()) {
      if (each.getValue().isLost()) {
        try {
          each.getValue().generator().close();
          each.setValue(connector.connect(each.getKey()));
        } catch (SideException e) {
          notes.accept("not started again: " + e.getMessage());
        }
      }
    }
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return members.isEmpty();
  }

  /** What they are. */
  public List<GeneratorHost> hosts() {
    return members.values().stream().map(Member::host).toList();
  }

  /**
   * Checks that they can make the calls of a study.
   *
   * @throws SideException if one may not open as many connections as it needs
   */
  public void require(Study study) throws SideException {
    for (Cell cell : study.cells()) {
      requireDescriptors(cell, List.copyOf(members.values()));
    }
  }

  private static void requireDescriptors(Cell cell, List<Member> members) throws SideException {
    for (int at = 0; at < members.size(); at++) {
      Member member = members.get(at);
      Integer own = share(cell, weights(members), at).connections();
      int connections =
          own != null
              ? own
              : Shares.of(
                      cell.load().workload().maxInFlight(cell.load().maxLevel()), weights(members))
                  .get(at);
      if (connections > member.freeDescriptors()) {
        throw SideException.mistake(
            "generator %s: connections of '%s': %,d (limit %,d free file descriptors; see ulimit -n)"
                .formatted(
                    member.host().address(), cell.name(), connections, member.freeDescriptors()));
      }
    }
  }

  private static List<Integer> weights(List<Member> members) {
    return members.stream().map(member -> member.host().cpus()).toList();
  }

  /**
   * Opens the load of a cell; nothing is called yet.
   *
   * @param provider where it listens, as seen from here
   * @param seed of the load's random numbers
   * @param reasons counts the reasons of failed calls
   * @param notes receives why a generator is lost
   * @throws LabException if a generator cannot open its share, or too few are left
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
    if (left.size() < least) {
      throw new LabException(
          ViolationCode.GENERATOR_LOST,
          "generators left: %d (limit %d)".formatted(left.size(), least),
          List.of());
    }
    List<Integer> weights = weights(left);
    List<LoadParts.Part> parts = new ArrayList<>();
    try {
      requireDescriptors(cell, left);
      for (int at = 0; at < left.size(); at++) {
        LoadOrder order =
            new LoadOrder(
                CellJson.write(cell.calledBy(share(cell, weights, at))),
                provider.getAddress().getHostAddress(),
                provider.getPort(),
                seed + at * SEED_DISTANCE,
                slots(cell.load(), weights, at));
        parts.add(new LoadParts.Part(left.get(at), left.get(at).generator().open(order)));
      }
    } catch (SideException e) {
      throw new LabException(ViolationCode.GENERATOR_FAILED, e.getMessage(), e);
    } catch (LabException | InterruptedException e) {
      parts.forEach(part -> part.load().close());
      throw e;
    }
    return new DistributedLoad(
        cell.load(), new LoadParts(parts, least, executor, notes), reasons, clock);
  }

  /**
   * Users of a closed loop may all come to one generator, if the others are lost; calls in flight
   * of an open loop are limited in all together.
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
        ? Math.max(1, Shares.of(workload.maxInFlight(maxLevel), weights).get(at))
        : maxLevel;
  }

  /** The driver's settings of one generator: its share of the connections, one at least. */
  private static DriverSettings share(Cell cell, List<Integer> weights, int at) {
    Integer all = cell.driver().connections();
    return all == null
        ? cell.driver()
        : cell.driver().over(Math.max(1, Shares.of(all, weights).get(at)));
  }

  /** The probe of a load's steps. */
  public static Probe<Counters, LabException> probe(
      Load load, Probe<Counters, LabException> provider) {
    return load instanceof DistributedLoad distributed ? distributed.beside(provider) : provider;
  }

  /** Ends them, with all loads. */
  @Override
  public void close() {
    members.values().forEach(member -> member.generator().close());
    executor.shutdownNow();
  }
}
