package io.poolbench.generator;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.dubbo.ClientKind;
import io.poolbench.dubbo.MessageAddress;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.Load;
import io.poolbench.load.Probe;
import io.poolbench.measure.FailureReasons;
import io.poolbench.measure.NanoClock;
import io.poolbench.remote.PeerClient;
import io.poolbench.remote.PeerException;
import io.poolbench.remote.Token;
import io.poolbench.result.GeneratorHost;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Study;
import io.poolbench.spec.Workload;
import io.poolbench.store.CellJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The load generators of a run, from one cell to the next; none where the driver itself makes the
 * calls. For one thread.
 */
public final class Generators implements AutoCloseable {
  private static final long PING_MILLIS = 500;

  /** Far from each other: groups and the calls of a load have the numbers after the seed. */
  private static final long SEED_DISTANCE = 1L << 40;

  private final List<Member> members;
  private final int least;
  private final ExecutorService executor;
  private final ScheduledExecutorService pings;

  private Generators(
      List<Member> members, int least, ExecutorService executor, ScheduledExecutorService pings) {
    this.members = members;
    this.least = least;
    this.executor = executor;
    this.pings = pings;
  }

  /** No generators: the driver itself makes the calls. */
  public static Generators none() {
    return new Generators(List.of(), 0, null, null);
  }

  /**
   * Connects to generators.
   *
   * @param addresses a {@code HOST:PORT} each, at least one
   * @param least with how many of them a study goes on where others are lost; null = all
   * @param token that they share
   * @param version of poolbench, which they have to have too
   * @throws PeerException if one cannot be used
   */
  public static Generators connect(
      List<String> addresses, Integer least, Token token, String version) throws PeerException {
    if (least != null && (least < 1 || least > addresses.size())) {
      throw PeerException.mistake(
          "generators to go on with: %d (valid: 1..%d)".formatted(least, addresses.size()));
    }
    Map<InetSocketAddress, String> distinct = new HashMap<>();
    for (String address : addresses) {
      requireOther(distinct.put(PeerClient.resolved("generator", address), address), address);
    }
    String session = UUID.randomUUID().toString();
    Map<String, String> processes = new HashMap<>();
    List<Member> members = new ArrayList<>();
    try {
      for (String address : addresses) {
        RemoteGenerator generator =
            RemoteGenerator.connect(
                address, PeerClient.resolved("generator", address), token, version, session);
        members.add(new Member(generator));
        requireOther(processes.put(generator.process(), address), address);
      }
      return of(members, least == null ? members.size() : least);
    } catch (PeerException e) {
      close(members);
      throw e;
    }
  }

  private static void requireOther(String known, String address) throws PeerException {
    if (known != null) {
      throw PeerException.mistake(
          "two generators of one address: %s, %s".formatted(known, address));
    }
  }

  /** Those that are connected. */
  static Generators of(List<Member> members, int least) {
    ExecutorService executor =
        Executors.newCachedThreadPool(new DefaultThreadFactory("poolbench-order", true));
    ScheduledExecutorService pings =
        Executors.newScheduledThreadPool(
            members.size(), new DefaultThreadFactory("poolbench-ping", true));
    for (Member member : members) {
      ScheduledFuture<?> unused =
          pings.scheduleAtFixedRate(() -> ping(member), 0, PING_MILLIS, TimeUnit.MILLISECONDS);
    }
    return new Generators(List.copyOf(members), least, executor, pings);
  }

  private static void ping(Member member) {
    if (!member.isLost()) {
      try {
        member.generator().ping();
      } catch (PeerException e) {
        member.lose(e.getMessage());
      }
    }
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return members.isEmpty();
  }

  /** What they are. */
  public List<GeneratorHost> hosts() {
    return members.stream().map(member -> member.generator().host()).toList();
  }

  /**
   * Checks that they can make the calls of a study.
   *
   * @throws PeerException if one does not reach the provider, or may not open as many connections
   *     as it needs
   */
  public void require(Study study) throws PeerException {
    for (Cell cell : study.cells()) {
      InetAddress bound = new InetSocketAddress(cell.provider().bindHost(), 0).getAddress();
      for (Member member : bound == null ? List.<Member>of() : members) {
        String unused = host(cell, bound, member.generator());
      }
      requireDescriptors(cell, members);
    }
  }

  private static void requireDescriptors(Cell cell, List<Member> members) throws PeerException {
    for (int at = 0; at < members.size(); at++) {
      Generator generator = members.get(at).generator();
      Integer own = share(cell, weights(members), at).connections();
      int connections =
          own != null
              ? own
              : Shares.of(
                      cell.load().workload().maxInFlight(cell.load().maxLevel()), weights(members))
                  .get(at);
      if (connections > generator.freeDescriptors()) {
        throw PeerException.mistake(
            "generator %s: connections of '%s': %,d (limit %,d free file descriptors; see ulimit -n)"
                .formatted(
                    generator.host().address(),
                    cell.name(),
                    connections,
                    generator.freeDescriptors()));
      }
    }
  }

  private static List<Integer> weights(List<Member> members) {
    return members.stream().map(member -> member.generator().host().cpus()).toList();
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
      throws LabException {
    List<Member> left = members.stream().filter(member -> !member.isLost()).toList();
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
        Generator generator = left.get(at).generator();
        LoadOrder order =
            new LoadOrder(
                CellJson.write(cell.calledBy(share(cell, weights, at))),
                host(cell, provider.getAddress(), generator),
                provider.getPort(),
                seed + at * SEED_DISTANCE,
                slots(cell.load(), weights, at));
        parts.add(new LoadParts.Part(left.get(at), generator.open(order)));
      }
    } catch (PeerException e) {
      parts.forEach(part -> part.load().close());
      throw new LabException(ViolationCode.GENERATOR_FAILED, e.getMessage(), e);
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

  /** The address at which a generator finds the provider. */
  private static String host(Cell cell, InetAddress provider, Generator generator)
      throws PeerException {
    InetAddress address =
        provider.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : provider;
    if (!address.isLoopbackAddress() || generator.address().isLoopbackAddress()) {
      return address.getHostAddress();
    }
    try {
      InetAddress local = MessageAddress.towards(generator.address());
      boolean everywhere =
          InetAddress.getByName(cell.provider().bindHost()).isAnyLocalAddress()
              && (cell.network().latency().isNone()
                  || ClientKind.delaysAnswers(cell.driver().client()));
      if (local.equals(generator.address())) {
        return address.getHostAddress();
      }
      if (everywhere) {
        return local.getHostAddress();
      }
    } catch (IOException e) {
      throw new PeerException("generator " + generator.host().address() + ": no route", e);
    }
    throw PeerException.mistake(
        ("generator %s: on another host, and the provider listens on %s (see provider.bind; network"
                + " latency for Dubbo's consumers is added on loopback too)")
            .formatted(generator.host().address(), address.getHostAddress()));
  }

  /** The probe of a load's steps. */
  public static Probe<Counters, LabException> probe(
      Load load, Probe<Counters, LabException> provider) {
    return load instanceof DistributedLoad distributed ? distributed.beside(provider) : provider;
  }

  /** Ends the sessions, with all loads. */
  @Override
  public void close() {
    if (isEmpty()) {
      return;
    }
    // Not interrupted: a ping that fails would end the session without a word to the generator.
    pings.shutdown();
    close(members);
    executor.shutdownNow();
  }

  private static void close(List<Member> members) {
    for (Member member : members) {
      if (!member.isLost()) {
        member.generator().bye();
      }
      member.generator().close();
    }
  }
}
